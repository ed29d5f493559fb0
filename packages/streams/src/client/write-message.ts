import { memberOf } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { encodeMessage } from "@specwright/runtime/transport";

/** Writes a message of the client. Throws `StreamError` `invalid_message`. */
export function writeMessage(
  channel: ChannelDescriptor,
  message: unknown,
): { readonly frame: Uint8Array; readonly tag: unknown } {
  const { discriminator, clientMessages } = channel;
  const tag = discriminator === undefined ? undefined : memberOf(message, discriminator);
  return { frame: encodeMessage(channel, clientMessages, message), tag };
}
