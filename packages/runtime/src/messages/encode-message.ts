import type { ChannelDescriptor, MessageDescriptor } from "../codegen/channel.ts";
import type { Issue } from "../errors/codec-error.ts";
import { CodecError } from "../errors/codec-error.ts";
import { StreamError } from "../errors/stream-error.ts";
import { memberOf } from "../json/member-of.ts";

/**
 * Writes a message of one side of a channel: `messages` are those that this side sends.
 *
 * @throws StreamError `invalid_message`, whose cause is the CodecError with the issues.
 */
export function encodeMessage(
  channel: ChannelDescriptor,
  messages: readonly MessageDescriptor[],
  value: unknown,
): Uint8Array {
  try {
    return chooseMessage(channel, messages, value).codec.encodeBytes(value);
  } catch (cause) {
    if (!(cause instanceof CodecError)) throw cause;
    throw new StreamError("invalid_message", cause.message, { channelId: channel.id, cause });
  }
}

/** Returns the message that a value is. Throws `CodecError` if it is none. */
function chooseMessage(
  { discriminator, select }: ChannelDescriptor,
  messages: readonly MessageDescriptor[],
  value: unknown,
): MessageDescriptor {
  const [first] = messages;
  if (discriminator !== undefined) {
    const tag = memberOf(value, discriminator);
    const tagged = messages.find((one) => one.tag !== undefined && one.tag === tag);
    return tagged ?? refuse([untagged(discriminator, messages)]);
  }
  if (select === undefined || first === undefined) {
    return (
      first ?? refuse([{ code: "unexpected", pointer: "", message: "no message is declared" }])
    );
  }
  return select.choose(messages, value) ?? refuse(select.explain(messages, value));
}

function untagged(discriminator: string, messages: readonly MessageDescriptor[]): Issue {
  const tags = messages.flatMap(({ tag }) => (tag === undefined ? [] : [JSON.stringify(tag)]));
  const expected = tags.length === 0 ? "no message" : `one of ${tags.join(", ")}`;
  return { code: "enum", pointer: `/${discriminator}`, message: `expected ${expected}`, expected };
}

function refuse(issues: readonly Issue[]): never {
  throw new CodecError("encode", issues);
}
