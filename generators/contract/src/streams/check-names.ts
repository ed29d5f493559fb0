// Checks that the messages and topics that extensions name exist.

import type { JsonValue } from "@specwright/spec-loader";
import { reportExtension } from "../extensions/rule-fields.ts";
import type { RuleSites, StreamExtension } from "../extensions/rule-sites.ts";
import type { StreamRules } from "../model/stream-rules.ts";
import type { Build } from "../reading/build.ts";
import { holdsObject, listItems, listMembers, type Place, placeAt } from "../reading/place.ts";
import { reportProblem } from "../reading/problems.ts";

/** The members that contain the name of a message, in three forms: as a string, in a list, or as a key. */
const inTexts = new Set(["message", "accepted", "refused", "endOfBacklog"]);
const inLists = new Set(["messages", "repeats", "starts"]);
const inNames = new Set(["snapshots", "updates", "at"]);
/**
 * The members that contain words of the server's protocol. These can be any words, and are not checked.
 */
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

/** The members whose keys are other names than those of messages, such as parameters or error codes. */
const ownWords = new Set(["payload", "answer", "codes", "filters"]);

/** The extensions that name messages on a channel without topics. */
const ofAnyChannel: readonly StreamExtension[] = [
  "x-envelope",
  "x-sequence",
  "x-heartbeat",
  "x-endings",
];

/**
 * Reports unknown names. Skips rules at the root of the document, because they can name messages of other
 * channels.
 */
export function checkNames(
  build: Build,
  { all, get }: RuleSites,
  messages: ReadonlySet<string>,
  { subscription, topics }: StreamRules,
): void {
  const hasTopics = subscription !== undefined;
  const match = hasTopics ? placeAt(get("x-envelope")?.place, "match") : undefined;
  const matched = listItems(match).map((rule) => placeAt(rule, "message")?.value);

  function needMessage(place: Place, name: JsonValue): void {
    if (typeof name !== "string" || name === "*") return;
    if (messages.has(name) && (match === undefined || matched.includes(name))) return;
    const message = messages.has(name)
      ? `No rule of \`match\` in \`x-envelope\` matches the message \`${name}\`.`
      : `Unknown message \`${name}\`. Messages of the channel: ${[...messages].join(", ")}.`;
    reportProblem(build, "EXTENSION_MESSAGE", place, message);
  }

  function walk(place: Place, key: string): void {
    if (inTexts.has(key)) needMessage(place, place.value);
    if (inLists.has(key)) for (const item of listItems(place)) needMessage(item, item.value);
    if (holdsObject(place)) {
      for (const [name, each] of listMembers(place)) {
        if (inNames.has(key)) needMessage(each, name);
        const isName = inTexts.has(name) && typeof each.value === "string";
        if (isName || !(foreign.has(name) || ownWords.has(name))) walk(each, name);
      }
    } else for (const item of listItems(place)) walk(item, "");
  }

  for (const [name, { place, ofRoot }] of all) {
    if (!ofRoot && (hasTopics || ofAnyChannel.includes(name))) walk(place, "");
  }
  const heartbeat = get("x-heartbeat");
  for (const beat of listItems(
    heartbeat?.ofRoot === true ? undefined : placeAt(heartbeat?.place, "beats"),
  )) {
    const answer = placeAt(beat, "answer");
    // If the heartbeat comes from the server, `answer` is a template, not the name of a message.
    if (answer !== undefined && placeAt(beat, "from")?.value === "client") {
      needMessage(answer, answer.value);
    }
  }

  for (const name of ["x-snapshot", "x-book"] as const) {
    const list = placeAt(get(name)?.place, "topics");
    if (!hasTopics || list === undefined || !holdsObject(list)) continue;
    for (const [name, each] of listMembers(list)) {
      if (topics.some((topic) => topic.name === name)) continue;
      const known = topics.map((topic) => topic.name).join(", ");
      reportExtension(build, each, `Unknown topic \`${name}\`. Topics: ${known}.`);
    }
  }
}
