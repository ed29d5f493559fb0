import { CodecError, memberOf, StreamError } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";

/** Writes a message of the client. Throws `StreamError` `invalid_message`. */
export function writeMessage(
  channel: ChannelDescriptor,
  message: unknown,
): { readonly frame: Uint8Array; readonly tag: unknown } {
  const { id: channelId, discriminator, select, clientMessages } = channel;
  const tag = discriminator === undefined ? undefined : memberOf(message, discriminator);
  const single = select === undefined ? clientMessages[0] : select.choose(clientMessages, message);
  const known =
    discriminator === undefined
      ? single
      : clientMessages.find((one) => one.tag !== undefined && one.tag === tag);
  if (known === undefined) {
    throw new StreamError("invalid_message", "the channel takes no such message", { channelId });
  }
  try {
    return { frame: known.codec.encodeBytes(message), tag };
  } catch (cause) {
    if (!(cause instanceof CodecError)) throw cause;
    throw new StreamError("invalid_message", cause.message, { channelId, cause });
  }
}
