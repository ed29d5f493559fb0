// Numbers that must have the same sign, such as the two parts of a decimal, as JSON Schema
// expresses it: either all of them are at least 0, or all are at most 0.

import { isJsonArray, isJsonObject, type JsonValue } from "@specwright/spec-loader";
import type { SchemaReading } from "./keyword-reader.ts";
import { says } from "./open-enum.ts";

/**
 * Converts `anyOf: [{ properties: { a: { minimum: 0 }, b: { minimum: 0 } } }, ...]`, with `maximum`
 * in the second branch, to the names of the members, if all of them are required.
 */
export function foldSameSign({ draft, place }: SchemaReading): void {
  const { anyOf } = place.value;
  if (!isJsonArray(anyOf) || anyOf.length !== 2) return;
  const [above, below] = anyOf;
  const names = namesBoundBy("minimum", above);
  if (names.length !== 2 || String(names) !== String(namesBoundBy("maximum", below))) return;
  if (!names.every((name) => draft.required?.includes(name))) return;
  delete draft.anyOf;
  draft.sameSign = names;
}

/**
 * Lists the members that a schema bounds by 0 and does not restrict otherwise, in the order of
 * their names.
 */
function namesBoundBy(
  bound: "minimum" | "maximum",
  branch: JsonValue | undefined,
): readonly string[] {
  if (!says(branch, "properties")) return [];
  const { properties } = branch;
  if (!isJsonObject(properties)) return [];
  const isBound = (value: JsonValue | undefined) => says(value, bound) && value[bound] === 0;
  const names = Object.keys(properties).sort();
  return names.every((name) => isBound(properties[name])) ? names : [];
}
