import { CodecError, memberOf } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { MessageDescriptor } from "@specwright/runtime/transport";

/**
 * Returns what is wrong with a request, if the channel has messages of clients and it is one of
 * them; undefined for a request that is valid, or that only the templates describe.
 */
export function refuseBySchema(
  { clientMessages, discriminator }: ChannelDescriptor,
  value: unknown,
): string | undefined {
  const tag = discriminator === undefined ? undefined : memberOf(value, discriminator);
  const meant =
    discriminator === undefined
      ? clientMessages
      : clientMessages.filter((message) => message.tag === tag);
  const refusals = meant.map((message) => explain(message, value));
  return refusals.includes(undefined) ? undefined : refusals[0];
}

function explain({ id, codec }: MessageDescriptor, value: unknown): string | undefined {
  try {
    codec.parse(value);
    return undefined;
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    const issues = error.issues.map(({ pointer, message }) => `${pointer || "/"} ${message}`);
    return `The request is not a valid ${id}: ${issues.join("; ")}.`;
  }
}
