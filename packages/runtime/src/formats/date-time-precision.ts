// Checks whether a type of limited precision can represent a date-time without loss.

import { isDateTime } from "./date-time.ts";

/**
 * Reports whether a value is an RFC 3339 date-time that fits in a `Date`: it has no leap second, and all
 * digits beyond the millisecond are zeros.
 */
export function isMillisecondDateTime(text: unknown): text is string {
  return isPreciseTo(text, beyondMilliseconds);
}

/**
 * Reports whether a value is an RFC 3339 date-time that fits in a `Temporal.Instant`: it has no leap
 * second, and all digits beyond the nanosecond are zeros.
 */
export function isNanosecondDateTime(text: unknown): text is string {
  return isPreciseTo(text, beyondNanoseconds);
}

const beyondMilliseconds = /\.\d{3}0*[1-9]/;
const beyondNanoseconds = /\.\d{9}0*[1-9]/;
/** The index of the first digit of the seconds. The seconds of a leap second are `60`. */
const SECONDS_AT = 17;

function isPreciseTo(text: unknown, beyond: RegExp): text is string {
  if (typeof text !== "string" || !isDateTime(text)) return false;
  return text.charAt(SECONDS_AT) !== "6" && !beyond.test(text);
}
