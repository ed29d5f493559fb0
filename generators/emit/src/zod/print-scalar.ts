// Prints leaves: schemas that contain only types and a known format. Most schemas of a document are
// leaves. Equal leaves are printed once.

import {
  assertions,
  integerKind,
  isNumberFormat,
  numberRange,
  type ObjectSchema,
  schemaFormat,
  stringFormat,
  valueForm,
  valueForms,
} from "@specwright/contract";
import { literal, regularExpression } from "../print/literal.ts";
import type { Printable } from "../print/printable.ts";
import { type NumberType, numberType, withFormatBound } from "../rules/scalar-rules.ts";
import { numberRules, stringRules } from "./keyword-rules.ts";
import { printFormed } from "./prelude.ts";
import {
  appendChecks,
  type Expression,
  type NativeCheck,
  type Prelude,
  type Printer,
  printCall,
  schemaExpression,
  withChecks,
  zod,
} from "./printer.ts";

/**
 * Returns the expression of a leaf. The first use of a kind of leaf calls `print`. Returns
 * undefined for a schema that is not a leaf.
 */
export function printLeaf(
  printer: Printer,
  schema: ObjectSchema,
  print: () => Expression,
): Expression | undefined {
  const kind = leafKind(printer, schema);
  if (kind === undefined) return undefined;
  const known = printer.leaves.get(kind);
  if (known !== undefined) return known;
  const printed = print();
  printer.leaves.set(kind, printed);
  return printed;
}

/**
 * Returns the kind of a leaf. Returns undefined for a schema that has parts, other keywords, or a
 * format that must be reported.
 */
function leafKind(printer: Printer, schema: ObjectSchema): string | undefined {
  const { types, format } = schema;
  if (types === undefined || types.includes("object") || types.includes("array")) return undefined;
  if (format !== undefined && !isKnownStringFormat(schema, format)) return undefined;
  for (const name of assertions(schema)) {
    if (name !== "types" && name !== "format") return undefined;
  }
  const form = valueForms(schema, printer.valueTypes).map(({ name }) => name);
  return `${types.join(" ")}: ${format} ${integerKind(schema, printer.int64)} ${form}`;
}

function isKnownStringFormat(schema: ObjectSchema, format: string): boolean {
  return stringFormat(format) !== undefined && !isNumberFormat(schema);
}

// JSON Schema counts code points for the limits of lengths, and zod counts UTF-16 units. The
// results are the same only for the limits 0 and 1.

/**
 * Prints a schema that allows only strings. If the strings have a TypeScript form, the schema
 * returns this form.
 */
export function printString(printer: Printer, schema: ObjectSchema): Expression {
  const { minLength, maxLength, pattern, format, ...others } = schema;
  const natives: NativeCheck[] = [];
  if (minLength === 1) natives.push({ method: "min", name: "minLength", argument: 1 });
  if (maxLength === 0) natives.push({ method: "max", name: "maxLength", argument: 0 });
  const expression = pattern === undefined ? undefined : regularExpression(pattern);
  if (expression !== undefined)
    natives.push({ method: "regex", name: "regex", argument: expression });
  const { valueTypes } = printer;
  const known = schemaFormat(schema, valueTypes)?.zod;
  const rules = stringRules(printer, {
    ...others,
    ...(minLength === undefined || minLength === 1 ? {} : { minLength }),
    ...(maxLength === undefined || maxLength === 0 ? {} : { maxLength }),
    ...(format === undefined || known !== undefined ? {} : { format }),
  });
  const base = printCall(zod(printer, known ?? "string"));
  const texts = rules.map((each) => each.text);
  const form = valueForm(schema, "string", valueTypes);
  const text = appendChecks(printer, base, natives, texts);
  return schemaExpression(form === undefined ? text : printFormed(printer, form, text));
}

// An int64 is a bigint, unless its bounds ensure that every value is a safe integer. A schema of
// type `number` rejects bigint. The JSON reader returns a bigint for an integer that would lose
// digits as a number.

