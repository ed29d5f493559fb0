// Prints the keywords for values of any type, for numbers and for strings as rules.

import {
  constantValue,
  type Int64Type,
  integerKind,
  isNumberFormat,
  numberRange,
  type ObjectSchema,
  schemaFormat,
  stringContent,
  typeOf,
  valueForm,
} from "@specwright/contract";
import { literal, regularExpression, stringLiteral } from "../print/literal.ts";
import { list, type Printable } from "../print/printable.ts";
import { isOpenEnum } from "./report-schema.ts";
import { printRuntimeRule, type RulePrinter } from "./rule-printer.ts";

/** Prints `type`, `const` and `enum`. */
export function valueRules(printer: RulePrinter, written: ObjectSchema): readonly Printable[] {
  const schema = withListedTypes(printer, written);
  const { types, const: constant, enum: members } = schema;
  const rules: Printable[] = [];
  if (types !== undefined) {
    const names = typeNames(printer, schema);
    const converts = printer.values === "parsed" && names.some((name) => bigTypes.has(name));
    rules.push(
      printRuntimeRule(printer, converts ? "parsedTypes" : "type", ...names.map(stringLiteral)),
    );
  }
  const decoded = (value: Parameters<typeof constantValue>[1]): Printable =>
    literal(constantValue(schema, value, printer.int64));
  if (constant !== undefined)
    rules.push(printRuntimeRule(printer, "constant", decoded(constant.value)));
  if (members !== undefined) {
    const listed = list("[", members.map(decoded), "]");
    if (!isOpenEnum(schema)) rules.push([printer.runtime("enumeration"), "(", listed, ")"]);
  }
  return rules;
}

/**
 * Adds the types of the listed values to a schema without `type`, if rules check parsed values and its
 * integers are bigints. The rule for the types then converts an integer before it is compared.
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

/** The types whose values are bigints. */
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
    return bound === undefined ? [] : [printRuntimeRule(printer, name, literal(bound))];
  });
}

/** Prints the lengths, the pattern and the format of a string. */
export function stringRules(printer: RulePrinter, schema: ObjectSchema): readonly Printable[] {
  const { minLength = 0, maxLength, pattern } = schema;
  const rules: Printable[] = [];
  if (minLength > 0) rules.push(printRuntimeRule(printer, "minLength", minLength));
  if (maxLength !== undefined) rules.push(printRuntimeRule(printer, "maxLength", maxLength));
  if (pattern !== undefined) {
    const expression = regularExpression(pattern);
    if (expression !== undefined) rules.push(printRuntimeRule(printer, "pattern", expression));
  }
  const content = stringContent(schema);
  if (content !== undefined)
    rules.push(printRuntimeRule(printer, "content", stringLiteral(content)));
  return [...rules, ...formatRules(printer, schema)];
}

function formatRules(printer: RulePrinter, schema: ObjectSchema): readonly Printable[] {
  const { format } = schema;
  // For numbers, the rule of the type already checks the format.
  if (format === undefined || isNumberFormat(schema)) return [];
  const { rule: name, argument } = schemaFormat(schema, printer.valueTypes) ?? {};
  if (name === undefined) return [];
  const own = printRuntimeRule(
    printer,
    name,
    ...(argument === undefined ? [] : [stringLiteral(argument)]),
  );
  // Zod cannot report a violation and still accept the value.
  const isReported = schema.reportsFormat === true && printer.values !== "parsed";
  return [isReported ? printRuntimeRule(printer, "reported", own) : own];
}

// The type of a decoded number.

/**
 * The type of a decoded number, in the notation of the runtime's rule `types`. `integer` is a safe integer.
 * `int64`, `uint64` and `bigInteger` are bigints. `decimal` is a number that a `Decimal` can store.
 */
export type NumberType =
  | "integer"
  | "number"
  | "int8"
  | "int16"
  | "int32"
  | "uint8"
  | "uint16"
  | "uint32"
  | "int64"
  | "uint64"
  | "bigInteger"
  | "decimal";

const integerFormats = ["int8", "int16", "int32", "uint8", "uint16", "uint32"] as const;

/** Returns the type of a decoded number of the schema; `type` is the type that the schema declares. */
export function numberType(
  schema: ObjectSchema,
  type: "integer" | "number",
  { int64, valueTypes }: Pick<RulePrinter, "int64" | "valueTypes">,
): NumberType {
  const { format } = schema;
  if (valueForm(schema, "number", valueTypes)?.type === "Decimal") return "decimal";
  if (integerKind(schema, int64) === "bigint")
    return format === "int64" || format === "uint64" ? format : "bigInteger";
  const small = integerFormats.find((name) => name === format);
  if (small !== undefined) return small;
  return format === "int64" || format === "uint64" ? "integer" : type;
}

/**
 * Returns the schema with the bounds that its format implies. If uint64 values are of type `number`, they
 * are safe integers of at least 0. If a different schema of the same value makes an int64 a `number`, the
 * bounds of int64 are added, because the number can be an integer of any size.
 */
export function withFormatBound(schema: ObjectSchema, int64: Int64Type): ObjectSchema {
  const { types, format = "", minimum, maximum } = schema;
  const isNumber = types?.some((type) => type === "integer" || type === "number") === true;
  const isWide = format === "int64" || format === "uint64";
  if (!isNumber || !isWide || integerKind(schema, int64) === "bigint") return schema;
  const isLinked = schema.integerForm === "number";
  const [least, most] = numberRange(format) ?? [];
  const lower = format === "uint64" ? 0 : isLinked ? least : undefined;
  const upper = isLinked ? most : undefined;
  return {
    ...schema,
    ...(lower !== undefined && {
      minimum: (minimum ?? lower) > lower ? (minimum ?? lower) : lower,
    }),
    ...(upper !== undefined && {
      maximum: (maximum ?? upper) < upper ? (maximum ?? upper) : upper,
    }),
  };
}
