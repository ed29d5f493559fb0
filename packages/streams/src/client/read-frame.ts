import {
  CodecError,
  findTag,
  issueSummary,
  JsonError,
  memberOf,
  parseJson,
  readInteger,
  type UnknownMessage,
} from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import {
  decodeUtf8,
  type EndingReaction,
  type MessageDescriptor,
  type MessageSelector,
  meetsConditions,
  runTimeCode,
  type SequenceDescriptor,
  type ServerHeartbeat,
  type TimeDescriptor,
} from "@specwright/runtime/transport";

/** A frame of the server. It is decoded if its channel declares it. */
export interface ReceivedFrame {
  /**
   * The value of the discriminator. Absent if the channel has no discriminator, or if the frame lacks that
   * member.
   */
  readonly tag?: string;
  /** The id of the message; absent if the channel does not declare the frame. */
  readonly id?: string;
  /** Whether the channel declares the tag. */
  readonly declared: boolean;
  /** The decoded message. If the frame breaks its schema, the parsed JSON, whose number is still used. */
  readonly raw: unknown;
  /** The message for the consumer. */
  readonly message: unknown;
}

/**
 * Reads a frame. If the contract does not define the frame, or the frame breaks its schema, the message is
 * an `UnknownMessage`.
 */
export function readFrame(
  channel: ChannelDescriptor,
  text: Uint8Array | undefined,
  binary?: Uint8Array,
): ReceivedFrame {
  if (text === undefined) return readBinary(channel, binary);
  if (channel.select !== undefined) return readSelected(channel, channel.select, text);
  return readDeclared(channel, text) ?? readAnything(channel, text);
}

function readBinary(
  { serverMessages }: ChannelDescriptor,
  binary: Uint8Array | undefined,
): ReceivedFrame {
  const message = serverMessages.find((one) => one.binary === true);
  if (message === undefined || binary === undefined)
    return unreadableFrame(binary, "a binary frame");
  return { id: message.id, declared: true, raw: binary, message: binary };
}

function readSelected(
  { serverMessages }: ChannelDescriptor,
  select: MessageSelector,
  text: Uint8Array,
): ReceivedFrame {
  const selected = select.read(serverMessages, text);
  if ("reason" in selected) return unreadableFrame(selected.received, selected.reason);
  const { value, message } = selected;
  const { id, tag = id } = message;
  return { tag, id, declared: true, raw: value, message: value };
}

/**
 * Decodes a frame in one pass by its first tag. Returns undefined if the frame does not match that tag.
 */
function readDeclared(
  { discriminator, serverMessages }: ChannelDescriptor,
  text: Uint8Array,
): ReceivedFrame | undefined {
  if (discriminator === undefined) {
    const [only] = serverMessages;
    const message = decodeMessage(only, text);
    if (only === undefined || message === undefined || only.binary === true) return undefined;
    return { id: only.id, declared: true, raw: message, message };
  }
  const tag = findTag(text, discriminator);
  if (tag === undefined) return undefined;
  const declared = serverMessages.find((one) => one.tag === tag);
  const message = decodeMessage(declared, text);
  // The first tag was a guess. If the frame has the discriminator twice, JSON uses the last one.
  if (declared === undefined || memberOf(message, discriminator) !== tag) return undefined;
  return { tag, id: declared.id, declared: true, raw: message, message };
}

function readAnything(channel: ChannelDescriptor, text: Uint8Array): ReceivedFrame {
  const raw = parseFrame(text);
  if (raw instanceof JsonError) return unreadableFrame(decodeUtf8(text), raw.message);

  const { discriminator, serverMessages } = channel;
  if (discriminator === undefined) {
    const [only] = serverMessages;
    if (only !== undefined && only.binary !== true)
      return { declared: true, raw, ...checkMessage(only, raw, text) };
    return { declared: true, raw, message: unknownMessage(raw, "no message is declared") };
  }
  const tag = memberOf(raw, discriminator);
  if (typeof tag !== "string") return { ...unreadableFrame(raw, `no ${discriminator}`), raw };
  const declared = serverMessages.find((message) => message.tag === tag);
  if (declared === undefined) {
    return { tag, declared: false, raw, message: unknownMessage(raw, `unknown ${discriminator}`) };
  }
  return { tag, declared: true, raw, ...checkMessage(declared, raw, text) };
}

function parseFrame(text: Uint8Array): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
}

