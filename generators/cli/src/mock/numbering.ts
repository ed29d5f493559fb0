import type { ChannelParameters } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";

/**
 * Returns a function that numbers the messages of a sequence without gaps: from 1, or from the
 * resume point of a reader.
 */
export function createNumbering(
  { sequence, discriminator = "" }: ChannelDescriptor,
  { query }: ChannelParameters,
): (value: unknown) => unknown {
  if (sequence === undefined) return (value) => value;
  const { field, as, counts, resumeParameter } = sequence;
  const wanted: unknown = Object(query)[resumeParameter];
  let next = wanted === undefined ? 1n : BigInt(String(wanted));
  return (value) => {
    if (typeof value !== "object" || value === null) return value;
    if (!counts.includes(String(Reflect.get(value, discriminator)))) return value;
    const numbered = { ...value, [field]: formatNumber(next, as) };
    next += 1n;
    return numbered;
  };
}

/** Returns a number in the format of the channel's messages. */
export function formatNumber(
  number: bigint,
  as: "number" | "string" | undefined,
): bigint | number | string {
  return as === "number" ? Number(number) : as === "string" ? `${number}` : number;
}
