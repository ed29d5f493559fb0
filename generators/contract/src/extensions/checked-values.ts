// Reads values of an extension whose shape was already checked.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@specwright/spec-loader";

export function stringValue(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function integerValue(value: JsonValue | undefined): number | undefined {
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}

/** Lists the objects in an array. */
export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return value !== undefined && isJsonArray(value) ? value.filter(isJsonObject) : [];
}
