import { CodecError, memberOf } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { MessageDescriptor } from "@specwright/runtime/transport";

/** Why a request breaks the schemas of the contract. */
export interface SchemaRefusal {
  readonly text: string;
  /**
   * Whether a template may still match the request. True if all client messages belong to requests with a
   * reply.
   */
  readonly mayBeTopic: boolean;
}

/**
 * Checks a request by the schemas of the channel's client messages. Returns undefined if the request is
 * valid, or if only templates define it.
 */
export function refuseBySchema(
  { clientMessages, discriminator, requests = [] }: ChannelDescriptor,
  value: unknown,
): SchemaRefusal | undefined {
  const tag = discriminator === undefined ? undefined : memberOf(value, discriminator);
  const meant =
    discriminator === undefined
      ? clientMessages
      : clientMessages.filter((message) => message.tag === tag);
  const refusals = meant.map((message) => explainIssues(message, value));
  const [text] = refusals;
  if (text === undefined || refusals.includes(undefined)) return undefined;
  const isOfOperation = ({ id }: MessageDescriptor): boolean =>
    requests.some(({ messages }) => messages.includes(id));
  return { text, mayBeTopic: discriminator === undefined && meant.every(isOfOperation) };
}

function explainIssues({ id, codec }: MessageDescriptor, value: unknown): string | undefined {
  try {
    codec.parse(value);
    return undefined;
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    const issues = error.issues.map(({ pointer, message }) => `${pointer || "/"} ${message}`);
    return `The request is not a valid ${id}: ${issues.join("; ")}.`;
  }
}
