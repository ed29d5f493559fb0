import {
  CodecError,
  findTag,
  issueSummary,
  JsonError,
  memberOf,
  parseJson,
  type UnknownMessage,
} from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { MessageDescriptor, MessageSelector } from "@specwright/runtime/transport";

/** A frame of the server, decoded as far as its channel declares it. */
export interface ReceivedFrame {
  /** Absent if the channel has no discriminator, or the frame does not have that member. */
  readonly tag?: string;
  /** The id of the message; absent if the frame is none that the channel declares. */
  readonly id?: string;
  /** Whether the channel declares the tag. */
  readonly declared: boolean;
  /** The message, or the raw JSON: its number is trusted even if the rest breaks its schema. */
  readonly raw: unknown;
  /** The message for the consumer. */
  readonly message: unknown;
}

/**
 * Reads a frame. One that is unknown to the contract or breaks its schema becomes an
 * `UnknownMessage`.
 */
export function readFrame(
  channel: ChannelDescriptor,
  text: Uint8Array | undefined,
  binary?: Uint8Array,
): ReceivedFrame {
  if (text === undefined) return unreadable(binary, "a binary frame");
  if (channel.select !== undefined) return readSelected(channel, channel.select, text);
  return readDeclared(channel, text) ?? readAnything(channel, text);
}

function readSelected(
  { serverMessages }: ChannelDescriptor,
  select: MessageSelector,
  text: Uint8Array,
): ReceivedFrame {
  const selected = select.read(serverMessages, text);
  if ("reason" in selected) return unreadable(selected.received, selected.reason);
  const { value, message } = selected;
  return { id: message.id, declared: true, raw: value, message: value };
}

/** Reads a frame in one pass; returns undefined if it does not match its first tag. */
function readDeclared(
  { discriminator, serverMessages }: ChannelDescriptor,
  text: Uint8Array,
): ReceivedFrame | undefined {
  if (discriminator === undefined) {
    const [only] = serverMessages;
    const message = decode(only, text);
    if (only === undefined || message === undefined) return undefined;
    return { id: only.id, declared: true, raw: message, message };
  }
  const tag = findTag(text, discriminator);
  if (tag === undefined) return undefined;
  const declared = serverMessages.find((one) => one.tag === tag);
  const message = decode(declared, text);
  // The tag was only a guess: a later member of the same name takes precedence.
  if (declared === undefined || memberOf(message, discriminator) !== tag) return undefined;
  return { tag, id: declared.id, declared: true, raw: message, message };
}

function readAnything(channel: ChannelDescriptor, text: Uint8Array): ReceivedFrame {
  const raw = parse(text);
  if (raw instanceof JsonError) return unreadable(new TextDecoder().decode(text), raw.message);

  const { discriminator, serverMessages } = channel;
  if (discriminator === undefined) {
    const [only] = serverMessages;
    if (only !== undefined) return { declared: true, raw, ...check(only, raw, text) };
    return { declared: true, raw, message: unknownMessage(raw, "no message is declared") };
  }
  const tag = memberOf(raw, discriminator);
  if (typeof tag !== "string") return { ...unreadable(raw, `no ${discriminator}`), raw };
  const declared = serverMessages.find((message) => message.tag === tag);
  if (declared === undefined) {
    return { tag, declared: false, raw, message: unknownMessage(raw, `unknown ${discriminator}`) };
  }
  return { tag, declared: true, raw, ...check(declared, raw, text) };
}

function parse(text: Uint8Array): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
}

function decode(message: MessageDescriptor | undefined, text: Uint8Array): unknown {
  try {
    return message?.codec.decode(text);
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

function check(
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

function unreadable(received: unknown, reason: string): ReceivedFrame {
  return { declared: false, raw: undefined, message: unknownMessage(received, reason) };
}

function unknownMessage(received: unknown, reason: string): UnknownMessage {
  return { type: "$unknown", received, reason };
}
