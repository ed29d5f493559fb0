// What the doc comment of a type or a property says.

import type { Schema } from "@specwright/contract";
import type { DocComment, JsonValue } from "@specwright/emit-kit";

/** Gathers the doc comment of a schema: its description, then what its type cannot show. */
export function schemaDoc(schema: Schema): DocComment {
  if (schema.kind === "boolean") return {};
  const text = schema.description ?? schema.title;
  const notes: string[] = [];
  if (schema.format !== undefined) notes.push(`Format: ${schema.format}.`);
  if (schema.default !== undefined) notes.push(`Default: ${shown(schema.default)}.`);
  // One type serves both directions. Types by direction would part here and in `propertyMembers`.
  if (schema.readOnly === true) notes.push("Read-only: set by the server.");
  if (schema.writeOnly === true) notes.push("Write-only: never sent by the server.");
  if (schema.openEnum === true) {
    notes.push("Open: members may be added; unknown ones reach the caller.");
  }
  if (notes.length === 0) return { text, deprecated: schema.deprecated };
  const note = notes.join(" ");
  const isShort = text !== undefined && !text.trim().includes("\n");
  if (isShort) return { text: `${sentence(text)} ${note}`, deprecated: schema.deprecated };
  return { text, lines: [note], deprecated: schema.deprecated };
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[\p{L}\p{N}]$/u.test(trimmed) ? `${trimmed}.` : trimmed;
}

function shown(value: JsonValue): string {
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === "bigint" ? `${each}` : each,
  );
  const digits = typeof value === "bigint" ? String(value) : text;
  return digits.length > 60 ? `${digits.slice(0, 57)}...` : digits;
}
