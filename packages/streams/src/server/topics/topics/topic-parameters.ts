import { completeTopicParameters } from "@specwright/runtime/transport";
import { FeedServerError } from "../feed-server-error.ts";
import type { FeedParameters } from "./topic-handlers.ts";
import type { ServedKind } from "./topic-kinds.ts";

/**
 * Checks the parameters of a topic. Adds the defaults of missing parameters.
 *
 * @throws FeedServerError `invalid_parameters`.
 */
export function completeParameters({ name, rule }: ServedKind, given: object): FeedParameters {
  const completed = completeTopicParameters(
    name,
    rule.parameters,
    { ...given },
    { allowTexts: true },
  );
  if ("fault" in completed) throw new FeedServerError("invalid_parameters", completed.fault);
  return completed.values;
}

/** Returns the parameters that identify the book of a topic. The number of levels is not one of them. */
export function bookParameters({ book }: ServedKind, parameters: FeedParameters): FeedParameters {
  const truncate = book?.rule.truncate;
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => name !== truncate));
}

/** Returns a text that identifies a topic by its kind and parameters. */
export function topicKey({ name }: ServedKind, parameters: FeedParameters): string {
  const pairs = Object.entries(parameters).map(([key, value]) => [key, String(value)] as const);
  return JSON.stringify([name, pairs.sort(([left], [right]) => (left < right ? -1 : 1))]);
}
