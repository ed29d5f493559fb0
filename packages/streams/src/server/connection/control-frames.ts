// Writes the frames that a server sends without a request, as the envelope of the channel defines them. If
// a channel does not declare the message of such a frame, the frame is not sent.

import type { Clock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { contractCode, encodeBytes, type MessageDescriptor } from "@specwright/runtime/transport";
import { writeMoment, writeNumber, writeSpan } from "./write-values.ts";

/** The content of a control frame. The contract defines which members contain it. */
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
      /** The answer to a sign of life of the client. */
      readonly kind: "answer";
      /** The id of the message. */
      readonly message: string;
    }
  | {
      readonly kind: "error";
      readonly seq?: bigint;
      /** A `StreamErrorFrameCode`, or the contract's code for a resume point that is too old. */
      readonly code: string;
      readonly message: string;
      readonly details?: object;
    };

/** Returns the time in nanoseconds since the epoch. */
export function nowNs(clock: Clock): bigint {
  return BigInt(Math.floor(clock.now())) * 1_000_000n;
}

/** Finds a message by its tag. On a channel without a discriminator, the tag is the id of the message. */
export function messageByTag(
  messages: readonly MessageDescriptor[],
  tag: unknown,
): MessageDescriptor | undefined {
  return messages.find(({ id, tag: own = id }) => own === tag);
}

/**
 * Writes a control frame. Returns undefined if the channel does not declare its message. `heartbeat` is the
 * id of the channel's heartbeat message.
 *
 * @throws CodecError if the frame, with the members of the envelope, breaks its schema.
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
 * Sets two members: the number of the last delivered frame, and the number up to which the reader has
 * received all frames.
 */
function putNumbers(
  members: Record<string, unknown>,
  { sequence }: ChannelDescriptor,
  frame: ControlFrame,
  tag: unknown,
): void {
  if (sequence === undefined || frame.kind === "answer") return;
  const { field, repeats, watermarkField } = sequence;
  // If nothing was delivered, an error frame has the number 0, and a heartbeat has no number.
  const seq = frame.kind === "error" ? (frame.seq ?? 0n) : frame.seq;
  if (seq !== undefined && repeats.some((one) => one === tag)) {
    members[field] = writeNumber(seq, sequence);
  }
  if (frame.kind === "heartbeat" && frame.watermark !== undefined && watermarkField !== undefined) {
    members[watermarkField] = writeNumber(frame.watermark, sequence);
  }
}

/** Sets the members that only this kind of frame has. */
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

/** Sets the member at a path. Does nothing if the path or the value is undefined. */
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
