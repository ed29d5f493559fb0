import type { TemplateFilter } from "./parse-template-text.ts";

/** Applies the filter of a placeholder to a text. */
export function applyFilter(text: string, filter: TemplateFilter | undefined): string {
  if (filter === "upper") return text.toUpperCase();
  return filter === "lower" ? text.toLowerCase() : text;
}
