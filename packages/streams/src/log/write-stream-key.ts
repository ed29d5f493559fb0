import type { StreamKey } from "./sequenced-log.ts";

/** Returns the text by which engines distinguish streams. Stored names depend on it. */
export function writeStreamKey({ brokerId, channelId, address }: StreamKey): string {
  return JSON.stringify(
    address === undefined ? [brokerId, channelId] : [brokerId, channelId, address],
  );
}
