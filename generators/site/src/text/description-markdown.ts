// Descriptions in the Markdown of pages. They keep their structure, and stay in their place.

import { markdown } from "@specwright/contract";
import { safeMarkdown } from "@specwright/diff/changelog/text";
import { pageText } from "../html/page-text.ts";
import { markdownOfHtml } from "./plain-html.ts";
import { remembered } from "./remembered.ts";

/** Text without a character that could be a mark, on a line, is a paragraph as it is. */
const plain = /^[\p{L}(][\p{L}\p{N} ,.;'"()?%/-]*$/u;

/** Writes a description as paragraphs, lists, code and tables; nothing if there is none. */
export function descriptionMarkdown(text: string | undefined): string {
  return text === undefined ? "" : written(text);
}

const written = remembered((text) => {
  if (plain.test(text)) return markdown(text);
  // Lists of ours start with a dash: one of a description does not become a part of them.
  const safe = safeMarkdown(pageText(markdownOfHtml(text)), { bullet: "*" });
  // What keeps texts on GitHub from notifying users is of no use in a file.
  return safe.replaceAll("@<!-- -->", "@");
});

/** How the blocks start that are no paragraphs. */
const block = /^(?:\* |\d+\. |>(?: |$)|```|\| |---$)/;

/**
 * Writes a description as the end of an item of a list: a paragraph on the line of the item, what
 * follows below it, indented like everything in the item, with an empty line at the end.
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
