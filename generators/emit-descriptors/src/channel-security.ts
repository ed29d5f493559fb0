// What the upgrade of a channel has to prove, of the security of its servers and operations.

import type { Channel, Contract, SecurityRequirement, SecurityScheme } from "@specwright/contract";
import { list, type Printable, stringLiteral } from "@specwright/emit-kit";
import { printObject, printRule } from "./object-literal.ts";
import { streamServers } from "./server-paths.ts";

/** The place of a credential in the upgrade request. */
interface Credential {
  readonly kind: "basic" | "user" | "password" | "authorization" | "header" | "query" | "cookie";
  readonly name?: string;
}

/** Lists of alternatives, each of which consists of scheme ids. Every list has to pass. */
export type SecurityLists = readonly (readonly (readonly string[])[])[];

/**
 * Returns the lists of a channel: of its servers together, and of each operation. A list with an
 * empty alternative requires nothing. `x-signature` proves what its headers carry.
 */
export function securityLists(contract: Contract, channel: Channel): SecurityLists {
  const schemes = schemesOf(contract);
  const signed = new Set(Object.values(channel.signature?.headers ?? {}));
  const isSigned = (id: string): boolean => {
    const { type, raw } = schemes.get(id) ?? {};
    return type === "httpApiKey" && typeof raw?.["name"] === "string" && signed.has(raw["name"]);
  };
  const operations = contract.channelOperations.filter((each) => each.channel === channel);
  const atServers = streamServers(contract, channel).flatMap(({ security = [] }) => security);
  const lists = [atServers, ...operations.map(({ security }) => security)]
    .map((security) => alternativesOf(security).map((ids) => ids.filter((id) => !isSigned(id))))
    .filter((alternatives) => alternatives.every((ids) => ids.length > 0))
    .filter((alternatives) => alternatives.length > 0);
  return [...new Map(lists.map((each) => [JSON.stringify(each), each])).values()];
}

function alternativesOf(security: readonly SecurityRequirement[]): readonly (readonly string[])[] {
  return security.map((requirement) => [...requirement.keys()]);
}

function schemesOf(contract: Contract): ReadonlyMap<string, SecurityScheme> {
  return new Map(contract.securitySchemes.map((scheme) => [scheme.id, scheme]));
}

/** Prints the schemes of a channel and its lists; undefined if nothing is required. */
export function printSecurity(contract: Contract, channel: Channel): Printable | undefined {
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
  ]);
}

type Nested = string | readonly Nested[];

function printNested(value: Nested): Printable {
  return typeof value === "string" ? stringLiteral(value) : list("[", value.map(printNested), "]");
}

/** Returns the place of a scheme's credential; undefined if an upgrade has none. */
export function credentialOf({ type, raw }: SecurityScheme): Credential | undefined {
  const text = (field: string): string => {
    const value = raw[field];
    return typeof value === "string" ? value : "";
  };
  switch (type) {
    case "userPassword":
      return { kind: "basic" };
    case "apiKey":
    case "httpApiKey": {
      const where = text("in");
      if (where === "user" || where === "password") return { kind: where };
      if (where !== "header" && where !== "query" && where !== "cookie") return undefined;
      return { kind: where, name: text("name") };
    }
    case "http": {
      const scheme = text("scheme").toLowerCase();
      return scheme === "basic"
        ? { kind: "basic" }
        : { kind: "authorization", name: wordOf(scheme) };
    }
    case "oauth2":
    case "openIdConnect":
      return { kind: "authorization", name: "Bearer" };
    default:
      return undefined;
  }
}

function wordOf(scheme: string): string {
  return scheme === "bearer" ? "Bearer" : scheme;
}
