import type { TemplateFilter } from "./parse-template-text.ts";

/** Changes a text as a placeholder asks for. */
export function applyFilter(text: string, filter: TemplateFilter | undefined): string {
  if (filter === "upper") return text.toUpperCase();
  return filter === "lower" ? text.toLowerCase() : text;
}
