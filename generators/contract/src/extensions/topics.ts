import { isJsonArray } from "@specwright/spec-loader";
import type { Topic, TopicParameter } from "../model/stream-rules.ts";
import {
  memberOf,
  type ObjectPlace,
  objectMembers,
  omitUndefined,
  placeAt,
  sourceOf,
  textItems,
} from "../reading/place.ts";

/** Reads the kinds of topics of `x-subscription`. `book` determines which of them have an order book. */
export function readTopics(subscription?: ObjectPlace, book?: ObjectPlace): Topic[] {
  return objectMembers(placeAt(subscription, "topics")).map(([name, place]) =>
    omitUndefined({
      name,
      description: memberText(place, "description"),
      parameters: objectMembers(memberOf(place, "parameters")).map(([parameter, rule]) =>
        readParameter(parameter, rule),
      ),
      messages: textItems(memberOf(place, "messages")),
      hasBook: placeAt(book, "topics", name) !== undefined,
      isPrivate: memberOf(place, "private")?.value === true,
      source: sourceOf(place),
    }),
  );
}

function readParameter(name: string, place: ObjectPlace): TopicParameter {
  const words = memberOf(place, "enum")?.value;
  const standard = memberOf(place, "default")?.value;
  const examples = memberOf(place, "examples")?.value;
  const type = memberText(place, "type");
  const known: TopicParameter["type"] =
    type === "integer" || type === "number" || type === "boolean" ? type : "string";
  return omitUndefined({
    name,
    description: memberText(place, "description"),
    type: known,
    enum: words !== undefined && isJsonArray(words) ? words : undefined,
    default: typeof standard === "object" ? undefined : asScalar(standard),
    examples: examples !== undefined && isJsonArray(examples) ? examples : undefined,
  });
}

function asScalar(value: unknown): string | number | boolean | undefined {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : undefined;
}

function memberText(place: ObjectPlace, key: string): string | undefined {
  const value = memberOf(place, key)?.value;
  return typeof value === "string" ? value : undefined;
}
