import type { ChannelDescriptor, MessageDescriptor } from "../codegen/channel.ts";
import { CodecError, type Issue } from "../errors/codec-error.ts";
import { StreamError } from "../errors/stream-error.ts";
import { JsonError } from "../json/json-error.ts";
import { memberOf } from "../json/member-of.ts";
import { parseJson } from "../json/parse-json.ts";
import { withoutByteOrderMark } from "../text/strings.ts";
import { encodeBytes } from "./encode-bytes.ts";

/**
 * Writes a message of one side of a channel. `messages` are the messages that this side sends. `prepare`
 * may replace the message after its descriptor has been chosen.
 *
 * @throws StreamError `invalid_message`, whose cause is the CodecError with the issues.
 */
export function encodeMessage(
  channel: ChannelDescriptor,
  messages: readonly MessageDescriptor[],
  value: unknown,
  prepare?: (message: MessageDescriptor, value: unknown) => unknown,
): Uint8Array {
  if (value instanceof Uint8Array && messages.some(({ binary }) => binary === true)) return value;
  try {
    const message = chooseMessage(channel, messages, value);
    return encodeBytes(message, prepare === undefined ? value : prepare(message, value));
  } catch (cause) {
    if (!(cause instanceof CodecError)) throw cause;
    throw new StreamError("invalid_message", cause.message, {
      channelId: channel.id,
      sent: false,
      cause,
    });
  }
}

/** Returns the message that a value matches. Throws `CodecError` if it matches none. */
function chooseMessage(
  { discriminator, select }: ChannelDescriptor,
  messages: readonly MessageDescriptor[],
  value: unknown,
): MessageDescriptor {
  const [first] = messages;
  if (first?.binary === true)
    throwIssues([{ code: "type", pointer: "", message: "expected bytes" }]);
  if (discriminator !== undefined) {
    const tag = memberOf(value, discriminator);
    const tagged = messages.find((one) => one.tag !== undefined && one.tag === tag);
    return tagged ?? throwIssues([unknownTagIssue(discriminator, messages)]);
  }
  if (select === undefined || first === undefined) {
    return (
      first ?? throwIssues([{ code: "unexpected", pointer: "", message: "no message is declared" }])
    );
  }
  return select.choose(messages, value) ?? throwIssues(select.explain(messages, value));
}

function unknownTagIssue(discriminator: string, messages: readonly MessageDescriptor[]): Issue {
  const tags = messages.flatMap(({ tag }) => (tag === undefined ? [] : [JSON.stringify(tag)]));
  const expected = tags.length === 0 ? "no message" : `one of ${tags.join(", ")}`;
  return { code: "enum", pointer: `/${discriminator}`, message: `expected ${expected}`, expected };
}

function throwIssues(issues: readonly Issue[]): never {
  throw new CodecError("encode", issues);
}

/**
 * Returns the text of a frame in UTF-8, without a byte order mark; undefined for a binary frame that is not
 * read as text. A binary frame is read as text if it contains JSON, because some peers send JSON in binary
 * frames. It is never read as text if one of the sender's `messages` is binary, or if the frames of the
 * channel follow `x-envelope`, `x-sequence` or `x-subscription`.
 */
export function readFrameBytes(
  { envelope, sequence, subscription }: ChannelDescriptor,
  messages: readonly MessageDescriptor[],
  bytes: Uint8Array,
  isBinary: boolean,
): Uint8Array | undefined {
  const text = withoutByteOrderMark(bytes);
  if (!isBinary) return text;
  const isStrict =
    (envelope ?? sequence ?? subscription) !== undefined ||
    messages.some(({ binary }) => binary === true);
  return isStrict || !isJson(text) ? undefined : text;
}

function isJson(text: Uint8Array): boolean {
  try {
    parseJson(text);
    return true;
  } catch (error) {
    if (error instanceof JsonError) return false;
    throw error;
  }
}
