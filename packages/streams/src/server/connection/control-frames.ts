// The frames that a server sends by itself, as the envelope of the channel describes them. A frame
// whose message the channel does not declare is not sent.

import type { Clock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { contractCode, type MessageDescriptor } from "@specwright/runtime/transport";
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

/** Returns the message of a channel with a tag. */
export function messageByTag(
  messages: readonly MessageDescriptor[],
  tag: unknown,
): MessageDescriptor | undefined {
  return messages.find((message) => message.tag !== undefined && message.tag === tag);
}

/**
 * Writes a control frame as the channel declares it; undefined if the channel declares no such
 * frame.
 *
 * @throws `CodecError` if the members that the envelope adds violate its schema.
 */
export function writeControlFrame(
  channel: ChannelDescriptor,
  frame: ControlFrame,
  tsNs: bigint,
): Uint8Array | undefined {
  const { discriminator, envelope, serverMessages } = channel;
  const tag = tagOf(channel, frame);
  const message = messageByTag(serverMessages, tag);
  if (message === undefined || discriminator === undefined) return undefined;
  const members: Record<string, unknown> = { [discriminator]: tag };
  putNumbers(members, channel, frame, tag);
  if (envelope?.time !== undefined) {
    members[envelope.time.field] = writeMoment(tsNs, envelope.time);
  }
  putContent(members, channel, frame);
  return message.codec.encodeBytes(members);
}

function tagOf({ envelope, sequence }: ChannelDescriptor, { kind }: ControlFrame): unknown {
  switch (kind) {
    case "heartbeat":
      return envelope?.heartbeat?.tag;
    case "end-of-backlog":
      return sequence?.endOfBacklog;
    case "error":
      return envelope?.error?.tag;
    default:
      return kind satisfies never;
  }
}

/** Sets the number that the frame repeats, and up to which number its reader has everything. */
function putNumbers(
  members: Record<string, unknown>,
  { sequence }: ChannelDescriptor,
  frame: ControlFrame,
  tag: unknown,
): void {
  if (sequence === undefined) return;
  const { field, repeats, watermarkField } = sequence;
  // An error frame has a number even if nothing was delivered; a heartbeat has none then.
  const seq = frame.kind === "error" ? (frame.seq ?? 0n) : frame.seq;
  if (seq !== undefined && repeats.some((one) => one === tag)) {
    members[field] = writeNumber(seq, sequence);
  }
  if (frame.kind === "heartbeat" && frame.watermark !== undefined && watermarkField !== undefined) {
    members[watermarkField] = writeNumber(frame.watermark, sequence);
  }
}

/** Sets the members that the frame exists for. */
function putContent(
  members: Record<string, unknown>,
  channel: ChannelDescriptor,
  frame: ControlFrame,
): void {
  const { envelope, sequence } = channel;
  switch (frame.kind) {
    case "heartbeat": {
      const every = envelope?.heartbeat?.every;
      put(members, every?.path, every && writeSpan(frame.intervalMs, every));
      put(members, sequence?.identity?.path, frame.logId);
      return;
    }
    case "end-of-backlog": {
      put(members, sequence?.lastNumberPath, sequence && writeNumber(frame.lastSeq, sequence));
      put(members, sequence?.identity?.path, frame.logId);
      return;
    }
    case "error": {
      const { code, text, details } = envelope?.error ?? {};
      put(members, code, contractCode(channel, frame.code));
      put(members, text, frame.message);
      put(members, details, frame.details);
      return;
    }
    default:
      frame satisfies never;
  }
}

/** Sets the member at a path, unless there is no path or no value. */
function put(
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
  put(holder, rest, value);
  target[name] = holder;
}
