import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { FeedCounter, FeedDescriptor } from "@specwright/runtime/transport";

/**
 * Returns the feed of a channel. For a channel without topics, returns a feed without topics, so that the
 * same judges read its counters. `filtered`: parameters select only some frames of the sequence.
 */
export function describeFeed(
  channel: ChannelDescriptor,
  filtered: boolean = false,
): FeedDescriptor {
  const { feed, sequence, subscription } = channel;
  if (feed !== undefined) return feed;
  const counters: FeedCounter[] = [];
  if (sequence !== undefined) {
    counters.push({
      messages: idsOf(channel, sequence.counts),
      repeats: idsOf(channel, sequence.repeats),
      scope: "connection",
      at: pointerTo(sequence.field),
      step: filtered ? "rising" : "one",
      gap: "reconnect",
    });
  }
  if (subscription !== undefined) {
    counters.push({
      messages: idsOf(channel, subscription.diffs),
      starts: idsOf(channel, [subscription.snapshot]),
      scope: "key",
      key: pointerTo(subscription.keyField),
      at: pointerTo(subscription.counterField),
      step: "one",
      gap: "resubscribe",
    });
  }
  return { envelope: { match: [] }, subscription: { topics: {} }, counters };
}

/** Returns the ids of the server's messages that have one of the tags. */
export function idsOf(
  { serverMessages }: ChannelDescriptor,
  tags: readonly string[],
): readonly string[] {
  return serverMessages.flatMap(({ id, tag = id }) => (tags.includes(tag) ? [id] : []));
}

function pointerTo(field: string): string {
  return `/${field.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
