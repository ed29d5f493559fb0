import { type ChannelParameters, memberOf, readInteger } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";

/**
 * Returns the first number that the caller requests by a parameter; undefined if the caller requests none
 * or the channel has no such parameter.
 */
export function requestedStart(
  { sequence }: ChannelDescriptor,
  { query }: ChannelParameters,
): bigint | undefined {
  if (sequence === undefined) return undefined;
  return readInteger(memberOf(query, sequence.resumeParameter));
}
