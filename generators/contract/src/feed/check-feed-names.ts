// Checks that the names in the extensions of a feed exist: messages, topics and placeholders.

import type { JsonValue } from "@specwright/spec-loader";
import type { RuleSite } from "../extensions/rule-sites.ts";
import type { FeedTopicRule } from "../model/feed.ts";
import type { Build } from "../reading/build.ts";
import {
  holdsObject,
  items,
  members,
  type ObjectPlace,
  type Place,
  placeAt,
} from "../reading/place.ts";
import { report } from "../reading/problems.ts";
import { findBraceFault, placeholders } from "./placeholders.ts";

/** The members of extensions that name messages, in texts, lists or names of members. */
const inTexts = new Set(["message", "accepted", "refused", "endOfBacklog"]);
const inLists = new Set(["messages", "repeats", "starts"]);
const inNames = new Set(["snapshots", "updates", "at"]);
/** The placeholders that a client fills in by itself. */
const ownNames = ["id", "alias"];
/** The members whose values are templates. */
const templates = new Set([
  "subscribe",
  "unsubscribe",
  "where",
  "acknowledged",
  "refused",
  "request",
]);
/** The members that hold the words of the venue, which may be any. */
const foreign = new Set([
  ...templates,
  "payload",
  "answer",
  "eachSubscribe",
  "eachUnsubscribe",
  "headers",
  "query",
  "json",
]);

/** The members whose names are those of the contract or of its parameters. */
const ownWords = new Set(["payload", "answer", "codes", "filters"]);

/**
 * Checks the names. Returns false, after reporting them, if some do not exist. Rules of the root may
 * name messages of other channels.
 */
export function checkFeedNames(
  build: Build,
  sites: ReadonlyMap<string, RuleSite<ObjectPlace>>,
  messages: ReadonlySet<string>,
  topics: readonly FeedTopicRule[],
): boolean {
  let sound = true;

  function needMessage(place: Place, name: JsonValue): void {
    if (typeof name !== "string" || messages.has(name) || name === "*") return;
    sound = false;
    const message = `The channel has no message \`${name}\`; it has ${[...messages].join(", ")}.`;
    report(build, "EXTENSION_MESSAGE", place, message);
  }

  function walk(place: Place, key: string): void {
    if (inTexts.has(key)) needMessage(place, place.value);
    if (inLists.has(key)) for (const item of items(place)) needMessage(item, item.value);
    if (holdsObject(place)) {
      for (const [name, each] of members(place)) {
        if (inNames.has(key)) needMessage(each, name);
        const isName = inTexts.has(name) && typeof each.value === "string";
        if (isName || !(foreign.has(name) || ownWords.has(name))) walk(each, name);
      }
    } else for (const item of items(place)) walk(item, "");
  }

  for (const { place, ofRoot } of sites.values()) if (!ofRoot) walk(place, "");

  for (const name of ["x-snapshot", "x-book"]) {
    const list = placeAt(sites.get(name)?.place, "topics");
    if (list === undefined || !holdsObject(list)) continue;
    for (const [name, each] of members(list)) {
      if (topics.some((topic) => topic.name === name)) continue;
      sound = false;
      const known = topics.map((topic) => topic.name).join(", ");
      report(build, "EXTENSION_SHAPE", each, `There is no topic \`${name}\`; there are ${known}.`);
    }
  }

  const subscription = sites.get("x-subscription")?.place;
  for (const topic of topics) {
    const place = placeAt(subscription, "topics", topic.name);
    if (place === undefined || !holdsObject(place)) continue;
    const known = [...topic.parameters.map(({ name }) => name), ...ownNames];
    for (const [key, each] of members(place)) {
      if (!templates.has(key)) continue;
      const fault = findBraceFault(each.value);
      if (fault !== undefined) {
        sound = false;
        report(build, "EXTENSION_SHAPE", each, fault);
      }
      for (const name of placeholders(each.value)) {
        if (known.includes(name)) continue;
        sound = false;
        const message = `The topic has no parameter \`${name}\`; known are ${known.join(", ")}.`;
        report(build, "EXTENSION_SHAPE", each, message);
      }
    }
  }
  return sound;
}
