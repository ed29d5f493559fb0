// Applies the rules of a channel to the frames of its connections, one after another.

import type { ChannelDescriptor, ChannelParameters } from "@specwright/runtime/codegen";
import {
  type SequenceTracker,
  type SubscriptionTracker,
  trackSequence,
  trackSubscription,
} from "@specwright/sequencing";
import { memberOf } from "./encode-target.ts";
import { backlogMaximum, errorPayload } from "./read-envelope.ts";
import { int64Of, type ReceivedFrame } from "./read-frame.ts";

/** Says what to do with a frame. */
export type Ruling =
  | { readonly kind: "deliver" | "drop" }
  /** Frames are missing: connect again at the resume point. */
  | { readonly kind: "gap" }
  /** Frames of a key are missing: drop this one and ask for a fresh snapshot. */
  | { readonly kind: "resync-key"; readonly key: string };

/** Is the memory of a channel across its connections. */
export interface FrameRules {
  /** Judges a frame and moves on. */
  judge(frame: ReceivedFrame): Ruling;
  /** Gives the first number still wanted; nothing where none is known. */
  resumeFrom(): bigint | undefined;
  /** Forgets the position, to start again at the live tail. */
  forget(): void;
  /** Tells whether a frame shows that the server knows less than was received already. */
  isBehind(frame: ReceivedFrame): boolean;
  /** The keys subscribed; none on a channel without subscriptions. */
  readonly keys: SubscriptionTracker;
}

/** Makes the rules of a channel. */
export function createFrameRules(
  channel: ChannelDescriptor,
  parameters: ChannelParameters,
  resumeFrom: bigint | undefined,
): FrameRules {
  const filtered = isFiltered(channel, parameters);
  const sequence = trackSequence({ filtered, ...(resumeFrom !== undefined && { resumeFrom }) });
  const keys = trackSubscription();
  return {
    keys,
    judge(frame) {
      if (channel.sequence !== undefined) return judgeSequenced(channel, sequence, frame);
      if (channel.subscription !== undefined) return judgeKeyed(channel, keys, frame);
      return { kind: "deliver" };
    },
    resumeFrom: () => sequence.resumeFrom(),
    forget: () => sequence.forget(),
    isBehind(frame) {
      const stated = watermarkOf(channel, frame);
      const next = sequence.resumeFrom();
      return stated !== undefined && next !== undefined && stated + 1n < next;
    },
  };
}

function isFiltered({ sequence }: ChannelDescriptor, { query }: ChannelParameters): boolean {
  return (sequence?.filters ?? []).some((name) => {
    const value = memberOf(query, name);
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });
}

function judgeSequenced(
  channel: ChannelDescriptor,
  tracker: SequenceTracker,
  frame: ReceivedFrame,
): Ruling {
  const { sequence } = channel;
  const { tag = "", raw } = frame;
  const seq = sequence === undefined ? undefined : int64Of(memberOf(raw, sequence.field));
  if (seq !== undefined) {
    const verdict = numberVerdict(channel, tracker, frame, seq);
    if (verdict !== "deliver") return { kind: verdict === "gap" ? "gap" : "drop" };
  }
  const watermark = sequence?.counts.includes(tag) ? undefined : watermarkOf(channel, frame);
  const gap = watermark !== undefined && tracker.watermark(watermark) === "gap";
  return { kind: gap ? "gap" : "deliver" };
}

function numberVerdict(
  { sequence }: ChannelDescriptor,
  tracker: SequenceTracker,
  { tag = "", declared }: ReceivedFrame,
  seq: bigint,
): "deliver" | "duplicate" | "gap" {
  if (sequence?.counts.includes(tag)) return tracker.accept(seq);
  if (declared) return tracker.repeat(seq);
  // A type of a later contract: it counts when its number is new, and repeats when it is the last.
  const next = tracker.resumeFrom();
  if (next === undefined || seq + 1n === next) return "deliver";
  return tracker.accept(seq);
}

function watermarkOf({ sequence }: ChannelDescriptor, frame: ReceivedFrame): bigint | undefined {
  if (sequence === undefined) return undefined;
  if (frame.tag === sequence.endOfBacklog) return backlogMaximum(frame);
  const { watermarkField } = sequence;
  return watermarkField === undefined ? undefined : int64Of(memberOf(frame.raw, watermarkField));
}

function judgeKeyed(
  { subscription }: ChannelDescriptor,
  tracker: SubscriptionTracker,
  frame: ReceivedFrame,
): Ruling {
  if (subscription === undefined) return { kind: "deliver" };
  const { tag = "", raw, declared } = frame;
  const refused = errorPayload(frame);
  if (refused?.code === "unknown_market") {
    const unknown = memberOf(refused.details, subscription.keysField);
    if (Array.isArray(unknown)) tracker.unsubscribe(unknown.map(String));
  }
  const key = memberOf(raw, subscription.keyField);
  const counter = int64Of(memberOf(raw, subscription.counterField));
  if (typeof key !== "string" || counter === undefined) return { kind: "deliver" };

  const counts = subscription.diffs.includes(tag) ? "diff" : declared ? "repeat" : "unknown";
  const kind = tag === subscription.snapshot ? "snapshot" : counts;
  const verdict = tracker.accept(key, kind, counter);
  return verdict === "gap" ? { kind: "resync-key", key } : { kind: verdict };
}
