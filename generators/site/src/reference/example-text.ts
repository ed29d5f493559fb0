import { jsonText } from "@specwright/diff";
import type { JsonValue } from "@specwright/spec-loader";

const maxLength = 20_000;

/** Writes a value as text, cut off where it is too long to be read. */
export function exampleText(value: JsonValue): string {
  const text = typeof value === "string" ? value : jsonText(value, "  ");
  if (text.length <= maxLength) return text;
  const end = text.lastIndexOf("\n", maxLength);
  return `${text.slice(0, end > 0 ? end : maxLength).toWellFormed()}\n… (${text.length} characters)`;
}
