import { SigningError } from "./signing-error.ts";

const RFC3339_MS =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})\.\d{3}(?:Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Parses a date and time of RFC 3339 that has exactly three digits for the fraction of a second. Returns
 * milliseconds since the epoch, or undefined if the text has a different form.
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
 * Formats a time for the header, in UTC. The time is in milliseconds since the epoch.
 *
 * @throws SigningError `invalid_timestamp`.
 */
export function formatTimestamp(timeMs: number): string {
  const text = Number.isFinite(timeMs) ? new Date(timeMs) : new Date(Number.NaN);
  if (Number.isNaN(text.getTime())) throw new SigningError("invalid_timestamp");
  return text.toISOString();
}

function daysInMonth(year: number, month: number): number {
  // Day 0 is the last day of the previous month. 400 years are added, because Date.UTC understands years
  // below 100 as 19xx, and the calendar repeats after 400 years.
  return new Date(Date.UTC(year + 400, month, 0)).getUTCDate();
}
