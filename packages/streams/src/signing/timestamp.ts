import { SigningError } from "./signing-error.ts";

const RFC3339_MS =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})\.\d{3}(?:Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Parses an RFC 3339 date-time with exactly three fractional digits and returns milliseconds since
 * the epoch.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = RFC3339_MS.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(Number);
  const inRange =
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth(year, month) &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59;
  return inRange ? Date.parse(text) : undefined;
}

/**
 * Formats milliseconds since the epoch for the header, in UTC.
 *
 * @throws SigningError `invalid_timestamp`.
 */
export function formatTimestamp(timeMs: number): string {
  const text = Number.isFinite(timeMs) ? new Date(timeMs) : new Date(Number.NaN);
  if (Number.isNaN(text.getTime())) throw new SigningError("invalid_timestamp");
  return text.toISOString();
}

function daysInMonth(year: number, month: number): number {
  // Day 0 is the last day of the previous month. Date.UTC maps years below 100 to 19xx, so a cycle
  // of 400 years is added.
  return new Date(Date.UTC(year + 400, month, 0)).getUTCDate();
}
