import { InvalidArgumentError } from "commander";

/** Reports whether a text is a date that exists, such as `2027-03-31`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // JavaScript interprets the 31st of a shorter month as a day of the next month.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Parses a date on the command line. */
export function isoDate(text: string): string {
  if (isDay(text)) return text;
  throw new InvalidArgumentError("Expected a date such as 2027-03-31.");
}
