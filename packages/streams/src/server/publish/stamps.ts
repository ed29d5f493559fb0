// Creates the members that a publisher adds to a message: its number and its time.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { TimeDescriptor } from "@specwright/runtime/transport";
import { writeMoment, writeNumber } from "../connection/write-values.ts";

/** Returns the members for a number and a time. The time is in nanoseconds since the epoch. */
export type StampWriter = (number: bigint, tsNs: bigint) => object;

/** Creates the function for a channel. The number is the member `field`. */
export function createStampWriter(
  { envelope }: ChannelDescriptor,
  numberField: string,
  numbers: { readonly as?: "number" | "string" },
): StampWriter {
  const time: (TimeDescriptor & { readonly field: string }) | undefined = envelope?.time;
  return (number, tsNs) => {
    const stamps = { [numberField]: writeNumber(number, numbers) };
    return time === undefined ? stamps : { ...stamps, [time.field]: writeMoment(tsNs, time) };
  };
}
