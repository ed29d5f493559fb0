// How the feed of a channel behaves, as data: what its extensions say, without what is for people.

import {
  completeBooks,
  completeTopics,
  type FeedRule,
  type Message,
  type Names,
} from "@specwright/contract";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@specwright/spec-loader";
import { literal } from "../print/literal.ts";
import { list, type Printable } from "../print/printable.ts";
import { printObject } from "./object-literal.ts";

/** The members that only describe. */
const descriptive = new Set(["description", "version", "name"]);

/** Prints the feed of a channel that has these messages. */
export function printFeed(feed: FeedRule, messages: readonly Message[], names: Names): Printable {
  const { envelope, sequence, snapshot, book, heartbeat, endings } = feed;
  const subscription = completeTopics(feed, messages);
  return printObject([
    ["envelope", printJson({ match: envelope["match"] ?? [] })],
    ["subscription", printJson(withTopics(feed, without(subscription, descriptive), names))],
    ["counters", printJson(sequence?.["counters"] ?? [])],
    ["snapshots", optional(snapshot?.["topics"])],
    ["books", optional(book && completeBooks(feed, messages)["topics"])],
    ["heartbeats", heartbeat && printBeats(heartbeat)],
    ["endings", endings && printJson(describeEndings(endings))],
    ["credentials", feed.credentials && printJson(describeSchemes(feed.credentials))],
  ]);
}

/** Prints the signs of life whose interval is known before the first one. */
function printBeats({ beats }: JsonObject): Printable | undefined {
  if (!isJsonArray(beats)) return undefined;
  const known = beats.flatMap((beat) =>
    isJsonObject(beat) && beat["everyMs"] !== undefined ? [without(beat, new Set(["every"]))] : [],
  );
  return known.length === 0 ? undefined : printJson(known);
}

function optional(value: JsonValue | undefined): Printable | undefined {
  return value === undefined ? undefined : printJson(value);
}

function withTopics({ topics }: FeedRule, subscription: JsonObject, names: Names): JsonObject {
  const { topics: written } = subscription;
  if (written === undefined || !isJsonObject(written)) return subscription;
  const entries = topics.map((rule) => {
    const { name, parameters } = rule;
    const method = names.topic(rule);
    const topic = written[name];
    const defaults = parameters.map((parameter): [string, JsonObject] => [
      parameter.name,
      parameter.default === undefined ? {} : { default: parameter.default },
    ]);
    const rules = topic !== undefined && isJsonObject(topic) ? topic : {};
    const own = {
      ...without(rules, descriptive),
      parameters: Object.fromEntries(defaults),
      ...(method !== name && { method }),
    };
    return [name, own] as const;
  });
  return { ...subscription, topics: Object.fromEntries(entries) };
}

function describeEndings(endings: JsonObject): JsonObject {
  const lists = ["closes", "messages"].map((key) => {
    const { [key]: items } = endings;
    if (!isJsonArray(items)) return [key, items] as const;
    return [
      key,
      items.map((item) => (isJsonObject(item) ? without(item, descriptive) : item)),
    ] as const;
  });
  const written = lists.filter(([, items]) => items !== undefined);
  return { ...without(endings, descriptive), ...Object.fromEntries(written) };
}

function describeSchemes({ schemes }: JsonObject): JsonObject {
  if (schemes === undefined || !isJsonObject(schemes)) return {};
  const entries = Object.entries(schemes).map(([name, scheme]) => [
    name,
    scheme !== undefined && isJsonObject(scheme) ? without(scheme, descriptive) : scheme,
  ]);
  return Object.fromEntries(entries);
}

function without(value: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
}

/** Prints JSON as a literal. */
function printJson(value: JsonValue): Printable {
  if (isJsonArray(value)) return list("[", value.map(printJson), "]");
  if (isJsonObject(value)) {
    return printObject(Object.entries(value).map(([name, each]) => [name, printJson(each)]));
  }
  return value === null ? "null" : literal(typeof value === "bigint" ? Number(value) : value);
}
