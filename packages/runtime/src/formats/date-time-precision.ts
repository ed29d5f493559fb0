// Checks for date-times that a type of limited precision can represent without loss.

import { isDateTime } from "./date-time.ts";

/**
 * Reports whether a value is an RFC 3339 date-time that fits in a `Date`: without a leap second, and
 * without digits beyond the millisecond other than zeros.
 */
export function isMillisecondDateTime(text: unknown): text is string {
  return isPreciseTo(text, beyondMilliseconds);
}

/**
 * Reports whether a value is an RFC 3339 date-time that fits in a `Temporal.Instant`: without a leap
 * second, and without digits beyond the nanosecond other than zeros.
 */
export function isNanosecondDateTime(text: unknown): text is string {
  return isPreciseTo(text, beyondNanoseconds);
}

const beyondMilliseconds = /\.\d{3}0*[1-9]/;
const beyondNanoseconds = /\.\d{9}0*[1-9]/;
/** The first digit of the seconds; a leap second is `60`. */
const SECONDS_AT = 17;

function isPreciseTo(text: unknown, beyond: RegExp): text is string {
  if (typeof text !== "string" || !isDateTime(text)) return false;
  return text.charAt(SECONDS_AT) !== "6" && !beyond.test(text);
}
