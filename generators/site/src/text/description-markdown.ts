// Writes descriptions into the Markdown of pages. A description keeps its structure, but cannot change the
// structure of the page.

import { markdown } from "@specwright/contract";
import { safeMarkdown } from "@specwright/diff/changelog/text";
import { pageText } from "../html/page-text.ts";
import { markdownOfHtml } from "./plain-html.ts";
import { memoize } from "./remembered.ts";

/** Fast path: a line without special characters of Markdown is a paragraph. */
const plain = /^[\p{L}(][\p{L}\p{N} ,.;'"()?%/-]*$/u;

/**
 * Writes a description as Markdown blocks, such as paragraphs and lists. Returns an empty text without a
 * description.
 */
export function descriptionMarkdown(text: string | undefined): string {
  return text === undefined ? "" : written(text);
}

const written = memoize((text) => {
  if (plain.test(text)) return markdown(text);
  // The lists of pages begin with a dash. With `*`, a list in a description cannot become part of such a
  // list.
  const safe = safeMarkdown(pageText(markdownOfHtml(text)), { bullet: "*" });
  // On GitHub, these comments prevent notifications. Files of a site do not need them.
  return safe.replaceAll("@<!-- -->", "@");
});

/** Matches the first characters of blocks that are not paragraphs. */
const block = /^(?:\* |\d+\. |>(?: |$)|```|\| |---$)/;

/**
 * Writes a description inside a list item. The first paragraph continues the line of the item. All other
 * blocks follow below, indented, with an empty line at the end.
 */
export function itemMarkdown(text: string | undefined, indent = "  "): string {
  const whole = descriptionMarkdown(text);
  if (whole === "") return "";
  const [line = ""] = whole.split("\n", 1);
  const first = block.test(line) ? "" : line;
  const rest = first === "" ? `\n\n${whole}` : whole.slice(first.length);
  if (rest === "") return ` ${first}`;
  return `${first === "" ? "" : ` ${first}`}${rest.replaceAll(/\n(?!\n|$)/g, `\n${indent}`)}\n`;
}
