import { jsonText } from "@specwright/diff";
import type { JsonValue } from "@specwright/spec-loader";

const maxLength = 20_000;

/** Caches texts, because all responses share the sample value of a schema. */
const known = new WeakMap<object, string>();

/** Writes a value as text. Shortens a long text. */
export function exampleText(value: JsonValue): string {
  if (typeof value !== "object" || value === null) return writtenText(value);
  const text = known.get(value) ?? writtenText(value);
  known.set(value, text);
  return text;
}

function writtenText(value: JsonValue): string {
  const text = typeof value === "string" ? value : jsonText(value, "  ");
  if (text.length <= maxLength) return text;
  const end = text.lastIndexOf("\n", maxLength);
  return `${text.slice(0, end > 0 ? end : maxLength).toWellFormed()}\n… (${text.length} characters)`;
}
