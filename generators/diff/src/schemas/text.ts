import type { JsonValue } from "@specwright/spec-loader";

/** Returns a JSON value as code for a sentence, shortened if it is long. */
export function code(value: JsonValue): string {
  const text = JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "bigint" ? `${each}` : each,
  );
  const plain = typeof value === "bigint" ? `${value}` : text;
  return plain.length > 60 ? `\`${plain.slice(0, 59)}…\`` : `\`${plain}\``;
}

/** Returns a list in words: `a`, `b` and `c`. */
export function list(items: readonly string[]): string {
  const last = items.at(-1) ?? "nothing";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}

const mostNames = 5;

/** Returns names of properties in words, and how many more there are. */
export function namesText(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((name) => `\`${name}\``);
  const more = names.length - shown.length;
  return list(more > 0 ? [...shown, `${more} more`] : shown);
}
