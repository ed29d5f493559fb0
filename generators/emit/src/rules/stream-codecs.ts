// Which messages are read and written in one pass over their bytes. That is several times faster, and
// five kilobytes in a bundle.

import { type Channel, streamKind } from "@specwright/contract";

/**
 * Reports whether the messages of a channel have stream codecs: they come in bulk, in replays or about
 * topics.
 */
export function hasStreamCodecs(channel: Channel): boolean {
  return streamKind(channel) !== "messages";
}
