// Distinguishes the messages of a channel that have no common top-level field.

import { reportIssue } from "../checks/issue-report.ts";
import { messageIssues } from "../checks/union-issues.ts";
import type { MessageDescriptor, MessageSelector } from "../codegen/channel.ts";
import type { Issue } from "../errors/codec-error.ts";
import { CodecError, issueSummary } from "../errors/codec-error.ts";
import { JsonError } from "../json/json-error.ts";
import { memberOf } from "../json/member-of.ts";
import { parseJson } from "../json/parse-json.ts";
import { decodeUtf8 } from "../world/platform.ts";

/**
 * Selects a message by the member that marks it. A frame without a mark must match the schema of exactly
 * one message without a mark. Messages with the same codec count as one.
 */
export const bySchema: MessageSelector = {
  read(messages, frame) {
    const received = receivedIn(frame);
    const candidates = candidatesFor(messages, received);
    if (candidates.length === 0) return { received, reason: explainMark(messages, received) };
    const matches: { readonly message: MessageDescriptor; readonly value: unknown }[] = [];
    const reasons: string[] = [];
    for (const message of candidates) {
      try {
        matches.push({ message, value: message.codec.decode(frame) });
      } catch (error) {
        if (!(error instanceof CodecError)) throw error;
        const reason = issueSummary(error.issues);
        reasons.push(candidates.length > 1 ? `${message.id}: ${reason}` : reason);
      }
    }
    const [match, another] = withoutText(matches, received);
    if (match === undefined) return { received, reason: reasons.join("; ") };
    if (another === undefined) return match;
    const names = matches.map(({ message }) => message.id).join(" and ");
    return { received, reason: `matches several messages: ${names}` };
  },

  // If a value matches several messages, chooses the first one. The receiver may be unable to distinguish
  // them, because their frames may have the same bytes.
  choose(messages, value) {
    const candidates = candidatesFor(messages, value);
    const [only] = candidates;
    return candidates.length > 1 ? candidates.find(({ codec }) => codec.is(value)) : only;
  },

  explain(messages, value) {
    const candidates = candidatesFor(messages, value);
    if (candidates.length === 0) {
      const [path = []] = markPaths(messages);
      return [reportIssue("enum", path, explainMark(messages, value))];
    }
    return messageIssues(candidates.map((message) => encodingIssues(message, value)));
  },
};

/** Returns the issues of encoding a value as a message. */
function encodingIssues({ codec }: MessageDescriptor, value: unknown): readonly Issue[] {
  try {
    codec.encode(value);
    return [];
  } catch (error) {
    if (error instanceof CodecError) return error.issues;
    throw error;
  }
}

function markPaths(messages: readonly MessageDescriptor[]): readonly (readonly string[])[] {
  return messages.flatMap(({ mark }) => (mark === undefined ? [] : [mark.path]));
}

/**
 * Every text matches a plain-text message. Removes these matches if the frame also matches a JSON message.
 */
function withoutText<Match extends { readonly value: unknown }>(
  matches: readonly Match[],
  received: unknown,
): readonly Match[] {
  const others = matches.filter(({ value }) => typeof value !== "string" || value === received);
  return others.length > 0 ? others : matches;
}

/** Returns the JSON of a frame, or its text if it is not JSON. */
export function receivedIn(frame: Uint8Array): unknown {
  try {
    return parseJson(frame);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return decodeUtf8(frame);
  }
}

/** Lists the messages whose mark a value has. If no mark matches, lists the messages without a mark. */
function candidatesFor(
  messages: readonly MessageDescriptor[],
  value: unknown,
): readonly MessageDescriptor[] {
  const marked = messages.filter(({ mark }) => {
    const found = mark?.path.reduce<unknown>(memberOf, value);
    return mark?.values.some((one) => one === found) === true;
  });
  if (marked.length > 0) return marked;
  const unmarked = messages.filter(({ mark, binary }) => mark === undefined && binary !== true);
  return unmarked.filter(
    ({ codec }, at) => !unmarked.slice(0, at).some((one) => one.codec === codec),
  );
}

function explainMark(messages: readonly MessageDescriptor[], received: unknown): string {
  const [path = []] = markPaths(messages);
  if (path.length === 0) return "no message is declared";
  const name = path.join(".");
  return path.reduce<unknown>(memberOf, received) === undefined ? `no ${name}` : `unknown ${name}`;
}
