// References inside a document that has no others.

import { pointerTokens } from "../../json/json-pointer.ts";
import { isJsonObject, type JsonValue, memberOf } from "../../json/json-value.ts";
import { descend } from "../../references/descend.ts";

/** More references in a row are a circle. */
const longest = 100;

/** Returns what a value refers to, or the value itself; undefined if a reference leads nowhere. */
export function follow(root: JsonValue, given: JsonValue): JsonValue | undefined {
  let value = given;
  for (let count = 0; count < longest; count++) {
    const tokens = referenceOf(value);
    if (tokens === undefined) return value;
    const { value: target, rest } = descend(root, tokens);
    if (rest.length > 0) return undefined;
    value = target;
  }
  return undefined;
}

/** Returns the tokens of a reference; undefined for anything else. */
export function referenceOf(value: JsonValue): readonly string[] | undefined {
  const reference = isJsonObject(value) ? memberOf(value, "$ref") : undefined;
  if (typeof reference !== "string" || !reference.startsWith("#")) return undefined;
  try {
    return pointerTokens(decodeURIComponent(reference.slice(1)));
  } catch {
    return pointerTokens(reference.slice(1));
  }
}
