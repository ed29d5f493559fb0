// Prints the rules of a feed as data. They are the extensions of its channel, without the descriptions.

import { type Channel, completeBooks, completeTopics, type Names } from "@specwright/contract";
import { isJsonObject, type JsonObject, type JsonValue } from "@specwright/spec-loader";
import type { Printable } from "../print/printable.ts";
import { printJson, withoutMembers } from "./json-literal.ts";
import { printObject } from "./object-literal.ts";

/** The members that only people read. */
const descriptive = new Set(["description", "version", "name"]);

/** Prints the rules of a channel that serves topics. */
export function printFeed(channel: Channel, names: Names): Printable {
  const { envelope, counters, snapshots, books, credentials } = channel;
  const subscription = withoutMembers(completeTopics(channel), descriptive);
  return printObject([
    ["envelope", printJson({ match: envelope?.match ?? [] })],
    ["subscription", printJson(withTopics(channel, subscription, names))],
    ["counters", printJson(counters)],
    ["snapshots", printIfPresent(snapshots)],
    ["books", printIfPresent(books && completeBooks(channel))],
    ["credentials", credentials && printJson(describeSchemes(credentials))],
  ]);
}

function printIfPresent(value: JsonValue | undefined): Printable | undefined {
  return value === undefined ? undefined : printJson(value);
}

function withTopics({ topics }: Channel, subscription: JsonObject, names: Names): JsonObject {
  const { topics: all } = subscription;
  if (all === undefined || !isJsonObject(all)) return subscription;
  const entries = topics.map((rule) => {
    const { name, parameters } = rule;
    const method = names.topic(rule);
    const topic = all[name];
    const rules = parameters.map(({ name: own, type, enum: words, default: standard }) => [
      own,
      {
        type,
        ...(words !== undefined && { enum: words }),
        ...(standard !== undefined && { default: standard }),
      },
    ]);
    const written = topic !== undefined && isJsonObject(topic) ? topic : {};
    const own = {
      ...withoutMembers(written, descriptive),
      parameters: Object.fromEntries(rules),
      ...(method !== name && { method }),
    };
    return [name, own] as const;
  });
  return { ...subscription, topics: Object.fromEntries(entries) };
}

function describeSchemes(schemes: JsonObject): JsonObject {
  const entries = Object.entries(schemes).map(([name, scheme]) => [
    name,
    scheme !== undefined && isJsonObject(scheme) ? withoutMembers(scheme, descriptive) : scheme,
  ]);
  return Object.fromEntries(entries);
}
