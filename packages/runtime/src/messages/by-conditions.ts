// How the messages of a server are told apart by the conditions of `x-envelope`.

import type { MessageDescriptor, MessageSelector } from "../codegen/channel.ts";
import type { FeedConditions } from "../codegen/feed.ts";
import { CodecError, issueSummary } from "../errors/codec-error.ts";
import { pointerSteps } from "../json/json-pointer.ts";
import { withMember } from "../json/member-of.ts";
import { bySchema, receivedIn } from "./by-schema.ts";
import { meetsConditions } from "./meets-conditions.ts";

/** A message, by its id, and what its frames hold. */
export interface MatchDescriptor {
  readonly message: string;
  readonly where: FeedConditions;
}

/**
 * Selects the first message whose conditions a frame meets. Messages of the direction for which there
 * are no conditions are selected by their schemas.
 */
export function byConditions(rules: readonly MatchDescriptor[]): MessageSelector {
  const rulesOf = (messages: readonly MessageDescriptor[]): readonly MatchDescriptor[] =>
    rules.filter((rule) => messages.some(({ id }) => id === rule.message));

  function find(
    messages: readonly MessageDescriptor[],
    value: unknown,
  ): MessageDescriptor | undefined {
    const rule = rulesOf(messages).find(({ where }) => meetsConditions(value, where));
    return messages.find(({ id }) => id === rule?.message);
  }

  return {
    read(messages, frame) {
      if (rulesOf(messages).length === 0) return bySchema.read(messages, frame);
      const received = receivedIn(frame);
      const message = find(messages, received);
      if (message === undefined) return { received, reason: "meets the conditions of no message" };
      try {
        return { message, value: message.codec.decode(frame) };
      } catch (error) {
        if (!(error instanceof CodecError)) throw error;
        return { received, reason: `${message.id}: ${issueSummary(error.issues)}` };
      }
    },

    choose(messages, value) {
      const hasRules = rulesOf(messages).length > 0;
      return hasRules ? find(messages, value) : bySchema.choose(messages, value);
    },

    explain: bySchema.explain,

    members({ id }) {
      const { where = {} } = rules.find(({ message }) => message === id) ?? {};
      return Object.entries(where).reduce<object>((value, [pointer, condition]) => {
        const constant = Array.isArray(condition) ? condition[0] : condition;
        if (typeof constant === "object") return value;
        return Object(withMember(value, pointerSteps(pointer).map(String), constant));
      }, {});
    },
  };
}
