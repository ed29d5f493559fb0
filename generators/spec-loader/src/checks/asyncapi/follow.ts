// Follows references in a document that consists of a single file.

import { memberAtToken, pointerTokens } from "../../json/json-pointer.ts";
import { isJsonObject, type JsonValue, memberOf } from "../../json/json-value.ts";

/** The maximum number of references in a chain. A longer chain is a cycle. */
const longest = 100;

/**
 * Returns the target of a reference. Returns a value that is not a reference unchanged. Returns undefined
 * if the reference has no target.
 */
export function followReference(root: JsonValue, given: JsonValue): JsonValue | undefined {
  let value: JsonValue | undefined = given;
  for (let count = 0; count < longest && value !== undefined; count++) {
    const tokens = referenceTokens(value);
    if (tokens === undefined) return value;
    value = root;
    for (const token of tokens) {
      value = value === undefined ? undefined : memberAtToken(value, token);
    }
  }
  return undefined;
}

/** Returns the pointer tokens of a reference object; undefined for any other value. */
export function referenceTokens(value: JsonValue): readonly string[] | undefined {
  const reference = isJsonObject(value) ? memberOf(value, "$ref") : undefined;
  if (typeof reference !== "string" || !reference.startsWith("#")) return undefined;
  try {
    return pointerTokens(decodeURIComponent(reference.slice(1)));
  } catch {
    return pointerTokens(reference.slice(1));
  }
}
