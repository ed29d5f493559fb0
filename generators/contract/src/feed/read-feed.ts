// Reads how a feed behaves, from the extensions of its channel or of the root of the document.

import { extensionSchemas } from "@specwright/extensions";
import { isJsonArray, type JsonObject } from "@specwright/spec-loader";
import type { Message } from "../model/channel.ts";
import type { FeedRule, FeedTopicRule, TopicParameter } from "../model/feed.ts";
import type { Build } from "../reading/build.ts";
import {
  holdsObject,
  member,
  members,
  type ObjectPlace,
  type Place,
  sourceOf,
} from "../reading/place.ts";
import { present } from "../reading/present.ts";
import { checkCredentials, checkPrivateTopics } from "./check-credentials.ts";
import { checkFeedNames } from "./check-feed-names.ts";
import { checkCounters, checkLevelParts } from "./check-feed-parts.ts";
import { checkFeedPointers } from "./check-feed-pointers.ts";
import { checkShape } from "./check-shape.ts";
import { completeBooks } from "./complete-books.ts";

/** The extensions of a feed, by the field of the rule. */
const extensions = {
  envelope: "x-envelope",
  subscription: "x-subscription",
  sequence: "x-sequence",
  snapshot: "x-snapshot",
  book: "x-book",
  heartbeat: "x-heartbeat",
  credentials: "x-credentials",
  endings: "x-endings",
} as const;

type Field = keyof typeof extensions;

/** Reports whether the extensions of a channel say how a feed with topics behaves. */
export function isFeed(root: ObjectPlace, channel: ObjectPlace): boolean {
  const place = member(channel, "x-subscription") ?? member(root, "x-subscription");
  return place !== undefined && holdsObject(place) && member(place, "topics") !== undefined;
}

/** Reads the feed of a channel; undefined, after reports, if something of it is wrong. */
export function readFeed(
  build: Build,
  root: ObjectPlace,
  channel: ObjectPlace,
  messages: readonly Message[],
): FeedRule | undefined {
  const places = new Map<Field, ObjectPlace>();
  let complete = true;
  for (const field of Object.keys(extensions) as Field[]) {
    const name = extensions[field];
    const place = member(channel, name) ?? member(root, name);
    if (place === undefined || place.value === null || place.value === false) continue;
    const schema = extensionSchemas[name];
    if (schema !== undefined && !checkShape(build, place, schema)) complete = false;
    else if (holdsObject(place)) places.set(field, place);
  }
  const [envelope, subscription] = [places.get("envelope"), places.get("subscription")];
  if (!complete || envelope === undefined || subscription === undefined) return undefined;
  const book = places.get("book");
  const topics = readTopics(subscription, book);
  const [credentials, sequence] = [places.get("credentials"), places.get("sequence")];
  const sound = [
    checkFeedNames(build, places, new Set(messages.map(({ id }) => id)), topics),
    credentials === undefined || checkCredentials(build, credentials),
    checkPrivateTopics(build, subscription, credentials),
    sequence === undefined || checkCounters(build, sequence),
    book === undefined || checkLevelParts(build, book),
  ];
  if (sound.includes(false)) return undefined;
  checkFeedPointers(build, places, messages);
  const value = (field: Field): JsonObject | undefined => places.get(field)?.value;
  return present({
    topics,
    envelope: envelope.value,
    subscription: subscription.value,
    sequence: sequence?.value,
    snapshot: value("snapshot"),
    book: book && completeBooks(book.value, messages),
    heartbeat: value("heartbeat"),
    credentials: value("credentials"),
    endings: value("endings"),
  });
}

function readTopics(subscription: ObjectPlace, book: ObjectPlace | undefined): FeedTopicRule[] {
  const books = book === undefined ? undefined : member(book, "topics");
  return membersOf(subscription, "topics").map(([name, place]) =>
    present({
      name,
      description: textOf(place, "description"),
      parameters: membersOf(place, "parameters").map(([parameter, rule]) =>
        readParameter(parameter, rule),
      ),
      messages: textsOf(place, "messages"),
      hasBook: books !== undefined && holdsObject(books) && member(books, name) !== undefined,
      isPrivate: member(place, "private")?.value === true,
      source: sourceOf(place),
    }),
  );
}

function readParameter(name: string, place: ObjectPlace): TopicParameter {
  const words = member(place, "enum")?.value;
  const standard = member(place, "default")?.value;
  const examples = member(place, "examples")?.value;
  const type = textOf(place, "type");
  const known: TopicParameter["type"] =
    type === "integer" || type === "number" || type === "boolean" ? type : "string";
  return present({
    name,
    description: textOf(place, "description"),
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

function membersOf(place: ObjectPlace, key: string): [string, ObjectPlace][] {
  const field = member(place, key);
  if (field === undefined || !holdsObject(field)) return [];
  return members(field).flatMap(([name, each]): [string, ObjectPlace][] =>
    holdsObject(each) ? [[name, each]] : [],
  );
}

function textOf(place: ObjectPlace, key: string): string | undefined {
  const value = member(place, key)?.value;
  return typeof value === "string" ? value : undefined;
}

function textsOf(place: ObjectPlace, key: string): readonly string[] {
  const value: Place["value"] | undefined = member(place, key)?.value;
  return isJsonArray(value) ? value.filter((each) => typeof each === "string") : [];
}
