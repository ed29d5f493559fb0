import { formatTimestamp, parseTimestamp } from "../timestamp.ts";
import type { TimeUnit } from "./credential-rule.ts";

/** How many units a millisecond has. */
const PER_MS = { s: 0.001, ms: 1, us: 1_000, ns: 1_000_000 } as const;
/** Digits without leading zeros, so that each number has only one form. */
const DIGITS = /^(?:0|[1-9]\d{0,18})$/;

/**
 * Converts a time to a unit, and rounds it down. The time is in milliseconds since the epoch. Returns a
 * number; a bigint for `ns`; a text for `rfc3339`.
 *
 * @throws SigningError `invalid_timestamp`.
 */
export function writeTime(timeMs: number, unit: TimeUnit): number | bigint | string {
  // Throws for NaN, and for times outside the range of `Date`, whatever the unit is.
  const text = formatTimestamp(timeMs);
  if (unit === "rfc3339") return text;
  if (unit === "ns") return BigInt(Math.floor(timeMs)) * 1_000_000n;
  return unit === "s" ? Math.floor(timeMs / 1000) : Math.floor(timeMs * PER_MS[unit]);
}

/** A time that a client has sent. */
export interface PresentedTime {
  readonly timeMs: number;
  /** The same time in the form of `writeTime`. */
  readonly value: number | bigint | string;
}

/** Reads a time in a unit. Returns undefined if the value does not have the form of the unit. */
export function readTime(
  given: string | number | bigint,
  unit: TimeUnit,
): PresentedTime | undefined {
  const text = String(given);
  if (unit === "rfc3339") {
    const timeMs = parseTimestamp(text);
    return timeMs === undefined ? undefined : { timeMs, value: text };
  }
  if (!DIGITS.test(text)) return undefined;
  if (unit === "ns") return { timeMs: Number(BigInt(text) / 1_000_000n), value: BigInt(text) };
  const value = Number(text);
  if (!Number.isSafeInteger(value)) return undefined;
  return { timeMs: unit === "s" ? value * 1000 : value / PER_MS[unit], value };
}
