// Reads how a feed behaves, from the extensions of its channel or of the root of the document.

import { isJsonArray, type JsonObject } from "@specwright/spec-loader";
import { reportExtension } from "../extensions/rule-fields.ts";
import type { FeedExtension, RuleSites } from "../extensions/rule-sites.ts";
import type { Message } from "../model/channel.ts";
import type { FeedRule, FeedTopicRule, TopicParameter } from "../model/feed.ts";
import type { Build } from "../reading/build.ts";
import {
  holdsObject,
  member,
  type ObjectPlace,
  objectMembers,
  present,
  sourceOf,
  textItems,
} from "../reading/place.ts";
import { checkCredentials, checkPrivateTopics } from "./check-credentials.ts";
import { checkFeedNames } from "./check-feed-names.ts";
import { checkCounters, checkLevelParts } from "./check-feed-parts.ts";
import { checkFeedPointers } from "./check-feed-pointers.ts";
import { checkFeedSupport } from "./check-feed-support.ts";
import { checkToldApart } from "./check-told-apart.ts";
import { checkPlaceholders } from "./placeholders.ts";

/** The extensions of a feed, by the field of the rule. */
const extensions = {
  envelope: "x-envelope",
  subscription: "x-subscription",
  sequence: "x-sequence",
  snapshot: "x-snapshot",
  book: "x-book",
  credentials: "x-credentials",
} as const satisfies Readonly<Record<string, FeedExtension>>;

type Field = keyof typeof extensions;

/** Reads the feed of a channel; undefined, after reports, if something of it is wrong. */
export function readFeed(
  build: Build,
  sites: RuleSites,
  messages: readonly Message[],
): FeedRule | undefined {
  const places = new Map<Field, ObjectPlace>();
  for (const field of Object.keys(extensions) as Field[]) {
    const site = sites.get(extensions[field]);
    if (site !== undefined) places.set(field, site.place);
  }
  const [subscription, book] = [places.get("subscription"), places.get("book")];
  if (!sites.isComplete || subscription === undefined) return undefined;
  const topics = readTopics(subscription, book);
  const ids = new Set(messages.map(({ id }) => id));
  const [credentials, sequence] = [places.get("credentials"), places.get("sequence")];
  const envelope = readMatch(build, places.get("envelope"), subscription, messages);
  const sound = [
    checkFeedNames(build, sites.all, ids, topics),
    checkPlaceholders(build, sites),
    credentials === undefined || checkCredentials(build, credentials),
    checkPrivateTopics(build, subscription, credentials),
    sequence === undefined || checkCounters(build, sequence),
    book === undefined || checkLevelParts(build, book),
    checkFeedSupport(build, sites),
  ];
  if (sound.includes(false) || envelope === undefined) return undefined;
  checkFeedPointers(build, places, messages);
  checkToldApart(build, subscription, topics);
  const value = (field: Field): JsonObject | undefined => places.get(field)?.value;
  return present({
    topics,
    envelope,
    subscription: subscription.value,
    sequence: sequence?.value,
    snapshot: value("snapshot"),
    book: book?.value,
    credentials: value("credentials"),
  });
}

/** Returns `x-envelope` with its `match`, which is the discriminators of messages if it has none. */
function readMatch(
  build: Build,
  envelope: ObjectPlace | undefined,
  subscription: ObjectPlace,
  messages: readonly Message[],
): JsonObject | undefined {
  if (envelope?.value["match"] !== undefined) return envelope.value;
  const match = messages.flatMap(({ id, discriminator }): JsonObject[] => {
    if (discriminator === undefined) return [];
    const { property, value } = discriminator;
    const at = `/${property.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return [{ message: id, where: { [at]: value } }];
  });
  if (match.length === messages.length) return { ...envelope?.value, match };
  reportExtension(
    build,
    envelope ?? subscription,
    "No member tells the messages of the channel apart, so that `x-envelope` must have `match`.",
  );
  return undefined;
}

/** Reads the kinds of topics of `x-subscription`, and which of them have a book. */
export function readTopics(
  subscription: ObjectPlace,
  book: ObjectPlace | undefined,
): FeedTopicRule[] {
  const books = book === undefined ? undefined : member(book, "topics");
  return objectMembers(member(subscription, "topics")).map(([name, place]) =>
    present({
      name,
      description: textOf(place, "description"),
      parameters: objectMembers(member(place, "parameters")).map(([parameter, rule]) =>
        readParameter(parameter, rule),
      ),
      messages: textItems(member(place, "messages")),
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

function textOf(place: ObjectPlace, key: string): string | undefined {
  const value = member(place, key)?.value;
  return typeof value === "string" ? value : undefined;
}
