// Distinguishes the messages of a server by the conditions of `x-envelope`.

import type { MessageDescriptor, MessageSelector } from "../codegen/channel.ts";
import type { FeedConditions } from "../codegen/feed.ts";
import { CodecError, issueSummary } from "../errors/codec-error.ts";
import { bySchema, receivedIn } from "./by-schema.ts";
import { meetsConditions } from "./meets-conditions.ts";

/** A message: its id, and the conditions that its frames meet. */
export interface MatchDescriptor {
  readonly message: string;
  readonly where: FeedConditions;
}

/**
 * Selects the first message whose conditions a frame meets. Messages without conditions, such as those of
 * clients, are selected by their schemas instead.
 */
export function byConditions(rules: readonly MatchDescriptor[]): MessageSelector {
  const withoutRules = (messages: readonly MessageDescriptor[]): readonly MessageDescriptor[] =>
    messages.filter(({ id }) => !rules.some(({ message }) => message === id));

  function findByRules(
    messages: readonly MessageDescriptor[],
    value: unknown,
  ): MessageDescriptor | undefined {
    for (const { message, where } of rules) {
      const found = messages.find(({ id }) => id === message);
      if (found !== undefined && meetsConditions(value, where)) return found;
    }
    return undefined;
  }

  return {
    read(messages, frame) {
      const received = receivedIn(frame);
      const message = findByRules(messages, received);
      const rest = withoutRules(messages);
      if (message === undefined && rest.length > 0) return bySchema.read(rest, frame);
      if (message === undefined)
        return { received, reason: "matches the conditions of no message" };
      try {
        return { message, value: message.codec.decode(frame) };
      } catch (error) {
        if (!(error instanceof CodecError)) throw error;
        return { received, reason: `${message.id}: ${issueSummary(error.issues)}` };
      }
    },

    choose: (messages, value) =>
      findByRules(messages, value) ?? bySchema.choose(withoutRules(messages), value),

    explain(messages, value) {
      const rest = withoutRules(messages);
      return bySchema.explain(rest.length > 0 ? rest : messages, value);
    },
  };
}
