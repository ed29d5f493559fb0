// The frames a server sends of its own accord, in the envelope of the streams source §2.8 and §2.9.
// A channel that does not declare a tag gets no such frame.

import type { Clock } from "@specwright/runtime";
import type { ChannelDescriptor, MessageDescriptor } from "@specwright/runtime/codegen";

/** Is a frame before it is written: what is known of it, without the envelope. */
export type ControlFrame =
  | {
      readonly kind: "heartbeat";
      readonly intervalMs: number;
      readonly seq?: bigint;
      readonly watermark?: bigint;
      readonly logId?: string;
    }
  | {
      readonly kind: "backlog_end";
      readonly seq: bigint;
      readonly lastSeq: bigint;
      readonly logId: string;
    }
  | {
      readonly kind: "error";
      readonly seq?: bigint;
      /** One of `StreamErrorFrameCode`, or the channel's own. */
      readonly code: string;
      readonly message: string;
      readonly details?: object;
    };

/** Lists the codes of error frames this server sends (S9). */
export type StreamErrorFrameCode =
  | "resume_too_old"
  | "unauthorized"
  | "invalid_frame"
  | "unknown_market"
  | "flow_control"
  | "protocol_version"
  | "going_away"
  | "internal_error";

/** Gives the time in nanoseconds since the epoch. */
export function nowNs(clock: Clock): bigint {
  return BigInt(Math.floor(clock.now())) * 1_000_000n;
}

/** Finds the message of a channel that a tag marks. */
export function messageByTag(
  messages: readonly MessageDescriptor[],
  tag: unknown,
): MessageDescriptor | undefined {
  return messages.find((message) => message.tag !== undefined && message.tag === tag);
}

/**
 * Writes a control frame as the channel declares it; nothing when the channel declares no such
 * frame. Throws `CodecError` when its schema refuses the envelope.
 */
export function writeControlFrame(
  channel: ChannelDescriptor,
  frame: ControlFrame,
  tsNs: bigint,
): Uint8Array | undefined {
  const tag = frame.kind === "backlog_end" ? channel.sequence?.endOfBacklog : frame.kind;
  const message = messageByTag(channel.serverMessages, tag);
  if (message === undefined || channel.discriminator === undefined) return undefined;
  const members = {
    [channel.discriminator]: tag,
    ...sequenceMembers(channel, frame),
    ts_ns: tsNs,
    ...payloadMember(channel, frame),
  };
  const path = channel.sequence?.identity?.path;
  const logId = frame.kind === "error" ? undefined : frame.logId;
  return message.codec.encodeBytes(
    path === undefined || logId === undefined ? members : put(members, path, logId),
  );
}

/** Copies an object with a member set, which a path leads to. */
function put(target: object, [name, ...rest]: readonly string[], value: string): object {
  if (name === undefined) return target;
  const inner: unknown = Reflect.get(target, name);
  const holder = typeof inner === "object" && inner !== null ? inner : {};
  return { ...target, [name]: rest.length === 0 ? value : put(holder, rest, value) };
}

function sequenceMembers(channel: ChannelDescriptor, frame: ControlFrame): object {
  const { sequence } = channel;
  if (sequence === undefined) return {};
  // An error frame must have a number even when nothing was delivered; a heartbeat must not.
  const seq = frame.kind === "error" ? (frame.seq ?? 0n) : frame.seq;
  const watermark = frame.kind === "heartbeat" ? frame.watermark : undefined;
  return {
    ...(seq !== undefined && { [sequence.field]: seq }),
    ...(watermark !== undefined &&
      sequence.watermarkField !== undefined && { [sequence.watermarkField]: watermark }),
  };
}

function payloadMember(channel: ChannelDescriptor, frame: ControlFrame): object {
  switch (frame.kind) {
    case "heartbeat": {
      // On a channel with subscriptions a heartbeat is for all keys at once and has no payload.
      if (channel.sequence === undefined) return {};
      return { payload: { interval_sec: Math.max(1, Math.round(frame.intervalMs / 1000)) } };
    }
    case "backlog_end":
      return { payload: { last_seq: frame.lastSeq } };
    case "error": {
      const { code, message, details } = frame;
      return { payload: { code, message, ...(details !== undefined && { details }) } };
    }
    default:
      return frame satisfies never;
  }
}
