import { isJsonObject, type JsonObject, pointerTokens } from "@specwright/spec-loader";
import type { Heartbeat, ServerHeartbeat, TimeUnit } from "../model/extensions.ts";
import type { Build } from "../reading/build.ts";
import { items, present } from "../reading/place.ts";
import { integerOf, textOf } from "./checked-values.ts";
import { ruleFields } from "./rule-fields.ts";
import { namesKnownMessages } from "./rule-messages.ts";
import type { RuleSite } from "./rule-sites.ts";

/**
 * Reads `x-heartbeat`, whose shape was checked. A rule of the root omits the signs of life whose messages
 * the channel does not have.
 */
export function readHeartbeats(
  build: Build,
  site: RuleSite,
  messageIds: ReadonlySet<string>,
): readonly Heartbeat[] {
  const beats = ruleFields(build, site.place).place("beats");
  return items(beats).flatMap((place): Heartbeat[] => {
    const { value } = place;
    if (!isJsonObject(value)) return [];
    const fields = ruleFields(build, place);
    const key = value["from"] === "server" ? "message" : "answer";
    const isNamed = value[key] !== undefined;
    if (isNamed && !namesKnownMessages(build, site, messageIds, fields, [key])) return [];
    return [value["from"] === "server" ? serverBeat(value) : clientBeat(value)];
  });
}

function serverBeat(value: JsonObject): ServerHeartbeat {
  const { every } = value;
  return present({
    from: "server" as const,
    message: textOf(value["message"]),
    everyMs: integerOf(value["everyMs"]),
    every: isJsonObject(every) ? readSpan(every) : undefined,
    deadAfterMs: integerOf(value["deadAfterMs"]),
    answer: value["answer"],
  });
}

function readSpan({ at, unit }: JsonObject): ServerHeartbeat["every"] {
  const units: readonly TimeUnit[] = ["ns", "us", "ms", "s"];
  return {
    path: pointerTokens(textOf(at) ?? "") ?? [],
    unit: units.find((each) => each === unit) ?? "s",
  };
}

function clientBeat(value: JsonObject): Heartbeat {
  return present({
    from: "client" as const,
    everyMs: integerOf(value["everyMs"]) ?? 0,
    payload: value["payload"],
    text: textOf(value["text"]),
    answer: textOf(value["answer"]),
    answerText: textOf(value["answerText"]),
  });
}
