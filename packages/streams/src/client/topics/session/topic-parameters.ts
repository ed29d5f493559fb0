import type { TemplateValue, TemplateValues } from "@specwright/runtime";
import { FeedError } from "../feed-error.ts";
import type { TopicKind } from "./topic-kind.ts";

/**
 * Finds the kind of a topic and completes its parameters by their defaults.
 *
 * @throws FeedError `unknown_topic` or `invalid_parameters`.
 */
export function checkTopicParameters(
  kinds: ReadonlyMap<string, TopicKind>,
  name: string,
  given: Readonly<Record<string, unknown>>,
): { readonly kind: TopicKind; readonly values: TemplateValues } {
  const kind = kinds.get(name);
  if (kind === undefined) {
    const known = [...kinds.keys()].join(", ");
    throw new FeedError("unknown_topic", `There is no topic ${name}; the topics are ${known}.`);
  }
  const { parameters } = kind.rule;
  for (const key of Object.keys(given)) {
    if (Object.hasOwn(parameters, key)) continue;
    const known = Object.keys(parameters).join(", ");
    const message = `The topic ${name} has no parameter ${key}; its parameters are ${known}.`;
    throw new FeedError("invalid_parameters", message);
  }
  const values: Record<string, TemplateValue> = {};
  for (const [key, rule] of Object.entries(parameters)) {
    const value = given[key] ?? rule.default;
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      values[key] = value;
      continue;
    }
    const wrong = value === undefined ? "is missing" : "is not a text, a number or a boolean";
    throw new FeedError(
      "invalid_parameters",
      `The parameter ${key} of the topic ${name} ${wrong}.`,
    );
  }
  return { kind, values };
}
