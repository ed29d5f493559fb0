import { isJsonArray, type JsonValue } from "@specwright/spec-loader";
import type { Random } from "../generate/random.ts";

/** The keywords with unordered arrays. */
const sets: ReadonlySet<string> = new Set(["enum", "required", "type", "allOf", "anyOf", "oneOf"]);

/** Returns an equivalent schema in another order. */
export function reorderMembers(random: Random, schema: JsonValue, isSet = false): JsonValue {
  if (isJsonArray(schema)) {
    const items = schema.map((each) => reorderMembers(random, each));
    return isSet ? shuffle(random, items) : items;
  }
  if (typeof schema !== "object" || schema === null) return schema;
  const members = Object.entries(schema).map(([key, value]): [string, JsonValue] => [
    key,
    reorderMembers(random, value, sets.has(key)),
  ]);
  return Object.fromEntries(shuffle(random, members));
}

function shuffle<Value>(random: Random, values: readonly Value[]): Value[] {
  const left = [...values];
  return values.flatMap(() => left.splice(random.below(left.length), 1));
}
