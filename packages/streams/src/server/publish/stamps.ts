// The members of a message that a publisher fills in: its number and its time.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { TimeDescriptor } from "@specwright/runtime/transport";
import { writeMoment, writeNumber } from "../connection/write-values.ts";

/** Returns the members of a message for its number and its time, which is in nanoseconds. */
export type StampWriter = (number: bigint, tsNs: bigint) => object;

/** Creates the writer for the numbers of a field. */
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
