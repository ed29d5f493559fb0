// Enums that may grow, written so that every JSON Schema validator accepts other values: `anyOf` of
// the known values and any string.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@specwright/spec-loader";
import type { SchemaReading } from "./keyword-reader.ts";

/**
 * Converts `anyOf: [{ enum: [...] }, { type: string }]` to the known values and a flag that others
 * are allowed. `x-open-enum: true` next to an `enum` sets the flag too, but other tools do not
 * understand it.
 */
export function foldOpenEnum({ draft, place }: SchemaReading): void {
  if (draft.enum !== undefined) {
    if (draft.extensions.get("x-open-enum") === true) draft.openEnum = true;
    return;
  }
  const { anyOf } = place.value;
  if (!isJsonArray(anyOf) || anyOf.length !== 2 || draft.const !== undefined) return;
  const known = anyOf.find((branch) => isJsonObject(branch) && Object.hasOwn(branch, "enum"));
  const every = anyOf.find((branch) => branch !== known);
  if (!says(known, "enum", "type") || !says(every, "type")) return;
  const { enum: values, type = "string" } = known;
  if (!isJsonArray(values) || values.length === 0 || every["type"] !== "string") return;
  if (type !== "string" || !values.every((value) => typeof value === "string")) return;
  if (draft.types !== undefined && !draft.types.includes("string")) return;
  delete draft.anyOf;
  draft.types = ["string"];
  draft.enum = values;
  draft.openEnum = true;
}

const annotations: ReadonlySet<string> = new Set(["title", "description", "$comment"]);

/** Reports whether an object restricts values by the given keywords only. */
export function says(branch: JsonValue | undefined, ...keywords: string[]): branch is JsonObject {
  if (!isJsonObject(branch)) return false;
  return Object.keys(branch).every(
    (key) => keywords.includes(key) || annotations.has(key) || key.startsWith("x-"),
  );
}
