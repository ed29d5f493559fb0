import type { ObjectSchema } from "@specwright/contract";
import { compareDecimals, decimalOf, isMultipleOf } from "../exact/decimal.ts";
import { lengthOf } from "../json/json-type.ts";
import { type Matcher, matcherOf } from "../pattern/matcher.ts";

/** Thrown where the validity of a value cannot be decided; the comparison answers "unknown". */
export class Undecidable extends Error {
  override readonly name: string = "Undecidable";
  readonly code = "undecidable";
}

/** Reports whether a number fits the keywords for numbers, compared as decimals. */
export function isValidNumber(schema: ObjectSchema, value: number | bigint): boolean {
  const given = decimalOf(value);
  const compare = (limit: number | bigint | undefined): number | undefined =>
    limit === undefined ? undefined : compareDecimals(given, decimalOf(limit));
  if (schema.multipleOf !== undefined) {
    const step = decimalOf(schema.multipleOf);
    if (step.units <= 0n) throw new Undecidable();
    if (!isMultipleOf(given, step)) return false;
  }
  return (
    (compare(schema.minimum) ?? 0) >= 0 &&
    (compare(schema.maximum) ?? 0) <= 0 &&
    (compare(schema.exclusiveMinimum) ?? 1) > 0 &&
    (compare(schema.exclusiveMaximum) ?? -1) < 0
  );
}

/** Reports whether a string fits the keywords for strings. */
export function isValidString(schema: ObjectSchema, value: string): boolean {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  const length = lengthOf(value);
  if (length < minLength || length > maxLength) return false;
  if (schema.format !== undefined && schema.formatAssertion === true) throw new Undecidable();
  return pattern === undefined || validMatcher(pattern).test(value);
}

/** Returns the matcher of a pattern, whose syntax must be valid for an answer. */
export function validMatcher(pattern: string): Matcher {
  const matcher = matcherOf(pattern);
  if (matcher === undefined) throw new Undecidable();
  return matcher;
}
