import type { FoundEntry } from "./rank-entries.ts";

/**
 * Returns what a list of results says about an entry besides its name: where it is, and an excerpt;
 * both without what the result says anyway.
 *
 * The page of a static site has this function in its script: it uses nothing but its arguments.
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
