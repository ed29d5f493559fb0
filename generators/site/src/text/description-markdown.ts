// Descriptions in the Markdown of pages. They keep their structure, but cannot break out of their place.

import { markdown } from "@specwright/contract";
import { safeMarkdown } from "@specwright/diff/changelog/text";
import { pageText } from "../html/page-text.ts";
import { markdownOfHtml } from "./plain-html.ts";
import { memoize } from "./remembered.ts";

/** Fast path: a line without Markdown characters is a paragraph. */
const plain = /^[\p{L}(][\p{L}\p{N} ,.;'"()?%/-]*$/u;

/** Writes a description as paragraphs, lists, code and tables; empty without a description. */
export function descriptionMarkdown(text: string | undefined): string {
  return text === undefined ? "" : written(text);
}

const written = memoize((text) => {
  if (plain.test(text)) return markdown(text);
  // Our own lists start with a dash, so a list of a description cannot become a part of them.
  const safe = safeMarkdown(pageText(markdownOfHtml(text)), { bullet: "*" });
  // The comments that prevent notifications on GitHub are useless in a file.
  return safe.replaceAll("@<!-- -->", "@");
});

/** Matches the start of blocks other than paragraphs. */
const block = /^(?:\* |\d+\. |>(?: |$)|```|\| |---$)/;

/**
 * Writes a description as the end of a list item: the first paragraph on the line of the item, the rest
 * indented below it, with an empty line at the end.
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
