import { isJsonObject, type JsonObject, pointerTokens } from "@specwright/spec-loader";
import type { Heartbeat, ServerHeartbeat, TimeUnit } from "../model/stream-rules.ts";
import { omitUndefined } from "../reading/place.ts";
import { integerValue, objectsIn, stringValue } from "./checked-values.ts";

/** Reads `x-heartbeat`, and omits heartbeats whose message the channel does not have. */
export function readHeartbeats(
  rule: JsonObject | undefined,
  ids: ReadonlySet<string>,
): readonly Heartbeat[] {
  return objectsIn(rule?.["beats"]).flatMap((value): Heartbeat[] => {
    const isOfServer = value["from"] === "server";
    const message = isOfServer ? value["message"] : value["answer"];
    if (typeof message === "string" && !ids.has(message)) return [];
    return [isOfServer ? serverBeat(value) : clientBeat(value)];
  });
}

function serverBeat(value: JsonObject): ServerHeartbeat {
  const { every } = value;
  return omitUndefined({
    from: "server" as const,
    message: stringValue(value["message"]),
    everyMs: integerValue(value["everyMs"]),
    every: isJsonObject(every) ? readSpan(every) : undefined,
    deadAfterMs: integerValue(value["deadAfterMs"]),
    answer: value["answer"],
  });
}

function readSpan({ at, unit }: JsonObject): ServerHeartbeat["every"] {
  const units: readonly TimeUnit[] = ["ns", "us", "ms", "s"];
  return {
    path: pointerTokens(stringValue(at) ?? "") ?? [],
    unit: units.find((each) => each === unit) ?? "s",
  };
}

function clientBeat(value: JsonObject): Heartbeat {
  return omitUndefined({
    from: "client" as const,
    everyMs: integerValue(value["everyMs"]) ?? 0,
    payload: value["payload"],
    text: stringValue(value["text"]),
    answer: stringValue(value["answer"]),
    answerText: stringValue(value["answerText"]),
  });
}
