// Dates as Temporal values. The global `Temporal`, native or a polyfill, creates the values. Values of any
// implementation can be written.

import { isDate } from "../formats/date-time.ts";
import { isNanosecondDateTime } from "../formats/date-time-precision.ts";
import { type LeafForm, leafForm } from "./form.ts";
import { TemporalError } from "./temporal-error.ts";

/** The members that every implementation of `Temporal.Instant` has. */
export interface InstantLike {
  readonly epochMilliseconds: number;
  readonly epochNanoseconds: bigint;
  toString(): string;
  toJSON(): string;
}

/** The members that every implementation of `Temporal.PlainDate` has. */
export interface PlainDateLike {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  toString(options?: { readonly calendarName?: "never" }): string;
  toJSON(): string;
}

/**
 * `Temporal.Instant`, if the program declares its type: with `lib: ["esnext.temporal"]`, or with the types
 * of a global polyfill. Otherwise, only the members that every implementation has.
 */
export type Instant = typeof globalThis extends {
  readonly Temporal: { readonly Instant: { readonly prototype: infer T } };
}
  ? T
  : InstantLike;

/**
 * `Temporal.PlainDate`, if the program declares its type; otherwise, only the members that every
 * implementation has.
 */
export type PlainDate = typeof globalThis extends {
  readonly Temporal: { readonly PlainDate: { readonly prototype: infer T } };
}
  ? T
  : PlainDateLike;

/**
 * A date-time as a `Temporal.Instant`. The offset is lost: the text of an instant is in UTC. Reading throws
 * `TemporalError` if the program has no global `Temporal`.
 */
export const instantForm: LeafForm<Instant> = /* @__PURE__ */ leafForm({
  isWire: isNanosecondDateTime,
  isValue: (value): value is Instant => hasTag(value, "Temporal.Instant"),
  read: (text: string) => fromText<Instant>("Instant", text),
  write: (instant: Instant) => String(instant),
});

/**
 * A date as a `Temporal.PlainDate`. Reading throws `TemporalError` if the program has no global `Temporal`.
 */
export const plainDateForm: LeafForm<PlainDate> = /* @__PURE__ */ leafForm({
  isWire: (value): value is string => isDate(value),
  isValue: (value): value is PlainDate => hasTag(value, "Temporal.PlainDate"),
  read: (text: string) => fromText<PlainDate>("PlainDate", text),
  write: (date: PlainDate) => date.toString({ calendarName: "never" }),
});

function hasTag(value: unknown, tag: string): boolean {
  return (
    typeof value === "object" && value !== null && Reflect.get(value, Symbol.toStringTag) === tag
  );
}

function fromText<T>(name: "Instant" | "PlainDate", text: string): T {
  const temporal: unknown = Reflect.get(globalThis, "Temporal");
  if (temporal === undefined) throw new TemporalError();
  const type: unknown = Reflect.get(Object(temporal), name);
  return (type as { from(text: string): T }).from(text);
}
