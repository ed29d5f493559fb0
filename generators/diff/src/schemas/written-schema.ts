import type { Schema } from "@specwright/contract";
import { isJsonArray, isJsonObject, type JsonValue } from "@specwright/spec-loader";

/**
 * Returns a schema without a name as it is written, but without its title, description and comment. The
 * fingerprints of edits that add or remove the schema as a whole contain the result. `null` if there is no
 * schema.
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
    // A property may have the name of a keyword, but its schema is not a string.
    if (texts.has(name) && typeof each === "string") return [];
    return [[name, values.has(name) ? each : withoutTexts(each)]];
  });
  return Object.fromEntries(kept);
}
