import type { FoundEntry } from "./rank-entries.ts";

/**
 * Returns the place and an excerpt of an entry for a list of results, without words that the result already
 * shows.
 *
 * The script of a static site contains this function, so it may use only its arguments.
 */
export function resultWords({ name, text, title }: Pick<FoundEntry, "name" | "text" | "title">): {
  readonly where: string;
  readonly excerpt: string;
} {
  const start = `${title}: `;
  const rest = text.startsWith(start) ? text.slice(start.length) : text;
  return {
    where: title === name ? "" : title,
    excerpt: rest === title || rest === name ? "" : rest,
  };
}
