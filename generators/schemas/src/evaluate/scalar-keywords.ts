import { isNumberFormat, numberRange, type ObjectSchema } from "@specwright/contract";
import { compareDecimals, decimalOf, isMultipleOf } from "../exact/decimal.ts";
import { lengthOf } from "../json/json-type.ts";
import { type Matcher, matcherOf } from "../pattern/matcher.ts";
import { hasStringFormat } from "./string-format.ts";

/** Thrown if the validity of a value cannot be decided. The result of the comparison is then "unknown". */
export class Undecidable extends Error {
  override readonly name: string = "Undecidable";
  readonly code = "undecidable";
}

/** Options for the check of a number or a string. */
interface Reading {
  readonly formatsAreRules: boolean;
}

/**
 * Reports whether a number matches the keywords for numbers. Numbers are compared as decimals, without
 * rounding.
 */
export function isValidNumber(
  schema: ObjectSchema,
  value: number | bigint,
  { formatsAreRules }: Reading,
): boolean {
  const given = decimalOf(value);
  const compare = (limit: number | bigint | undefined): number | undefined =>
    limit === undefined ? undefined : compareDecimals(given, decimalOf(limit));
  if (schema.multipleOf !== undefined) {
    const step = decimalOf(schema.multipleOf);
    if (step.units <= 0n) throw new Undecidable();
    if (!isMultipleOf(given, step)) return false;
  }
  const range = formatsAreRules ? integerRange(schema) : undefined;
  if (range !== undefined) {
    const [least, most] = range;
    if (!isMultipleOf(given, decimalOf(1)) || value < least || value > most) return false;
  }
  return (
    (compare(schema.minimum) ?? 0) >= 0 &&
    (compare(schema.maximum) ?? 0) <= 0 &&
    (compare(schema.exclusiveMinimum) ?? 1) > 0 &&
    (compare(schema.exclusiveMaximum) ?? -1) < 0
  );
}

/**
 * Returns the range of integers that the format of a schema allows; `undefined` if the format does not
 * restrict numbers.
 */
export function integerRange(
  schema: ObjectSchema,
): readonly [least: bigint, most: bigint] | undefined {
  const { format, types } = schema;
  const isOfNumbers = types?.some((type) => type === "integer" || type === "number") === true;
  return format === undefined || !isOfNumbers ? undefined : numberRange(format);
}

/** Reports whether a string matches the keywords for strings. */
export function isValidString(schema: ObjectSchema, value: string, reading: Reading): boolean {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  const length = lengthOf(value);
  if (length < minLength || length > maxLength) return false;
  if (pattern !== undefined && !validMatcher(pattern).test(value)) return false;
  return hasFormat(schema, value, reading);
}

function hasFormat(schema: ObjectSchema, value: string, { formatsAreRules }: Reading): boolean {
  const { format } = schema;
  const isAssertion = schema.formatAssertion === true;
  if (format === undefined || isNumberFormat(schema)) return true;
  if (!formatsAreRules && !isAssertion) return true;
  const found = hasStringFormat(schema, value);
  if (found === undefined && isAssertion) throw new Undecidable();
  return found !== false;
}

/**
 * Returns the matcher of a pattern. Throws {@link Undecidable} if the syntax of the pattern is invalid.
 */
export function validMatcher(pattern: string): Matcher {
  const matcher = matcherOf(pattern);
  if (matcher === undefined) throw new Undecidable();
  return matcher;
}
