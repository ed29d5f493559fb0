import { isJsonObject, type JsonObject, pointerTokens } from "@specwright/spec-loader";
import type { Heartbeat, ServerHeartbeat, TimeUnit } from "../model/stream-rules.ts";
import { present } from "../reading/place.ts";
import { integerOf, objectsIn, textOf } from "./checked-values.ts";

/** Reads `x-heartbeat`, without beats whose messages the channel does not have. */
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
