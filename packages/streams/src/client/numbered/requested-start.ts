import { type ChannelParameters, memberOf, readInteger } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";

/** Returns the number that the caller asks to begin with, if the channel has one. */
export function requestedStart(
  { sequence }: ChannelDescriptor,
  { query }: ChannelParameters,
): bigint | undefined {
  if (sequence === undefined) return undefined;
  return readInteger(memberOf(query, sequence.resumeParameter));
}
