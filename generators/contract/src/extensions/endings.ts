import { isJsonArray, isJsonObject, type JsonObject } from "@specwright/spec-loader";
import type { CloseRule, EndingReaction, EndingsRule } from "../model/stream-rules.ts";
import { omitUndefined } from "../reading/place.ts";
import { integerValue, objectsIn, stringValue } from "./checked-values.ts";

/**
 * Reads `x-endings`, and omits messages that the channel does not have. A code can occur several times,
 * with a different meaning each time.
 */
export function readEndings(
  rule: JsonObject | undefined,
  ids: ReadonlySet<string>,
): EndingsRule | undefined {
  if (rule === undefined) return undefined;
  const { closes, messages, maxAgeMs } = rule;
  return omitUndefined({
    closes: objectsIn(closes).map(readClose),
    messages: objectsIn(messages)
      .map(readAnnouncement)
      .filter(({ message }) => ids.has(message)),
    maxAgeMs: integerValue(maxAgeMs),
  });
}

function readClose(value: JsonObject): CloseRule {
  const { codes } = value;
  const [first = 0, last = first] = isJsonArray(codes) ? codes.map((code) => Number(code)) : [];
  return omitUndefined({
    codes: isJsonArray(codes) ? ([first, last] as const) : (integerValue(codes) ?? 0),
    name: stringValue(value["name"]),
    description: stringValue(value["description"]),
    client: value["client"] as EndingReaction,
  });
}

function readAnnouncement(value: JsonObject): EndingsRule["messages"][number] {
  const { where } = value;
  return omitUndefined({
    message: stringValue(value["message"]) ?? "",
    where: isJsonObject(where) ? where : undefined,
    description: stringValue(value["description"]),
    client: value["client"] as EndingReaction,
  });
}
