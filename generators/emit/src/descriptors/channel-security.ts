// Prints the security of a channel's upgrade request, as data for the transports.

import {
  type Channel,
  type Contract,
  credentialOf,
  schemesOf,
  securityLists,
} from "@specwright/contract";
import { stringLiteral } from "../print/literal.ts";
import { runtimeModule } from "../print/modules.ts";
import { list, type Printable } from "../print/printable.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import { printObject, printRule } from "./object-literal.ts";

/**
 * Prints the security schemes of a channel, and the lists of schemes that it requires. Returns undefined if
 * the channel requires no credential.
 */
export function printSecurity(
  contract: Contract,
  file: TypeScriptFile,
  channel: Channel,
): Printable | undefined {
  const lists = securityLists(contract, channel);
  if (lists.length === 0) return undefined;
  const schemes = schemesOf(contract);
  const ids = [...new Set(lists.flat(2))];
  return printObject([
    [
      "schemes",
      printObject(
        ids.map((id) => {
          const scheme = schemes.get(id);
          return [id, printRule((scheme && credentialOf(scheme)) ?? { kind: "other" })];
        }),
      ),
    ],
    ["lists", printNested(lists)],
    ["sender", file.import("credentialSender", runtimeModule)],
  ]);
}

type Nested = string | readonly Nested[];

function printNested(value: Nested): Printable {
  return typeof value === "string" ? stringLiteral(value) : list("[", value.map(printNested), "]");
}