function decodeMessage(message: MessageDescriptor | undefined, text: Uint8Array): unknown {
  try {
    return message?.codec.decode(text);
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

function checkMessage(
  { id, codec }: MessageDescriptor,
  raw: unknown,
  text: Uint8Array,
): Pick<ReceivedFrame, "id" | "message"> {
  try {
    return { id, message: codec.isExact === true ? codec.decode(text) : codec.parse(raw) };
  } catch (error) {
    if (error instanceof CodecError)
      return { message: unknownMessage(raw, issueSummary(error.issues)) };
    throw error;
  }
}

function unreadableFrame(received: unknown, reason: string): ReceivedFrame {
  return { declared: false, raw: undefined, message: unknownMessage(received, reason) };
}

function unknownMessage(received: unknown, reason: string): UnknownMessage {
  return { type: "$unknown", received, reason };
}

// The functions below read frames that a server sends without a request. If the contract has no envelope,
// features that need such frames are unavailable.

/** The contents of an error frame. */
export interface ErrorReport {
  /** The code that the runtime uses, even if the contract names the code differently. */
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

/** Reads an error frame; returns undefined for any other frame. */
export function readError(
  channel: ChannelDescriptor,
  { tag, raw }: ReceivedFrame,
): ErrorReport | undefined {
  const { error } = channel.envelope ?? {};
  if (error === undefined || tag !== error.tag) return undefined;
  const code = memberAt(raw, error.code);
  if (typeof code !== "string") return undefined;
  const message = error.text && memberAt(raw, error.text);
  const details = error.details && memberAt(raw, error.details);
  return {
    code: runTimeCode(channel, code),
    message: typeof message === "string" ? message : "",
    details,
  };
}

/** Reports whether a frame is the message with an id, even if the frame breaks its schema. */
export function isMessage(
  { serverMessages }: ChannelDescriptor,
  { id, tag }: ReceivedFrame,
  message: string | undefined,
): boolean {
  if (id !== undefined || tag === undefined) return id !== undefined && id === message;
  return serverMessages.some((each) => each.id === message && each.tag === tag);
}

/** Lists the server's heartbeats for which a frame counts. */
export function frameHeartbeats(
  channel: ChannelDescriptor,
  frame: ReceivedFrame,
): readonly ServerHeartbeat[] {
  const { heartbeats = [] } = channel;
  return heartbeats.filter(
    (beat) => beat.from === "server" && isMessage(channel, frame, beat.message),
  ) as readonly ServerHeartbeat[];
}

/**
 * Reports whether a frame states the server's position: the end of a backlog, or a heartbeat. After such a
 * frame, no older frames arrive.
 */
export function isPositionStated(channel: ChannelDescriptor, frame: ReceivedFrame): boolean {
  const end = channel.sequence?.endOfBacklog;
  return (end !== undefined && frame.tag === end) || frameHeartbeats(channel, frame).length > 0;
}

/**
 * Returns how the client reacts to a frame that announces the end of its connection. Returns undefined for
 * any other frame, and if the client should wait until the server closes the connection.
 */
export function announcedEnding(
  channel: ChannelDescriptor,
  frame: ReceivedFrame,
): EndingReaction | undefined {
  const { messages = [] } = channel.endings ?? {};
  const ending = messages.find(
    ({ message, where = {} }) =>
      isMessage(channel, frame, message) && meetsConditions(frame.raw, where),
  );
  return ending?.client === "wait" ? undefined : ending?.client;
}

/**
 * The upper limit of an announced interval. A longer one would keep dead connections open, and exceed the
 * maximum delay of timers.
 */
const MAX_INTERVAL_MS = 3_600_000;
/** The lower limit of an announced interval. A shorter one would end live connections. */
const MIN_INTERVAL_MS = 1_000;

const msPer: Readonly<Record<TimeDescriptor["unit"], number>> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  s: 1_000,
  rfc3339: Number.NaN,
};

/** Reads the interval that a heartbeat announces, in milliseconds, at most an hour. */
export function beatInterval(channel: ChannelDescriptor, frame: ReceivedFrame): number | undefined {
  const every = frameHeartbeats(channel, frame)[0]?.every;
  if (every === undefined) return undefined;
  const stated = memberAt(frame.raw, every.path);
  if (typeof stated !== "number" && typeof stated !== "bigint" && typeof stated !== "string") {
    return undefined;
  }
  const intervalMs = Number(stated) * msPer[every.unit];
  if (!(intervalMs >= MIN_INTERVAL_MS)) return undefined;
  return Math.min(intervalMs, MAX_INTERVAL_MS);
}

/** Reads the highest number of a replay from the frame that ends the replay. */
export function lastNumber(
  { lastNumberPath }: SequenceDescriptor,
  { raw }: ReceivedFrame,
): bigint | undefined {
  return lastNumberPath && readInteger(memberAt(raw, lastNumberPath));
}

/** Reads the identity of the server's log from a frame without its own number. */
export function statedIdentity({ identity }: SequenceDescriptor, { raw }: ReceivedFrame): unknown {
  return identity && memberAt(raw, identity.path);
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(memberOf, value);
}
