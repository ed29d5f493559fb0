import type { FoundEntry } from "./rank-entries.ts";

/**
 * Returns the location and an excerpt of an entry for a list of results. Omits words that the result
 * already shows.
 *
 * The script of a static site contains the source of this function, so the function may use only its
 * arguments.
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
