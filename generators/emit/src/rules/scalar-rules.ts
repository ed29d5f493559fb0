// Keywords for values of any type, for numbers and for strings, as rules.

import {
  constantValue,
  numberFormats,
  type ObjectSchema,
  schemaFormat,
  stringContent,
  typeOf,
} from "@specwright/contract";
import { literal } from "../print/literal.ts";
import { list, type Printable } from "../print/printable.ts";
import { regularExpression } from "../print/regular-expression.ts";
import { stringLiteral } from "../print/string-literal.ts";
import { rule } from "./call.ts";
import { isAsserted } from "./is-asserted.ts";
import { numberType, withFormatBound } from "./number-type.ts";
import { isOpenEnum } from "./report-schema.ts";
import type { RulePrinter } from "./rule-printer.ts";

/** Prints `type`, `const` and `enum`. */
export function valueRules(printer: RulePrinter, written: ObjectSchema): readonly Printable[] {
  const schema = withListedTypes(printer, written);
  const { types, const: constant, enum: members } = schema;
  const rules: Printable[] = [];
  if (types !== undefined) {
    const names = typeNames(printer, schema);
    const converts = printer.values === "parsed" && names.some((name) => bigTypes.has(name));
    rules.push(rule(printer, converts ? "parsedTypes" : "types", ...names.map(stringLiteral)));
  }
  const decoded = (value: Parameters<typeof constantValue>[1]): Printable =>
    literal(constantValue(schema, value, printer.int64));
  if (constant !== undefined) rules.push(rule(printer, "constant", decoded(constant.value)));
  if (members !== undefined) {
    const listed = list("[", members.map(decoded), "]");
    if (!isOpenEnum(schema)) rules.push([printer.runtime("enumeration"), "(", listed, ")"]);
  }
  return rules;
}

/**
 * Returns a schema with the types of its listed values, if a parsed integer has to be converted
 * before it is compared and nothing else says so.
 */
function withListedTypes({ values }: RulePrinter, schema: ObjectSchema): ObjectSchema {
  const { types, integerForm, const: constant, enum: members } = schema;
  const listed = constant === undefined ? members : [constant.value];
  if (values !== "parsed" || types !== undefined || integerForm !== "bigint") return schema;
  return listed === undefined ? schema : { ...schema, types: [...new Set(listed.map(typeOf))] };
}

function typeNames(printer: RulePrinter, schema: ObjectSchema): readonly string[] {
  const names = new Set<string>();
  for (const type of schema.types ?? []) {
    if (type !== "integer" && type !== "number") {
      names.add(type);
      continue;
    }
    names.add(numberType(schema, type, printer));
    if (printer.integers === "exact") names.add("bigInteger");
  }
  if (names.has("number") || names.has("decimal")) names.delete("integer");
  return [...names];
}

/** The types with bigint values. */
const bigTypes: ReadonlySet<string> = new Set(["int64", "uint64", "bigInteger"]);

/** Prints the bounds of a number. */
export function numberRules(printer: RulePrinter, schema: ObjectSchema): readonly Printable[] {
  const names = [
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
  ] as const;
  const bounded = withFormatBound(schema, printer.int64);
  return names.flatMap((name) => {
    const bound = bounded[name];
    return bound === undefined ? [] : [rule(printer, name, literal(bound))];
  });
}

/** Prints the lengths, pattern and format of a string. */
export function stringRules(printer: RulePrinter, schema: ObjectSchema): readonly Printable[] {
  const { minLength = 0, maxLength, pattern } = schema;
  const rules: Printable[] = [];
  if (minLength > 0) rules.push(rule(printer, "minLength", minLength));
  if (maxLength !== undefined) rules.push(rule(printer, "maxLength", maxLength));
  if (pattern !== undefined) {
    const expression = regularExpression(pattern);
    if (expression !== undefined) rules.push(rule(printer, "pattern", expression));
  }
  const content = stringContent(schema);
  if (content !== undefined) rules.push(rule(printer, "content", stringLiteral(content)));
  return [...rules, ...formatRules(printer, schema)];
}

function formatRules(printer: RulePrinter, schema: ObjectSchema): readonly Printable[] {
  const { format } = schema;
  // The formats of numbers are part of their types.
  if (format === undefined || numberFormats.has(format)) return [];
  if (!isAsserted(printer, schema)) return [];
  const { rule: name, argument } = schemaFormat(schema, printer.valueTypes) ?? {};
  if (name === undefined) return [];
  return [rule(printer, name, ...(argument === undefined ? [] : [stringLiteral(argument)]))];
}
