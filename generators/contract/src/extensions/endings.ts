import { isJsonArray, isJsonObject, type JsonObject } from "@specwright/spec-loader";
import type { CloseRule, EndingReaction, EndingsRule } from "../model/extensions.ts";
import type { Build } from "../reading/build.ts";
import type { ObjectPlace } from "../reading/place.ts";
import { items, member, present } from "../reading/place.ts";
import { integerOf, textOf } from "./checked-values.ts";
import { ruleFields } from "./rule-fields.ts";
import { namesKnownMessages } from "./rule-messages.ts";
import type { RuleSite } from "./rule-sites.ts";

const reactions: readonly EndingReaction[] = [
  "stop",
  "reconnect",
  "resync",
  "resubscribe",
  "renew",
  "wait",
  "slow-down",
];

/**
 * Reads `x-endings`, whose shape was checked. A code may stand there several times, with several
 * meanings. A rule of the root omits the messages that the channel does not have.
 */
export function readEndings(
  build: Build,
  site: RuleSite<ObjectPlace>,
  messageIds: ReadonlySet<string>,
): EndingsRule {
  const { place } = site;
  const closes = items(member(place, "closes")).flatMap(({ value }) =>
    isJsonObject(value) ? [readClose(value)] : [],
  );
  const messages = items(member(place, "messages")).flatMap((each) => {
    const { value } = each;
    const fields = ruleFields(build, each);
    if (!isJsonObject(value)) return [];
    if (!namesKnownMessages(build, site, messageIds, fields, ["message"])) return [];
    return [readAnnouncement(value)];
  });
  return present({ closes, messages, maxAgeMs: integerOf(place.value["maxAgeMs"]) });
}

function readClose(value: JsonObject): CloseRule {
  const { codes } = value;
  const [first = 0, last = first] = isJsonArray(codes) ? codes.map((code) => Number(code)) : [];
  return present({
    codes: isJsonArray(codes) ? ([first, last] as const) : (integerOf(codes) ?? 0),
    name: textOf(value["name"]),
    description: textOf(value["description"]),
    client: reactionOf(value),
  });
}

function readAnnouncement(value: JsonObject): EndingsRule["messages"][number] {
  const { where } = value;
  return present({
    message: textOf(value["message"]) ?? "",
    where: isJsonObject(where) ? where : undefined,
    description: textOf(value["description"]),
    client: reactionOf(value),
  });
}

function reactionOf({ client }: JsonObject): EndingReaction {
  return reactions.find((each) => each === client) ?? "reconnect";
}
