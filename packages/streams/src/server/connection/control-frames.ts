// The frames that a server sends by itself, as the envelope of the channel describes them. If the channel
// does not declare the message of a frame, the frame is not sent.

import type { Clock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { contractCode, encodeBytes, type MessageDescriptor } from "@specwright/runtime/transport";
import { writeMoment, writeNumber, writeSpan } from "./write-values.ts";

/** The contents of a frame, independent of where the contract places them. */
export type ControlFrame =
  | {
      readonly kind: "heartbeat";
      readonly intervalMs: number;
      readonly seq?: bigint;
      readonly watermark?: bigint;
      readonly logId?: string;
    }
  | {
      readonly kind: "end-of-backlog";
      readonly seq: bigint;
      readonly lastSeq: bigint;
      readonly logId: string;
    }
  | {
      /** Answers a sign of life of the client. */
      readonly kind: "answer";
      /** The id of the message. */
      readonly message: string;
    }
  | {
      readonly kind: "error";
      readonly seq?: bigint;
      /** One of `StreamErrorFrameCode`, or the contract's code for an old resume point. */
      readonly code: string;
      readonly message: string;
      readonly details?: object;
    };

/** Returns the time in nanoseconds since the epoch. */
export function nowNs(clock: Clock): bigint {
  return BigInt(Math.floor(clock.now())) * 1_000_000n;
}

/**
 * Returns the message of a channel that has a tag. On a channel without a discriminator, the tag is
 * the id of the message.
 */
export function messageByTag(
  messages: readonly MessageDescriptor[],
  tag: unknown,
): MessageDescriptor | undefined {
  return messages.find(({ id, tag: own = id }) => own === tag);
}

/**
 * Writes a control frame as the channel declares it; undefined if the channel declares no such
 * frame. `heartbeat` is the id of the channel's heartbeat message.
 *
 * @throws `CodecError` if the members that the envelope adds violate its schema.
 */
export function writeControlFrame(
  channel: ChannelDescriptor,
  heartbeat: string | undefined,
  frame: ControlFrame,
  tsNs: bigint,
): Uint8Array | undefined {
  const { discriminator, envelope } = channel;
  const message = messageFor(channel, heartbeat, frame);
  if (message === undefined) return undefined;
  const { id, tag = id, constants } = message;
  const members: Record<string, unknown> = { ...constants };
  if (discriminator !== undefined) members[discriminator] = tag;
  putNumbers(members, channel, frame, tag);
  if (envelope?.time !== undefined) {
    members[envelope.time.field] = writeMoment(tsNs, envelope.time);
  }
  putContent(members, channel, frame);
  return encodeBytes(message, members);
}

function messageFor(
  { envelope, sequence, serverMessages }: ChannelDescriptor,
  heartbeat: string | undefined,
  frame: ControlFrame,
): MessageDescriptor | undefined {
  switch (frame.kind) {
    case "heartbeat":
      return serverMessages.find(({ id }) => id === heartbeat);
    case "answer":
      return serverMessages.find(({ id }) => id === frame.message);
    case "end-of-backlog":
      return messageByTag(serverMessages, sequence?.endOfBacklog);
    case "error":
      return messageByTag(serverMessages, envelope?.error?.tag);
    default:
      return frame satisfies never;
  }
}

/**
 * Sets the number of the last delivered frame, which this frame repeats, and the number up to which
 * the reader has received all frames.
 */
function putNumbers(
  members: Record<string, unknown>,
  { sequence }: ChannelDescriptor,
  frame: ControlFrame,
  tag: unknown,
): void {
  if (sequence === undefined || frame.kind === "answer") return;
  const { field, repeats, watermarkField } = sequence;
  // If nothing was delivered, an error frame has the number 0 and a heartbeat has no number.
  const seq = frame.kind === "error" ? (frame.seq ?? 0n) : frame.seq;
  if (seq !== undefined && repeats.some((one) => one === tag)) {
    members[field] = writeNumber(seq, sequence);
  }
  if (frame.kind === "heartbeat" && frame.watermark !== undefined && watermarkField !== undefined) {
    members[watermarkField] = writeNumber(frame.watermark, sequence);
  }
}

/** Sets the members that are specific to the kind of the frame. */
function putContent(
  members: Record<string, unknown>,
  channel: ChannelDescriptor,
  frame: ControlFrame,
): void {
  const { envelope, heartbeats = [], sequence } = channel;
  switch (frame.kind) {
    case "answer":
      return;
    case "heartbeat": {
      const beat = heartbeats.find((each) => each.from === "server" && each.message !== undefined);
      const every = beat?.from === "server" ? beat.every : undefined;
      setMember(members, every?.path, every && writeSpan(frame.intervalMs, every));
      setMember(members, sequence?.identity?.path, frame.logId);
      return;
    }
    case "end-of-backlog": {
      setMember(
        members,
        sequence?.lastNumberPath,
        sequence && writeNumber(frame.lastSeq, sequence),
      );
      setMember(members, sequence?.identity?.path, frame.logId);
      return;
    }
    case "error": {
      const { code, text, details } = envelope?.error ?? {};
      setMember(members, code, contractCode(channel, frame.code));
      setMember(members, text, frame.message);
      setMember(members, details, frame.details);
      return;
    }
    default:
      frame satisfies never;
  }
}

/** Sets the member at a path. Does nothing without a path or without a value. */
function setMember(
  target: Record<string, unknown>,
  path: readonly string[] | undefined,
  value: unknown,
): void {
  const [name, ...rest] = path ?? [];
  if (name === undefined || value === undefined) return;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const known = target[name];
  const holder = typeof known === "object" && known !== null ? { ...known } : {};
  setMember(holder, rest, value);
  target[name] = holder;
}
