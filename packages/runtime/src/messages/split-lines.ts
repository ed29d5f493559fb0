import type { ChannelDescriptor } from "../codegen/channel.ts";

const LINE_FEED = 0x0a;

/**
 * Returns the messages of a frame. If the channel writes one message on each line, these are the non-empty
 * lines of the frame.
 */
export function messagesIn(
  { lines }: Pick<ChannelDescriptor, "lines">,
  frame: Uint8Array,
): readonly Uint8Array[] {
  if (lines !== true || !frame.includes(LINE_FEED)) return [frame];
  const found: Uint8Array[] = [];
  let start = 0;
  while (start < frame.length) {
    const next = frame.indexOf(LINE_FEED, start);
    const end = next === -1 ? frame.length : next;
    if (end > start) found.push(frame.subarray(start, end));
    start = end + 1;
  }
  return found;
}
