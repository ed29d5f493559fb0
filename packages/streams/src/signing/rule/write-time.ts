import { formatTimestamp, parseTimestamp } from "../timestamp.ts";
import type { TimeUnit } from "./credential-rule.ts";

/** The number of units in a millisecond. */
const PER_MS = { s: 0.001, ms: 1, us: 1_000, ns: 1_000_000 } as const;
/** Digits without a leading zero, so that each number has only one text. */
const DIGITS = /^(?:0|[1-9]\d{0,18})$/;

/**
 * Converts milliseconds since the epoch to a unit, rounded down. Returns a number, a bigint for
 * `ns`, or a text for `rfc3339`.
 *
 * @throws SigningError `invalid_timestamp`.
 */
export function writeTime(timeMs: number, unit: TimeUnit): number | bigint | string {
  // Rejects NaN and times beyond the range of Date, in every unit.
  const text = formatTimestamp(timeMs);
  if (unit === "rfc3339") return text;
  if (unit === "ns") return BigInt(Math.floor(timeMs)) * 1_000_000n;
  return unit === "s" ? Math.floor(timeMs / 1000) : Math.floor(timeMs * PER_MS[unit]);
}

/** A time as a client presented it. */
export interface PresentedTime {
  readonly timeMs: number;
  /** The value as `writeTime` writes it. */
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
