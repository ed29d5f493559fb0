// Checks dates and times of RFC 3339 §5.6, two digits at a time. The code is optimised for speed, because
// most messages contain these formats. A regular expression alone could not check the ranges.

const zero = 0x30;
const colon = 0x3a;
const hyphen = 0x2d;
const plus = 0x2b;
/** The result for two characters that are not both digits. It exceeds every limit, so the check fails. */
const noPair = 100;
const days: readonly number[] = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Reports whether a value is an RFC 3339 full-date: a day of the Gregorian calendar, years 0000 to
 * 9999.
 */
export function isDate(text: unknown): boolean {
  return typeof text === "string" && text.length === 10 && startsWithDate(text);
}

/**
 * Reports whether a value is an RFC 3339 full-time: with an offset, and a leap second only at the
 * end of a UTC day.
 */
export function isTime(text: unknown): boolean {
  return typeof text === "string" && endsWithTime(text, 0);
}

/**
 * Reports whether a value is an RFC 3339 date-time: a full-date, `T` in either case, a full-time.
 */
export function isDateTime(text: unknown): boolean {
  return (
    typeof text === "string" &&
    (text.charCodeAt(10) | 0x20) === 0x74 &&
    startsWithDate(text) &&
    endsWithTime(text, 11)
  );
}

function startsWithDate(text: string): boolean {
  const century = twoDigits(text, 0);
  const year = twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (century === noPair || year === noPair || month > 12 || day === 0) return false;
  if (text.charCodeAt(4) !== hyphen || text.charCodeAt(7) !== hyphen) return false;
  if (month === 2 && day === 29) return (year === 0 ? century : year) % 4 === 0;
  return day <= (days[month] ?? 0);
}

function endsWithTime(text: string, start: number): boolean {
  const hour = twoDigits(text, start);
  const minute = twoDigits(text, start + 3);
  const second = twoDigits(text, start + 6);
  if (hour > 23 || minute > 59 || second > 60) return false;
  if (text.charCodeAt(start + 2) !== colon || text.charCodeAt(start + 5) !== colon) return false;
  const end = afterFraction(text, start + 8);
  const utc = hour * 60 + minute - offsetMinutes(text, end);
  if (Number.isNaN(utc)) return false;
  return second < 60 || (utc + 1440) % 1440 === 1439;
}

/** Returns the index after a fraction of any length; `start` if there is no fraction. */
function afterFraction(text: string, start: number): number {
  if (text.charCodeAt(start) !== 0x2e) return start;
  let end = start + 1;
  while (isDigit(text.charCodeAt(end) - zero)) end += 1;
  return end === start + 1 ? start : end;
}

/** Reads the offset, which must be the rest of the text. Returns NaN if the rest is not an offset. */
function offsetMinutes(text: string, start: number): number {
  const sign = text.charCodeAt(start);
  if ((sign | 0x20) === 0x7a) return text.length === start + 1 ? 0 : Number.NaN;
  if ((sign !== plus && sign !== hyphen) || text.length !== start + 6) return Number.NaN;
  const hour = twoDigits(text, start + 1);
  const minute = twoDigits(text, start + 4);
  if (hour > 23 || minute > 59 || text.charCodeAt(start + 3) !== colon) return Number.NaN;
  return sign === plus ? hour * 60 + minute : -hour * 60 - minute;
}

function twoDigits(text: string, start: number): number {
  const high = text.charCodeAt(start) - zero;
  const low = text.charCodeAt(start + 1) - zero;
  return isDigit(high) && isDigit(low) ? high * 10 + low : noPair;
}

function isDigit(value: number): boolean {
  return value >= 0 && value <= 9;
}
