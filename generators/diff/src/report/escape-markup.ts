import { oneLine } from "./one-line.ts";

const entities: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

/**
 * Escapes a text of a document for HTML or XML, also for quoted attributes, and puts the text on one line.
 */
export function escapeMarkup(text: string): string {
  return escapeMarkupLine(oneLine(text));
}

/** Escapes a line for HTML or XML. Removes characters that XML forbids. */
export function escapeMarkupLine(line: string): string {
  return line
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, "")
    .replace(/[&<>"']/g, (each) => entities.get(each) ?? "");
}
