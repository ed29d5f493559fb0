import type { ChannelParameters } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";

/**
 * Returns a function that adds sequence numbers to messages, without gaps. The first number is 1, or the
 * number from which the reader wants to resume.
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

/** Returns a sequence number in the type that the messages of the channel use. */
export function formatNumber(
  number: bigint,
  as: "number" | "string" | undefined,
): bigint | number | string {
  return as === "number" ? Number(number) : as === "string" ? `${number}` : number;
}
