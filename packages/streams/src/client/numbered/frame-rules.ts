// Applies the rules of a channel to its frames, across the connections.

import {
  type ChannelParameters,
  memberOf,
  type ResyncReason,
  readInteger,
} from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { SequenceDescriptor } from "@specwright/runtime/transport";
import {
  type SequenceTracker,
  type SequenceVerdict,
  trackSequence,
} from "../../numbering/sequence.ts";
import {
  type SubscriptionTracker,
  type SubscriptionVerdict,
  trackSubscription,
} from "../../numbering/subscription.ts";
import type { FrameHead, FrameRules, ReaderHistory, Ruling } from "../numbering.ts";
import { lastNumber, type ReceivedFrame, readError, statedIdentity } from "../read-frame.ts";
import { createReaderHistory } from "./reader-history.ts";

/** Creates the rules of a channel. `resumeFrom` is the first number to expect, if it is known. */
export function createFrameRules(
  channel: ChannelDescriptor,
  parameters: ChannelParameters,
  resumeFrom: bigint | undefined,
  history: ReaderHistory = createReaderHistory(channel, parameters),
): FrameRules & { readonly keys: SubscriptionTracker } {
  const filtered = isFiltered(channel, parameters);
  const sequence = trackSequence({ filtered, ...(resumeFrom !== undefined && { resumeFrom }) });
  const keys = trackSubscription();
  const keyedKind = ({ tag }: FrameHead): "snapshot" | "diff" =>
    tag === channel.subscription?.snapshot ? "snapshot" : "diff";
  return {
    keys,
    history,
    headOf: (frame) => frameHead(channel, frame),
    follow({ key, number }, bytes) {
      return key === undefined ? historyRuling(history.judge(number, bytes)) : undefined;
    },
    peek(head) {
      const { key, number } = head;
      return key === undefined
        ? sequenceRuling(sequence.peek(number))
        : keyRuling(key, keys.peek(key, keyedKind(head), number)).kind;
    },
    judgeHead(head, bytes) {
      const { key, number } = head;
      if (key !== undefined) return keyRuling(key, keys.accept(key, keyedKind(head), number));
      const kind = sequenceRuling(sequence.accept(number));
      if (kind === "deliver") history.take(number, bytes);
      return { kind };
    },
    refuse(head) {
      const { key } = head;
      if (key === undefined) return { kind: "gap" };
      keys.invalidate(key);
      return { kind: "resync-key", key, ask: keyedKind(head) === "diff" };
    },
    judge(frame, bytes) {
      if (channel.sequence !== undefined) {
        return judgeSequenced(
          { channel, sequence: channel.sequence, tracker: sequence, history },
          frame,
          bytes,
        );
      }
      if (channel.subscription !== undefined) return judgeKeyed(channel, keys, frame);
      return { kind: "deliver" };
    },
    resumeFrom: () => sequence.resumeFrom(),
    forget() {
      sequence.forget();
      history.forget();
    },
  };
}

