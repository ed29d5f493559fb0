import { isSpecwrightError, memberOf, parseJson } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { type MessageDescriptor, readFrameBytes } from "@specwright/runtime/transport";
import { type FrameScanner, rewriteFrame } from "@specwright/streams/client/protocol";

/**
 * Finds the message of one side whose schema a frame matches. Returns the name of the message, or undefined
 * if no message matches.
 */
export function recogniseFrame(
  channel: ChannelDescriptor,
  messages: readonly MessageDescriptor[],
  bytes: Uint8Array,
  isBinary: boolean = false,
): MessageDescriptor | undefined {
  const { discriminator, select } = channel;
  const text = readFrameBytes(channel, messages, bytes, isBinary);
  if (text === undefined) return messages.find(({ binary }) => binary === true);
  if (discriminator !== undefined) {
    const tag = memberOf(jsonIn(text), discriminator);
    return messages.find((one) => one.tag !== undefined && one.tag === tag);
  }
  if (select === undefined) return messages.find(({ binary }) => binary !== true);
  const read = select.read(messages, text);
  return "message" in read ? read.message : undefined;
}

/** Scans a frame. Returns false if it is not JSON. */
export function scanFrame(scanner: FrameScanner, bytes: Uint8Array): boolean {
  if (scanner.scan(bytes)) return true;
  const rewritten = rewriteFrame(bytes);
  return rewritten !== undefined && scanner.scan(rewritten);
}

/** Returns the JSON of a frame, or undefined. */
export function jsonIn(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (isSpecwrightError(error)) return undefined;
    throw error;
  }
}
