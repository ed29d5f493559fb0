import type { JsonValue } from "@specwright/spec-loader";

/** Returns a JSON value as code for a sentence. Shortens a long value. */
export function codeText(value: JsonValue): string {
  const text = JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "bigint" ? `${each}` : each,
  );
  const plain = typeof value === "bigint" ? `${value}` : text;
  return plain.length > 60 ? `\`${plain.slice(0, 59)}…\`` : `\`${plain}\``;
}

/** Joins texts with commas and "and": `a`, `b` and `c`. */
export function listText(items: readonly string[]): string {
  const last = items.at(-1) ?? "nothing";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}

/** Joins texts with commas and "or": `a`, `b` or `c`. */
export function eitherText(items: readonly string[]): string {
  const last = items.at(-1) ?? "nothing";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} or ${last}`;
}

/**
 * Returns the first items and the number of further items. Returns all items if only one further item would
 * remain.
 */
export function firstItems(items: readonly string[], most: number): readonly string[] {
  const more = items.length - most;
  return more > 1 ? [...items.slice(0, most), `${more} more`] : items;
}

const mostNames = 5;

/** Returns the first names of properties, and the number of further properties, as text. */
export function namesText(names: readonly string[]): string {
  return listText(
    firstItems(
      names.map((name) => `\`${name}\``),
      mostNames,
    ),
  );
}
