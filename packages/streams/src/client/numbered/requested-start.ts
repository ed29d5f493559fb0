import { type ChannelParameters, memberOf, readInteger } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";

/** Returns the first number that the caller requests, if the channel has such a parameter. */
export function requestedStart(
  { sequence }: ChannelDescriptor,
  { query }: ChannelParameters,
): bigint | undefined {
  if (sequence === undefined) return undefined;
  return readInteger(memberOf(query, sequence.resumeParameter));
}
