import type { StreamKey } from "./sequenced-log.ts";

/** Returns a text that identifies a stream. Do not change its form, because stored names depend on it. */
export function writeStreamKey({ brokerId, channelId, address }: StreamKey): string {
  return JSON.stringify(
    address === undefined ? [brokerId, channelId] : [brokerId, channelId, address],
  );
}
