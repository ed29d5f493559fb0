import type { MessageDescriptor } from "../codegen/channel.ts";

const encoder = new TextEncoder();

/**
 * Checks a message and writes it as the bytes of a frame.
 *
 * @throws CodecError if the message does not match its schema.
 */
export function encodeBytes({ codec }: MessageDescriptor, value: unknown): Uint8Array {
  return codec.encodeBytes?.(value) ?? encoder.encode(codec.encode(value));
}
