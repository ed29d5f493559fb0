// Checks that the names in the extensions of a feed exist: messages and topics.

import type { JsonValue } from "@specwright/spec-loader";
import { reportExtension } from "../extensions/rule-fields.ts";
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

/** The members of extensions that name messages, in texts, lists or names of members. */
const inTexts = new Set(["message", "accepted", "refused", "endOfBacklog"]);
const inLists = new Set(["messages", "repeats", "starts"]);
const inNames = new Set(["snapshots", "updates", "at"]);
/** The members that hold the words of the venue, which may be any. */
const foreign = new Set([
  "subscribe",
  "unsubscribe",
  "where",
  "acknowledged",
  "refused",
  "request",
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

  const match = placeAt(sites.get("x-envelope")?.place, "match");
  const matched = items(match).map((rule) => placeAt(rule, "message")?.value);

  function needMessage(place: Place, name: JsonValue): void {
    if (typeof name !== "string" || name === "*") return;
    if (messages.has(name) && (match === undefined || matched.includes(name))) return;
    sound = false;
    const message = messages.has(name)
      ? `No rule of \`match\` in \`x-envelope\` recognises the message \`${name}\`.`
      : `The channel has no message \`${name}\`; it has ${[...messages].join(", ")}.`;
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
  const heartbeat = sites.get("x-heartbeat");
  for (const beat of items(
    heartbeat?.ofRoot === true ? undefined : placeAt(heartbeat?.place, "beats"),
  )) {
    const answer = placeAt(beat, "answer");
    // What a client answers is a template.
    if (answer !== undefined && placeAt(beat, "from")?.value === "client") {
      needMessage(answer, answer.value);
    }
  }

  for (const name of ["x-snapshot", "x-book"]) {
    const list = placeAt(sites.get(name)?.place, "topics");
    if (list === undefined || !holdsObject(list)) continue;
    for (const [name, each] of members(list)) {
      if (topics.some((topic) => topic.name === name)) continue;
      sound = false;
      const known = topics.map((topic) => topic.name).join(", ");
      reportExtension(build, each, `There is no topic \`${name}\`; there are ${known}.`);
    }
  }
  return sound;
}
