// The module `codec.ts`: a check, a revival and a codec for each declaration.

import type { Declaration, ObjectSchema } from "@specwright/contract";
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
import { printCheck, printEveryItem, printPredicate, printReturn } from "../check/print-check.ts";
import { mentions } from "../mentions.ts";
import type { Printer } from "../printer.ts";
import { leadingTo } from "../reach.ts";
import { repeatingDeclarations } from "../repeats.ts";
import { findRevival } from "../revive/revival.ts";
import { type Reviver, reviveBody } from "../revive/revive-schema.ts";
import { printRuleConstant, printRuleDeclaration, ruleName } from "../rules/print-rule.ts";
import { rulePlan } from "../rules/rule-scope.ts";

/** Prints the codecs of all declarations. */
export function printCodecs(printer: Printer): void {
  const { contract, file, names } = printer;
  const beside: Printable[] = [];
  const checker = createChecker(printer, beside);
  const reviver = createReviver(checker, beside);
  for (const declaration of contract.declarations) {
    const { schema } = declaration;
    const type = file.importType(names.type(declaration), modules.types);
    const check = printCheck(checker, declaration, type);
    const revive = printRevive(reviver, declaration);
    const codec = printCodec(printer, declaration, type, [
      `is: ${checker.predicateOf(declaration)}`,
      ...(revive === undefined ? [] : [`revive: ${reviver.reviveOf(declaration)}`]),
      `rule: ${ruleName(printer, declaration)}`,
    ]);
    for (const statement of beside.splice(0)) file.print(statement);
    file.print(check);
    if (revive !== undefined) file.print(revive);
    file.print(printRuleDeclaration(printer, declaration));
    file.print(docComment({ generatedFrom: schema.source }), codec);
  }
}

function printCodec(
  printer: Printer,
  declaration: Declaration,
  type: Printable,
  shape: readonly Printable[],
): Printable {
  const { file, names } = printer;
  const codec = file.importType("ValidatingCodec", "@specwright/runtime/codegen");
  return [
    `export const ${names.codec(declaration)}: `,
    [codec, "<", type, "> = /* @__PURE__ */ ", printer.runtime("compactCodec"), "("],
    list("{", shape, "}", { padding: true }),
    ");",
  ];
}

function createChecker(printer: Printer, beside: Printable[]): Checker {
  const taken = new Map<string, string>();
  const isDynamic = ({ dynamicRef }: ObjectSchema): boolean =>
    dynamicRef?.dynamicAnchor !== undefined;
  const dynamic = leadingTo(printer.contract, isDynamic, "anywhere");
  const isNumber = ({ types }: ObjectSchema): boolean =>
    types?.some((type) => type === "integer" || type === "number") === true;
  const numbers = leadingTo(printer.contract, isNumber, "anywhere");
  const declare = (name: string, text: string, print: (name: string) => Printable): string => {
    const known = taken.get(text);
    if (known !== undefined) return known;
    const free = freeName(name, new Set(taken.values()));
    taken.set(text, free);
    beside.push(print(free));
    return free;
  };
  const checker: Checker = {
    printer,
    predicateOf: (declaration) => `is${printer.names.type(declaration)}`,
    constant: (name, text) =>
      declare(name, printLayout(text), (free) => [`const ${free} = `, text, ";"]),
    predicate: (name, condition) => {
      const body = printReturn(condition("value"));
      return checker.body(name, body);
    },
    body: (name, body) =>
      declare(`is${name}`, printLayout(body), (free) => printPredicate(free, body)),
    everyItem: (predicate) => {
      const name = `every${printLayout(predicate).replace(/^is/, "")}`;
      return declare(name, name, (free) => printEveryItem(free, predicate));
    },
    rule: (name, rule) =>
      declare(name, printLayout(rule), (free) => printRuleConstant(printer, free, rule)),
    isDynamic: (schema) => dynamic.has(schema),
    holdsNumbers: (schema) => numbers.has(schema),
    reaches: rulePlan(printer.contract).reaches,
  };
  return checker;
}

function createReviver(checker: Checker, beside: Printable[]): Reviver {
  const { printer } = checker;
  const revival = findRevival(printer.contract, printer.int64);
  const taken = new Map<string, string>();
  return {
    checker,
    revival,
    reviveOf: (declaration) => `revive${printer.names.type(declaration)}`,
    declare: (name, statements, place) => {
      const body = statements({ ...place, subject: "value" });
      const text = printLayout(join(hardline, body));
      const known = taken.get(text);
      if (known !== undefined) return known;
      const free = freeName(`revive${name}`, new Set(taken.values()));
      taken.set(text, free);
      beside.push(printReviveFunction(printer, free, body));
      return free;
    },
  };
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}_${count}`;
  return free;
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
