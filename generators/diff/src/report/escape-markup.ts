import { oneLine } from "./one-line.ts";

const entities: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

/** Encodes a text of a document as one line of HTML or XML, also within quotes. */
export function escapeMarkup(text: string): string {
  return escapeMarkupLine(oneLine(text));
}

/** Encodes a line for HTML or XML, without characters that XML does not allow. */
export function escapeMarkupLine(line: string): string {
  return line
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, "")
    .replace(/[&<>"']/g, (each) => entities.get(each) ?? "");
}
