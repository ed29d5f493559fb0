import type { JsonValue } from "@specwright/spec-loader";

/** Returns a JSON value as code for a sentence, shortened if it is long. */
export function codeText(value: JsonValue): string {
  const text = JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "bigint" ? `${each}` : each,
  );
  const plain = typeof value === "bigint" ? `${value}` : text;
  return plain.length > 60 ? `\`${plain.slice(0, 59)}…\`` : `\`${plain}\``;
}

/** Returns a list in words: `a`, `b` and `c`. */
export function listText(items: readonly string[]): string {
  const last = items.at(-1) ?? "nothing";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}

/** Returns alternatives in words: `a`, `b` or `c`. */
export function eitherText(items: readonly string[]): string {
  const last = items.at(-1) ?? "nothing";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} or ${last}`;
}

/**
 * Returns the first items and the number of the others. If there is only one other item, returns all items.
 */
export function firstItems(items: readonly string[], most: number): readonly string[] {
  const more = items.length - most;
  return more > 1 ? [...items.slice(0, most), `${more} more`] : items;
}

const mostNames = 5;

/** Returns the first names of properties, and the number of the others, in words. */
export function namesText(names: readonly string[]): string {
  return listText(
    firstItems(
      names.map((name) => `\`${name}\``),
      mostNames,
    ),
  );
}
