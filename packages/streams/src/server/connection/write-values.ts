// Converts numbers and times to the types that the messages of a contract use.

import type { SequenceDescriptor, TimeDescriptor } from "@specwright/runtime/transport";

const nsPer: Readonly<Record<Exclude<TimeDescriptor["unit"], "rfc3339">, bigint>> = {
  ns: 1n,
  us: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
};

/** Converts a number to the type in the schema of the messages. */
export function writeNumber(
  value: bigint,
  { as }: Pick<SequenceDescriptor, "as">,
): bigint | number | string {
  if (as === undefined) return value;
  return as === "number" ? Number(value) : String(value);
}

/** Converts a time, given in nanoseconds since the epoch, to the unit and type of the messages. */
export function writeMoment(tsNs: bigint, { unit, as }: TimeDescriptor): bigint | number | string {
  if (unit === "rfc3339") return new Date(Number(tsNs / nsPer.ms)).toISOString();
  return writeInteger(tsNs / nsPer[unit], as);
}

/** Converts a duration to the unit and type of the messages. The result is at least 1. */
export function writeSpan(spanMs: number, { unit, as }: TimeDescriptor): bigint | number | string {
  const perUnit = Number(nsPer[unit === "rfc3339" ? "s" : unit]) / 1e6;
  return writeInteger(BigInt(Math.max(1, Math.round(spanMs / perUnit))), as);
}

function writeInteger(value: bigint, as: TimeDescriptor["as"]): bigint | number | string {
  if (as === "bigint") return value;
  return as === "number" ? Number(value) : String(value);
}
