import type { Schema } from "@specwright/contract";
import { isJsonArray, isJsonObject, type JsonValue } from "@specwright/spec-loader";

/**
 * Returns the text of an inline schema as JSON, without its title, description and comment. The fingerprint
 * of an edit that adds or removes the whole schema contains this JSON. Returns `null` if `schema` is
 * undefined.
 */
export function writtenSchema(schema: Schema | undefined): JsonValue {
  if (schema === undefined) return null;
  return schema.kind === "boolean" ? schema.value : withoutTexts(schema.raw);
}

const texts: ReadonlySet<string> = new Set(["title", "description", "$comment"]);
const values: ReadonlySet<string> = new Set(["const", "enum", "default"]);

function withoutTexts(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(withoutTexts);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, each = null]): [string, JsonValue][] => {
    // A property may have the same name as a keyword, but a property contains a schema and not a string.
    if (texts.has(name) && typeof each === "string") return [];
    return [[name, values.has(name) ? each : withoutTexts(each)]];
  });
  return Object.fromEntries(kept);
}
