import type { Problem } from "../diagnostics/problem.ts";
import { joinPointer } from "../json/json-pointer.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonValue,
  memberOf,
  setMember,
} from "../json/json-value.ts";

/**
 * A document without the `collectionFormat` of items. Each place where the format had an effect is a
 * problem.
 */
export interface PlainItems {
  readonly value: JsonValue;
  readonly problems: readonly Problem[];
}

/**
 * Removes `collectionFormat` from `items`, because OpenAPI 3 cannot express it there. Reports a format only
 * if the items are arrays. For other items, the format has no effect.
 */
export function withoutNestedFormats(file: string, root: JsonValue): PlainItems {
  const problems: Problem[] = [];
  const visit = (value: JsonValue, pointer: string, isItems: boolean): JsonValue => {
    if (isJsonArray(value))
      return value.map((item, index) => visit(item, joinPointer(pointer, index), false));
    if (!isJsonObject(value)) return value;
    const copy: Record<string, JsonValue> = {};
    for (const key of Object.keys(value)) {
      const member = memberOf(value, key) ?? null;
      const place = joinPointer(pointer, key);
      if (!isItems || key !== "collectionFormat" || typeof member !== "string") {
        setMember(copy, key, visit(member, place, key === "items"));
      } else if (memberOf(value, "type") === "array") {
        problems.push({
          code: "VERSION_UNSUPPORTED",
          source: { file, pointer: place },
          message: "OpenAPI 3 has no equivalent for the collectionFormat of items",
          fix: "Declare each inner list as a string, and describe how its items are separated.",
          repair: { reading: "left out", edits: [] },
        });
      }
    }
    return copy;
  };
  return { value: visit(root, "", false), problems };
}
