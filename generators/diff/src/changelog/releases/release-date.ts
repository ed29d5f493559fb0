import { ChangelogError } from "../changelog-error.ts";

const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Returns the time of a release date in milliseconds. A date without a time means the start of the day in
 * UTC.
 *
 * @throws {ChangelogError} `invalid_date`: the text is neither a valid day nor a valid instant.
 */
export function timeOf(date: string): number {
  const time = DAY.test(date) || INSTANT.test(date) ? Date.parse(date) : Number.NaN;
  // `Date.parse` accepts 31 February and returns a day in March.
  if (Number.isNaN(time) || !isDayOfCalendar(date.slice(0, 10))) {
    throw new ChangelogError(
      "invalid_date",
      `Invalid date ${JSON.stringify(date)}. Expected a date such as 2022-05-02 or 2022-05-02T09:30:00Z.`,
    );
  }
  return time;
}

/** Formats a time as RFC 3339 in UTC, without fractions of a second. */
export function isoTime(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Formats a time for RSS and HTTP: `Mon, 02 May 2022 00:00:00 GMT`. */
export function httpTime(time: number): string {
  return new Date(time).toUTCString();
}

/** Formats the day of a time in UTC: `2 May 2022`. */
export function dayInWords(time: number): string {
  const date = new Date(time);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

// Listed here because the names from `Intl` depend on the version of Node.
const months =
  "January February March April May June July August September October November December".split(
    " ",
  );

function isDayOfCalendar(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
}
