// Determines which messages have stream codecs. These are several times faster, but add five kilobytes to a
// bundle.

import { type Channel, streamKind } from "@specwright/contract";

/**
 * Reports whether the messages of a channel have stream codecs. This is so if they arrive in large numbers:
 * in replays or on topics.
 */
export function hasStreamCodecs(channel: Channel): boolean {
  return streamKind(channel) !== "messages";
}
