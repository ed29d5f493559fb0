import {
  CodecError,
  findTag,
  type Issue,
  JsonError,
  memberOf,
  parseJson,
} from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import {
  type MessageDescriptor,
  type MessageSelector,
  readFrameBytes,
} from "@specwright/runtime/transport";
import { messageByTag } from "./control-frames.ts";

/** A frame of a client, decoded as its channel declares. */
export type ClientFrame =
  | {
      readonly ok: true;
      readonly tag: string | undefined;
      /** The id of the message. */
      readonly id: string;
      readonly message: unknown;
    }
  | { readonly ok: false; readonly received: unknown; readonly issues: readonly Issue[] };

/** Reads a frame of a client. If the frame is invalid, returns the problem, and does not throw. */
export function readClientFrame(
  channel: ChannelDescriptor,
  data: Buffer,
  binary: boolean,
): ClientFrame {
  const text = readFrameBytes(channel, channel.clientMessages, data, binary);
  if (text === undefined) {
    const bytes = new Uint8Array(data);
    const message = channel.clientMessages.find((one) => one.binary === true);
    if (message !== undefined) return { ok: true, tag: undefined, id: message.id, message: bytes };
    return invalidFrame(bytes, "type", "expected a text frame");
  }
  if (channel.select !== undefined) return readSelected(channel, channel.select, text);
  return readDeclared(channel, text) ?? readAnything(channel, text);
}

function readSelected(
  { clientMessages }: ChannelDescriptor,
  select: MessageSelector,
  data: Uint8Array,
): ClientFrame {
  const selected = select.read(clientMessages, data);
  if ("reason" in selected) return invalidFrame(selected.received, "unexpected", selected.reason);
  return { ok: true, tag: undefined, id: selected.message.id, message: selected.value };
}

/**
 * Decodes a frame in one pass by its first tag. Returns undefined if the frame does not match that tag.
 */
function readDeclared(
  { discriminator, clientMessages }: ChannelDescriptor,
  data: Uint8Array,
): ClientFrame | undefined {
  const tag = discriminator === undefined ? undefined : findTag(data, discriminator);
  const declared =
    discriminator === undefined ? clientMessages[0] : messageByTag(clientMessages, tag);
  const message = decodeMessage(declared, data);
  if (declared === undefined || message === undefined || declared.binary === true) return undefined;
  // The first tag was a guess. If the frame has the discriminator twice, JSON uses the last one.
  if (discriminator !== undefined && memberOf(message, discriminator) !== tag) return undefined;
  return { ok: true, tag: declared.tag, id: declared.id, message };
}

function readAnything(channel: ChannelDescriptor, data: Uint8Array): ClientFrame {
  const received = parseFrame(data);
  if (received instanceof JsonError)
    return invalidFrame(new TextDecoder().decode(data), received.code, received.message);

  const { discriminator, clientMessages } = channel;
  if (discriminator === undefined) {
    const [only] = clientMessages;
    return only === undefined || only.binary === true
      ? invalidFrame(received, "unexpected", "no frame is expected")
      : checkMessage(only, received, data);
  }
  const tag = memberOf(received, discriminator);
  const message = messageByTag(clientMessages, tag);
  if (message === undefined) {
    const tags = clientMessages.map(({ tag: known }) => known).join(", ");
    const issue = {
      code: "enum",
      pointer: `/${discriminator}`,
      message: `expected one of ${tags}`,
    };
    return { ok: false, received, issues: [issue] };
  }
  return checkMessage(message, received, data);
}

function parseFrame(data: Uint8Array): unknown {
  try {
    return parseJson(data);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
}

function decodeMessage(message: MessageDescriptor | undefined, data: Uint8Array): unknown {
  try {
    return message?.codec.decode(data);
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

function checkMessage(
  { codec, tag, id }: MessageDescriptor,
  received: unknown,
  data: Uint8Array,
): ClientFrame {
  try {
    const message = codec.isExact === true ? codec.decode(data) : codec.parse(received);
    return { ok: true, tag, id, message };
  } catch (error) {
    if (error instanceof CodecError) return { ok: false, received, issues: error.issues };
    throw error;
  }
}

function invalidFrame(received: unknown, code: string, message: string): ClientFrame {
  return { ok: false, received, issues: [{ code, pointer: "", message }] };
}