function frameHead(
  { sequence, subscription }: ChannelDescriptor,
  { tag, declared, raw }: ReceivedFrame,
): FrameHead | undefined {
  if (tag === undefined || !declared) return undefined;
  if (sequence !== undefined) {
    const number = readInteger(memberOf(raw, sequence.field));
    return number === undefined || !sequence.counts.includes(tag) ? undefined : { tag, number };
  }
  if (subscription === undefined) return undefined;
  const key = memberOf(raw, subscription.keyField);
  const number = readInteger(memberOf(raw, subscription.counterField));
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

interface Reading {
  readonly channel: ChannelDescriptor;
  readonly sequence: SequenceDescriptor;
  readonly tracker: SequenceTracker;
  readonly history: ReaderHistory;
}

function judgeSequenced(
  reading: Reading,
  frame: ReceivedFrame,
  bytes: Uint8Array | undefined,
): Ruling {
  const { sequence, tracker } = reading;
  const { tag = "", declared, raw } = frame;
  const seq = readInteger(memberOf(raw, sequence.field));
  const counts = sequence.counts.includes(tag);
  if (declared && !counts) {
    const reason = judgeStatement(reading, frame, seq);
    if (reason !== undefined) return { kind: "diverged", reason };
    if (seq !== undefined && tracker.repeat(seq) === "gap") return { kind: "gap" };
  } else if (seq !== undefined && bytes !== undefined) {
    const ruling = judgeNumbered(reading, seq, bytes, counts);
    if (ruling.kind !== "deliver") return ruling;
  }
  const watermark = counts ? undefined : watermarkOf(sequence, frame);
  const gap = watermark !== undefined && tracker.watermark(watermark) === "gap";
  return { kind: gap ? "gap" : "deliver" };
}

/**
 * Checks a frame with a number that may be new or repeated. If the contract does not declare the message, a
 * later version of the contract may.
 */
function judgeNumbered(
  { tracker, history }: Reading,
  seq: bigint,
  bytes: Uint8Array,
  counts: boolean,
): Ruling {
  const { awaiting } = history;
  const ruling = historyRuling(history.judge(seq, bytes));
  const next = tracker.resumeFrom();
  if (!counts && (next === undefined || seq < next)) {
    // The frame repeats the last number, unless it is the known frame with which the connection begins.
    const repeats = next === undefined || seq + 1n === next;
    return { kind: repeats && !(awaiting && ruling?.kind === "drop") ? "deliver" : "drop" };
  }
  if (ruling !== undefined) return ruling;
  const kind = sequenceRuling(tracker.accept(seq));
  if (kind === "deliver") history.take(seq, bytes);
  return { kind };
}

/** Checks the position of the server that a frame without its own number states. */
function judgeStatement(
  { channel, sequence, history }: Reading,
  frame: ReceivedFrame,
  seq: bigint | undefined,
): ResyncReason | undefined {
  const other = history.identify(statedIdentity(sequence, frame));
  // The number of an error frame is 0 if nothing was delivered. It then says nothing about the log.
  if (other !== undefined || readError(channel, frame) !== undefined) return other;
  const stated = watermarkOf(sequence, frame) ?? (seq === 0n ? undefined : seq);
  return history.state(stated);
}

function historyRuling(verdict: "new" | "known" | ResyncReason): Ruling | undefined {
  if (verdict === "new") return undefined;
  return verdict === "known" ? { kind: "drop" } : { kind: "diverged", reason: verdict };
}

function watermarkOf(sequence: SequenceDescriptor, frame: ReceivedFrame): bigint | undefined {
  if (frame.tag === sequence.endOfBacklog) return lastNumber(sequence, frame);
  const { watermarkField } = sequence;
  return watermarkField === undefined
    ? undefined
    : readInteger(memberOf(frame.raw, watermarkField));
}

function judgeKeyed(
  channel: ChannelDescriptor,
  tracker: SubscriptionTracker,
  frame: ReceivedFrame,
): Ruling {
  const { subscription } = channel;
  if (subscription === undefined) return { kind: "deliver" };
  const { tag = "", raw, declared } = frame;
  const refused = readError(channel, frame);
  if (refused?.code === "unknown_key") {
    const unknown = memberOf(refused.details, subscription.keysField);
    if (Array.isArray(unknown)) tracker.unsubscribe(unknown.map(String));
  }
  const key = memberOf(raw, subscription.keyField);
  const counter = readInteger(memberOf(raw, subscription.counterField));
  if (typeof key !== "string" || counter === undefined) return { kind: "deliver" };

  const counts = subscription.diffs.includes(tag) ? "diff" : declared ? "repeat" : "unknown";
  const kind = tag === subscription.snapshot ? "snapshot" : counts;
  return keyRuling(key, tracker.accept(key, kind, counter));
}
