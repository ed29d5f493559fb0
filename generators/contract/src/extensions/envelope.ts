import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  pointerTokens,
} from "@specwright/spec-loader";
import type { EnvelopeRule, MatchRule } from "../model/stream-rules.ts";
import { omitUndefined } from "../reading/place.ts";
import { objectsIn, stringValue } from "./checked-values.ts";

/** Reads `x-envelope` of a channel, and omits messages that the channel does not have. */
export function readEnvelope(
  rule: JsonObject | undefined,
  ids: ReadonlySet<string>,
): EnvelopeRule | undefined {
  if (rule === undefined) return undefined;
  const { match, time = null, error = null } = rule;
  const rules = objectsIn(match) as readonly MatchRule[];
  return omitUndefined({
    match: match === undefined ? undefined : rules.filter(({ message }) => ids.has(message)),
    time: isJsonObject(time) ? readTime(time) : undefined,
    error: isJsonObject(error) && ids.has(String(error["message"])) ? readError(error) : undefined,
  });
}

function readTime({ at, unit }: JsonObject): EnvelopeRule["time"] {
  type Unit = NonNullable<EnvelopeRule["time"]>["unit"];
  return { field: pointerPath(at)?.[0] ?? "", unit: unit as Unit };
}

function readError({ message, code, text, details, codes }: JsonObject): EnvelopeRule["error"] {
  return omitUndefined({
    message: stringValue(message) ?? "",
    code: pointerPath(code) ?? [],
    text: pointerPath(text),
    details: pointerPath(details),
    codes: codes as Readonly<Record<string, string>> | undefined,
  });
}

function pointerPath(pointer: JsonValue | undefined): readonly string[] | undefined {
  return typeof pointer === "string" ? pointerTokens(pointer) : undefined;
}
