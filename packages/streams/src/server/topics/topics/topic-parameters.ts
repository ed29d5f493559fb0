import { FeedServerError } from "../feed-server-error.ts";
import type { FeedParameters } from "./topic-handlers.ts";
import type { ServedKind } from "./topic-kinds.ts";

/**
 * Completes the parameters of a topic by their defaults.
 *
 * @throws FeedServerError `invalid_parameters`.
 */
export function completeParameters({ name, rule }: ServedKind, given: object): FeedParameters {
  const values: Readonly<Record<string, unknown>> = { ...given };
  const known = Object.keys(rule.parameters);
  const unknown = Object.keys(values).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new FeedServerError(
      "invalid_parameters",
      `The topic ${name} has no parameter ${unknown}; its parameters are ${known.join(", ")}.`,
    );
  }
  const entries = Object.entries(rule.parameters).map(([key, { default: standard }]) => {
    const value = values[key] ?? standard;
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      return [key, value] as const;
    }
    const wrong = value === undefined ? "is missing" : "is not a text, a number or a boolean";
    throw new FeedServerError(
      "invalid_parameters",
      `The parameter ${key} of the topic ${name} ${wrong}.`,
    );
  });
  return Object.fromEntries(entries);
}

/** Returns the parameters of the book of a topic: all but the number of levels. */
export function bookParameters({ book }: ServedKind, parameters: FeedParameters): FeedParameters {
  const truncate = book?.rule.truncate;
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => name !== truncate));
}

/** Returns a text that is the same for the same topic. */
export function topicKey({ name }: ServedKind, parameters: FeedParameters): string {
  const pairs = Object.entries(parameters).map(([key, value]) => [key, String(value)] as const);
  return JSON.stringify([name, pairs.sort(([left], [right]) => (left < right ? -1 : 1))]);
}
