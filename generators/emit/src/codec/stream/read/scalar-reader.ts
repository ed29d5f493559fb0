// Functions that read numbers, strings, booleans and null.

import { assertions, integerKind, type ObjectSchema } from "@specwright/contract";
import { regularExpression } from "../../../print/literal.ts";
import { hasOnly } from "../../schema/has-only.ts";
import { expressionReader, functionReader, type Reader, type ReadPrinter } from "./reader.ts";
import { simplePattern } from "./simple-pattern.ts";

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/** Creates the reader of an integer schema. */
export function integerReader(
  print: ReadPrinter,
  schema: ObjectSchema,
  name: string,
): Reader | undefined {
  if (!hasOnly(schema, [...bounds, "types", "format"])) return undefined;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, format } = schema;
  if (![minimum, maximum, exclusiveMinimum, exclusiveMaximum].every(isWhole)) return undefined;
  const least = [
    minimum,
    exclusiveMinimum === undefined ? undefined : BigInt(exclusiveMinimum) + 1n,
  ];
  const most = [
    maximum,
    exclusiveMaximum === undefined ? undefined : BigInt(exclusiveMaximum) - 1n,
  ];
  const { low, high } = formatRange(format);
  const from = largestValue([...least, low]);
  const to = smallestValue([...most, high]);
  if (integerKind(schema, print.printer.int64) === "bigint") {
    const lower = from ?? MIN_INT64;
    const upper = to ?? MAX_INT64;
    // The slow path reads values outside int64.
    if (lower <= MIN_INT64 && upper >= MAX_INT64) {
      // Times in nanoseconds since 2001 have 19 digits, as `readTimeInt64` expects.
      return functionReader(/Ns\d*$/.test(name) ? "readTimeInt64" : "readInt64", "bigint");
    }
    if (lower === 0n && upper >= MAX_INT64) return functionReader("readNaturalInt64", "bigint");
    return expressionReader(`readInt64In(${lower}n, ${upper}n)`, "bigint");
  }
  if (from === undefined && to === undefined) return functionReader("readInteger", "number");
  // This reader accepts only safe integers, so a bound outside their range has no effect.
  const lower = largestValue([from, BigInt(Number.MIN_SAFE_INTEGER)]);
  const upper = smallestValue([to, BigInt(Number.MAX_SAFE_INTEGER)]);
  return expressionReader(`readIntegerIn(${lower}, ${upper})`, "number");
}

/** Creates the reader of a number schema. */
export function numberReader(print: ReadPrinter, schema: ObjectSchema): Reader | undefined {
  if (!hasOnly(schema, ["types", "format", "minimum", "maximum"])) return undefined;
  if (schema.format !== undefined && schema.format !== "double") return undefined;
  if (integerKind(schema, print.printer.int64) === "bigint") return undefined;
  // Such numbers are rare. The slow path reads them with all digits.
  if (schema.refusesRounding === true) return undefined;
  const { minimum, maximum } = schema;
  if (minimum === undefined && maximum === undefined) return functionReader("readNumber", "number");
  const lower = minimum === undefined ? "-Infinity" : Number(minimum);
  const upper = maximum === undefined ? "Infinity" : Number(maximum);
  return expressionReader(`readNumberIn(${lower}, ${upper})`, "number");
}

/** The predicates of the formats that the fast path can check. */
const formatPredicates: ReadonlyMap<string, string> = new Map([
  ["date-time", "isDateTime"],
  ["date", "isDate"],
  ["time", "isTime"],
  ["email", "isEmail"],
  ["hostname", "isHostname"],
  ["ipv4", "isIpv4"],
  ["ipv6", "isIpv6"],
  ["uri", "isUri"],
  ["uri-reference", "isUriReference"],
]);

/** Creates the reader of a string schema. */
export function stringReader(print: ReadPrinter, schema: ObjectSchema): Reader | undefined {
  const names = [...assertions(schema)].filter((name) => name !== "types");
  const [only] = names;
  if (only === undefined) return functionReader("readString", "string");
  const { minLength = 0, maxLength, pattern, format } = schema;
  if (names.every((name) => name === "minLength" || name === "maxLength")) {
    return expressionReader(`readStringIn(${minLength}, ${maxLength ?? "Infinity"})`, "string");
  }
  if (names.length > 1) return undefined;
  if (only === "pattern" && pattern !== undefined) return patternReader(print, pattern);
  if (only !== "format" || format === undefined) return undefined;
  if (format === "uuid") return functionReader("readUuid", "string");
  const predicate = formatPredicates.get(format);
  if (predicate === undefined) return undefined;
  const read = format === "date-time" ? "readDateTime(" : "readStringThat(";
  return expressionReader([read, print.printer.runtime(predicate), ")"], "string");
}

function patternReader(print: ReadPrinter, pattern: string): Reader | undefined {
  const simple = simplePattern(pattern);
  if (simple !== undefined) {
    const characters = `/* @__PURE__ */ characterSet(${JSON.stringify(simple.characters)})`;
    const set = print.constants.named("allowed", "Uint8Array", characters);
    return expressionReader(`readStringOf(${set}, ${simple.least}, ${simple.most})`, "string");
  }
  const expression = regularExpression(pattern);
  if (expression === undefined) return undefined;
  const name = print.constants.named("pattern", "RegExp", expression);
  return expressionReader(`readStringThat((value) => ${name}.test(value))`, "string");
}

const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] as const;

function isWhole(bound: number | bigint | undefined): boolean {
  return bound === undefined || typeof bound === "bigint" || Number.isInteger(bound);
}

interface Range {
  readonly low?: bigint;
  readonly high?: bigint;
}

function formatRange(format: string | undefined): Range {
  if (format === "int32") return { low: -(2n ** 31n), high: 2n ** 31n - 1n };
  if (format === "uint64") return { low: 0n };
  return {};
}

function largestValue(values: readonly (number | bigint | undefined)[]): bigint | undefined {
  const known = values.filter((value) => value !== undefined).map(BigInt);
  return known.length === 0 ? undefined : known.reduce((a, b) => (a > b ? a : b));
}

function smallestValue(values: readonly (number | bigint | undefined)[]): bigint | undefined {
  const known = values.filter((value) => value !== undefined).map(BigInt);
  return known.length === 0 ? undefined : known.reduce((a, b) => (a < b ? a : b));
}
