// Creates the reviver of a module. It prints a function for each declaration whose values contain numbers
// to revive.

import type { Declaration } from "@specwright/contract";
import { printLayout } from "../../print/print-layout.ts";
import { hardline, indent, join, type Printable } from "../../print/printable.ts";
import { repeatingDeclarations } from "../../rules/reach.ts";
import { type Checker, type Place, placeName } from "../check/place.ts";
import { mentionsName } from "../mentions.ts";
import type { Printer } from "../printer.ts";
import { findRevival } from "../revive/revival.ts";
import { type Reviver, reviveBody } from "../revive/revive-schema.ts";
import type { HelperDeclarations } from "./helper-declarations.ts";

/** Prints the functions that revive the values of declarations. */
export interface DeclarationReviver extends Reviver {
  /**
   * Prints the function that revives a declaration. Prints nothing if there is an equal function already,
   * or if the declaration contains nothing to revive.
   */
  print(declaration: Declaration): readonly Printable[];
}

/** Creates a reviver that adds its declarations to `helpers`. */
export function createReviver(checker: Checker, helpers: HelperDeclarations): DeclarationReviver {
  const { printer } = checker;
  const shared = new Map<Declaration, string>();
  const known = new Map<string, string>();
  const reviver: DeclarationReviver = {
    checker,
    revival: findRevival(printer.contract, printer.int64),
    reviveOf: (declaration) =>
      shared.get(declaration) ?? `revive${printer.names.type(declaration)}`,
    declare: (name, statements, place) => {
      const body = statements({ ...place, subject: "value" });
      return helpers.declare(`revive${name}`, `revive ${bodyText(body)}`, (free) =>
        printReviveFunction(printer, free, body),
      );
    },
    print: (declaration) => {
      const body = printBody(reviver, declaration);
      if (body === undefined) return [];
      const name = reviver.reviveOf(declaration);
      // The function of a recursive declaration calls itself, so its name is part of its text.
      const text = declaration.recursive ? name : bodyText(body);
      const before = known.get(text);
      if (before === undefined) {
        known.set(text, name);
        return [printReviveFunction(printer, name, body)];
      }
      shared.set(declaration, before);
      return [];
    },
  };
  return reviver;
}

function bodyText(body: readonly Printable[]): string {
  return printLayout(join(hardline, body));
}

function printBody(reviver: Reviver, declaration: Declaration): readonly Printable[] | undefined {
  const { schema } = declaration;
  if (schema.kind === "boolean" || !reviver.revival.isNeeded(schema)) return undefined;
  const { printer } = reviver.checker;
  const word = printer.names.type(declaration);
  const place: Place = { subject: "value", name: { word }, declaration, inPlace: true };
  const body = reviveBody(reviver, schema, place);
  if (!repeatingDeclarations(printer.contract).has(declaration)) return body;
  const uncached = reviver.declare(`${placeName(place)}Anew`, () => body, place);
  return [["value = ", printer.runtime("reviveRemembered"), `(value, ${uncached}, digits);`]];
}

function printReviveFunction(
  { file }: Printer,
  name: string,
  body: readonly Printable[],
): Printable {
  const digits = file.importType("Digits", "@specwright/runtime/codegen");
  const statements = join(hardline, [...body, "return value;"]);
  return [
    `function ${name}(value: unknown, ${mentionsName(statements, "digits") ? "digits" : "_digits"}: `,
    digits,
    "): unknown {",
    indent(hardline, statements),
    hardline,
    "}",
  ];
}
