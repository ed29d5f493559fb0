// The module `codec.ts`: a check, a revival and a codec for each declaration.

import type { Contract, Declaration } from "@specwright/contract";
import {
  docComment,
  hardline,
  indent,
  join,
  list,
  modules,
  type Printable,
  printLayout,
} from "@specwright/emit-kit";
import { type Checker, nameOf, type Place } from "../check/place.ts";
import { printCheck } from "../check/print-check.ts";
import { schemaKeys } from "../equal-schemas.ts";
import { mentions } from "../mentions.ts";
import type { Printer } from "../printer.ts";
import { repeatingDeclarations } from "../repeats.ts";
import { findRevival } from "../revive/revival.ts";
import { type Reviver, reviveBody } from "../revive/revive-schema.ts";
import { printRuleDeclaration, ruleName } from "../rules/print-rule.ts";
import { reportSchemas } from "../rules/report-schema.ts";
import { type Beside, createBeside } from "./beside.ts";
import { createChecker } from "./create-checker.ts";
import { sharingRules } from "./shared-rules.ts";

/** Prints the codecs of all declarations. */
export function printCodecs(printer: Printer): void {
  const { contract, file, names } = printer;
  const beside = createBeside(printer);
  const checker = createChecker(beside);
  const reviver = createReviver(checker, beside);
  const sharing = sharingRules(beside);
  const twinOf = twins(contract);
  reportSchemas(printer);
  for (const declaration of contract.declarations) {
    const { schema } = declaration;
    const type = file.importType(names.type(declaration), modules.types);
    const twin = twinOf(declaration);
    if (twin !== undefined) {
      printTwin(printer, declaration, type, twin);
      continue;
    }
    const check = printCheck(checker, declaration, type);
    const revive = printRevive(reviver, declaration);
    const codec = printCodec(printer, declaration, type, [
      `is: ${checker.predicateOf(declaration)}`,
      ...(revive === undefined ? [] : [`revive: ${reviver.reviveOf(declaration)}`]),
      `rule: ${ruleName(printer, declaration)}`,
    ]);
    const rule = printRuleDeclaration(sharing, declaration);
    beside.print(check, ...(revive === undefined ? [] : [revive]), rule);
    file.print(docComment({ generatedFrom: schema.source }), codec);
  }
}

/**
 * Finds the first declaration that takes what another does. Only what has no name in the document has
 * one: the parameters of operations on one thing are the same, and nothing else refers to them.
 */
function twins(contract: Contract): (declaration: Declaration) => Declaration | undefined {
  const keys = schemaKeys(contract);
  const first = new Map<number, Declaration>();
  return (declaration) => {
    const key = declaration.origin === "schema" ? undefined : keys.keyOf(declaration.schema);
    if (key === undefined) return undefined;
    const twin = first.get(key);
    if (twin === undefined) first.set(key, declaration);
    return twin;
  };
}

/** Prints a codec that is another by a second name. */
function printTwin(
  printer: Printer,
  declaration: Declaration,
  type: Printable,
  twin: Declaration,
): void {
  const { file, names } = printer;
  file.print(
    docComment({ generatedFrom: declaration.schema.source }),
    ...[codecConstant(printer, declaration, type), `${names.codec(twin)};`],
  );
}

function printCodec(
  printer: Printer,
  declaration: Declaration,
  type: Printable,
  shape: readonly Printable[],
): Printable {
  return [
    codecConstant(printer, declaration, type),
    ["/* @__PURE__ */ ", printer.runtime("compactCodec"), "("],
    list("{", shape, "}", { padding: true }),
    ");",
  ];
}

function codecConstant(
  { file, names }: Printer,
  declaration: Declaration,
  type: Printable,
): Printable {
  const codec = file.importType("ValidatingCodec", "@specwright/runtime/codegen");
  return [`export const ${names.codec(declaration)}: `, codec, "<", type, "> = "];
}

function createReviver(checker: Checker, beside: Beside): Reviver {
  const { printer } = checker;
  const revival = findRevival(printer.contract, printer.int64);
  return {
    checker,
    revival,
    reviveOf: (declaration) => `revive${printer.names.type(declaration)}`,
    declare: (name, statements, place) => {
      const body = statements({ ...place, subject: "value" });
      const text = `revive ${printLayout(join(hardline, body))}`;
      return beside.declare(`revive${name}`, text, (free) =>
        printReviveFunction(printer, free, body),
      );
    },
  };
}

function printRevive(reviver: Reviver, declaration: Declaration): Printable | undefined {
  const { schema } = declaration;
  if (schema.kind === "boolean" || !reviver.revival.isNeeded(schema)) return undefined;
  const { printer } = reviver.checker;
  const place: Place = {
    subject: "value",
    name: { word: printer.names.type(declaration) },
    declaration,
    inPlace: true,
  };
  const body = reviveBody(reviver, schema, place);
  const name = reviver.reviveOf(declaration);
  if (!repeatingDeclarations(printer.contract).has(declaration)) {
    return printReviveFunction(printer, name, body);
  }
  const anew = reviver.declare(`${nameOf(place)}Anew`, () => body, place);
  const call: Printable = [printer.runtime("reviveRemembered"), `(value, ${anew}, digits)`];
  return printReviveFunction(printer, name, [["value = ", call, ";"]]);
}

function printReviveFunction(
  { file }: Printer,
  name: string,
  body: readonly Printable[],
): Printable {
  const digits = file.importType("Digits", "@specwright/runtime/codegen");
  const statements = join(hardline, [...body, "return value;"]);
  return [
    `function ${name}(value: unknown, ${mentions(statements, "digits") ? "digits" : "_digits"}: `,
    digits,
    "): unknown {",
    indent(hardline, statements),
    hardline,
    "}",
  ];
}