/** Prints a schema that allows only integers or numbers. */
export function printNumber(
  printer: Printer,
  written: ObjectSchema,
  type: "integer" | "number",
): Expression {
  if (integerKind(written, printer.int64) === "bigint") return printBigInt(printer, written);
  const schema = withFormatBound(written, printer.int64);
  const kind = numberType(schema, type, printer);
  const base = printCall(zod(printer, bases.get(kind) ?? "int"));
  const natives: NativeCheck[] = [...widthChecks(kind)];
  const bounds = boundChecks.filter(({ keyword }) => !isVacuous(schema, keyword, kind));
  for (const { keyword, method, name } of bounds) {
    const bound = schema[keyword];
    if (typeof bound === "number") natives.push({ method, name, argument: literal(bound) });
  }
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, format, ...others } = schema;
  const big = bounds.filter(({ keyword }) => typeof schema[keyword] === "bigint");
  const left = Object.fromEntries(big.map(({ keyword }) => [keyword, schema[keyword]]));
  // zod divides with a tolerance, and would accept 2^53 - 1 as a multiple of 5.
  const rules = numberRules(printer, { ...others, ...left });
  const texts = rules.map((each) => each.text);
  const form = valueForm(schema, "number", printer.valueTypes);
  const text = appendChecks(printer, base, natives, texts);
  return schemaExpression(form === undefined ? text : printFormed(printer, form, text));
}

function printBigInt(printer: Printer, schema: ObjectSchema): Expression {
  const { format } = schema;
  const name: Prelude = format === "int64" || format === "uint64" ? format : "bigInteger";
  const checks = numberRules(printer, withBigBounds(schema, name));
  const texts: Printable[] = checks.map((each) => each.text);
  const form = valueForms(schema, printer.valueTypes).find(({ wire }) => wire === "bigint");
  if (form !== undefined) {
    const bigint = printCall(zod(printer, name === "bigInteger" ? "bigint" : name));
    return schemaExpression(printFormed(printer, form, withChecks(bigint, texts)));
  }
  printer.prelude.add(name);
  return schemaExpression(withChecks(`${name}()`, texts));
}

/** Converts integer bounds to bigint, and removes bounds that the format already implies. */
function withBigBounds(schema: ObjectSchema, name: Prelude): ObjectSchema {
  const range = numberRange(name);
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, ...others } = schema;
  const low = minimum === undefined || (range !== undefined && minimum <= range[0]);
  const high = maximum === undefined || (range !== undefined && maximum >= range[1]);
  return {
    ...others,
    ...(low ? {} : { minimum: toBigBound(minimum) }),
    ...(high ? {} : { maximum: toBigBound(maximum) }),
    ...(exclusiveMinimum === undefined ? {} : { exclusiveMinimum: toBigBound(exclusiveMinimum) }),
    ...(exclusiveMaximum === undefined ? {} : { exclusiveMaximum: toBigBound(exclusiveMaximum) }),
    ...(multipleOf === undefined ? {} : { multipleOf: toBigBound(multipleOf) }),
  };
}

function toBigBound(bound: number | bigint): number | bigint {
  return Number.isInteger(bound) ? BigInt(bound) : bound;
}

interface Bound {
  readonly keyword: "minimum" | "exclusiveMinimum" | "maximum" | "exclusiveMaximum";
  readonly method: string;
  readonly name: string;
}

const boundChecks: readonly Bound[] = [
  { keyword: "minimum", method: "min", name: "gte" },
  { keyword: "exclusiveMinimum", method: "gt", name: "gt" },
  { keyword: "maximum", method: "max", name: "lte" },
  { keyword: "exclusiveMaximum", method: "lt", name: "lt" },
];

/**
 * Reports whether a bound is outside of the safe integers. Such a bound has no effect on integers
 * of type `number`.
 */
function isVacuous(schema: ObjectSchema, keyword: Bound["keyword"], kind: NumberType): boolean {
  const bound = schema[keyword];
  if (bound === undefined) return true;
  if (kind === "number" || kind === "decimal") return false;
  return keyword.endsWith("inimum")
    ? bound < Number.MIN_SAFE_INTEGER
    : bound > Number.MAX_SAFE_INTEGER;
}

/** The zod functions for the types of numbers. Other types are printed as `int` with bounds. */
const bases: ReadonlyMap<NumberType, string> = new Map([
  ["number", "number"],
  ["decimal", "number"],
  ["int32", "int32"],
  ["uint32", "uint32"],
]);

function widthChecks(kind: NumberType): readonly NativeCheck[] {
  const range = bases.has(kind) ? undefined : numberRange(kind);
  if (range === undefined) return [];
  return [
    { method: "min", name: "gte", argument: `${range[0]}` },
    { method: "max", name: "lte", argument: `${range[1]}` },
  ];
}
