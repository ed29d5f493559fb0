// Applies the rules of a channel to the frames of its connections, one after another.

import type { ChannelDescriptor, ChannelParameters } from "@specwright/runtime/codegen";
import {
  type SequenceTracker,
  type SequenceVerdict,
  type SubscriptionTracker,
  type SubscriptionVerdict,
  trackSequence,
  trackSubscription,
} from "@specwright/sequencing";
import { memberOf } from "./encode-target.ts";
import type { FrameHead } from "./peek-frame.ts";
import { backlogMaximum, errorPayload } from "./read-envelope.ts";
import { int64Of, type ReceivedFrame } from "./read-frame.ts";

/** Says what to do with a frame. */
export type Ruling =
  | { readonly kind: "deliver" }
  | { readonly kind: "drop" }
  /** Frames are missing: connect again at the resume point. */
  | { readonly kind: "gap" }
  /** Frames of a key are missing: drop this one and, where `ask`, ask for a fresh snapshot. */
  | { readonly kind: "resync-key"; readonly key: string; readonly ask: boolean };

/** Is the memory of a channel across its connections. */
export interface FrameRules {
  /** Judges a frame and moves on. */
  judge(frame: ReceivedFrame): Ruling;
  /** Gives what a frame is judged by, when it is a message that is declared and counts. */
  headOf(frame: ReceivedFrame): FrameHead | undefined;
  /** Tells what `judgeHead` would rule, and moves nothing. */
  foresee(head: FrameHead): Ruling["kind"];
  /** Judges a frame by its head and moves on. */
  judgeHead(head: FrameHead): Ruling;
  /** Rules on a frame that was in order and turned out to be of no use: it counts as missing. */
  refuse(head: FrameHead): Exclude<Ruling, { readonly kind: "deliver" }>;
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
  const kindOf = ({ tag }: FrameHead): "snapshot" | "diff" =>
    tag === channel.subscription?.snapshot ? "snapshot" : "diff";
  return {
    keys,
    headOf: (frame) => headOf(channel, frame),
    foresee(head) {
      const { key, number } = head;
      return key === undefined
        ? sequenceRuling(sequence.foresee(number))
        : keyRuling(key, keys.foresee(key, kindOf(head), number)).kind;
    },
    judgeHead(head) {
      const { key, number } = head;
      return key === undefined
        ? { kind: sequenceRuling(sequence.accept(number)) }
        : keyRuling(key, keys.accept(key, kindOf(head), number));
    },
    refuse(head) {
      const { key } = head;
      if (key === undefined) return { kind: "gap" };
      keys.lose(key);
      return { kind: "resync-key", key, ask: kindOf(head) === "diff" };
    },
    judge(frame) {
      if (channel.sequence !== undefined) return judgeSequenced(channel, sequence, frame);
      if (channel.subscription !== undefined) return judgeKeyed(channel, keys, frame);
      return { kind: "deliver" };
    },
    resumeFrom: () => sequence.resumeFrom(),
    forget: () => sequence.forget(),
    isBehind(frame) {
      if (frame.tag !== undefined && channel.sequence?.counts.includes(frame.tag)) return false;
      const stated = watermarkOf(channel, frame);
      const next = sequence.resumeFrom();
      return stated !== undefined && next !== undefined && stated + 1n < next;
    },
  };
}

function headOf(
  { sequence, subscription }: ChannelDescriptor,
  { tag, declared, raw }: ReceivedFrame,
): FrameHead | undefined {
  if (tag === undefined || !declared) return undefined;
  if (sequence !== undefined) {
    const number = int64Of(memberOf(raw, sequence.field));
    return number === undefined || !sequence.counts.includes(tag) ? undefined : { tag, number };
  }
  if (subscription === undefined) return undefined;
  const key = memberOf(raw, subscription.keyField);
  const number = int64Of(memberOf(raw, subscription.counterField));
  const counts = tag === subscription.snapshot || subscription.diffs.includes(tag);
  if (!counts || typeof key !== "string" || number === undefined) return undefined;
  return { tag, key, number };
}

function sequenceRuling(verdict: SequenceVerdict): "deliver" | "drop" | "gap" {
  return verdict === "duplicate" ? "drop" : verdict;
}

function keyRuling(key: string, verdict: SubscriptionVerdict): Ruling {
  return verdict === "gap" ? { kind: "resync-key", key, ask: true } : { kind: verdict };
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
    if (verdict !== "deliver") return { kind: sequenceRuling(verdict) };
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
  return keyRuling(key, tracker.accept(key, kind, counter));
}
