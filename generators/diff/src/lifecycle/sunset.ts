import type { JsonValue } from "@specwright/spec-loader";

/** The `x-sunset` date of a deprecated object. */
export interface Sunset {
  /** The text in the document. */
  readonly text: string;
  /** The date as `YYYY-MM-DD`; absent if the text is not a date. */
  readonly date?: string;
}

/** Reads the sunset date of an object; undefined if the object is not deprecated. */
export function sunsetOf(thing: {
  readonly deprecated: boolean;
  readonly extensions: ReadonlyMap<string, JsonValue>;
}): Sunset | undefined {
  const value = thing.deprecated ? thing.extensions.get("x-sunset") : undefined;
  if (value === undefined) return undefined;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const [, date] = /^(\d{4}-\d{2}-\d{2})(?:T.*)?$/i.exec(text) ?? [];
  const isDate = date !== undefined && dayOf(date)?.toISOString().startsWith(date);
  return isDate ? { text, date } : { text };
}

/** The class of a removal that happens on the announced date or later. */
export const announcedRemoval = {
  class: "deprecation",
  why: "Its sunset date (`x-sunset`) was announced and has passed.",
} as const;

/** Reports whether the sunset date of an object has been reached. */
export function hasEnded(thing: Parameters<typeof sunsetOf>[0], today: string): boolean {
  const { date } = sunsetOf(thing) ?? {};
  return date !== undefined && daysUntil(date, today) <= 0;
}

/** Returns the number of days from `today` to `date`. */
export function daysUntil(date: string, today: string): number {
  return ((dayOf(date)?.getTime() ?? 0) - (dayOf(today)?.getTime() ?? 0)) / 86_400_000;
}

function dayOf(date: string): Date | undefined {
  const day = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? undefined : day;
}
