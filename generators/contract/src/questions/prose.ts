// Descriptions are Markdown by the authors of documents. Paragraphs, list items, code spans and
// strong text are kept; everything else is escaped, so that a page shows the text unchanged.

import { markdown, markdownCode } from "./markdown.ts";

/** Formats a description as paragraphs and lists; empty if there is none. */
export function prose(text: string | undefined): string {
  if (text === undefined) return "";
  const blocks = text.replace(/\r\n?/g, "\n").split(/\n\s*\n/);
  return blocks
    .map(block)
    .filter((each) => each !== "")
    .join("\n\n");
}

/** Formats a description on one line, for a table cell; empty if there is none. */
export function inlineProse(text: string | undefined): string {
  return text === undefined ? "" : spans(text);
}

function block(text: string): string {
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const item = /^\s*[-*+]\s+(.*)$/.exec(line);
    if (item !== null) lines.push(`- ${spans(item[1] ?? "")}`);
    else if (lines.length > 0) lines.push(`${lines.pop()} ${spans(line)}`.trimEnd());
    else lines.push(spans(line));
  }
  return lines.filter((line) => line !== "").join("\n");
}

function spans(text: string): string {
  return text
    .split(/(`[^`\n]+`|\*\*[^*`\n]+\*\*)/)
    .map((part, index) => (index % 2 === 0 ? edged(part) : span(part)))
    .join("")
    .trim();
}

function span(text: string): string {
  if (text.startsWith("`")) return markdownCode(text.slice(1, -1));
  return `**${markdown(text.slice(2, -2))}**`;
}

/** Encodes text and keeps leading and trailing spaces, which separate it from code spans. */
function edged(text: string): string {
  const encoded = markdown(text);
  if (encoded === "") return text === "" ? "" : " ";
  return `${/^\s/.test(text) ? " " : ""}${encoded}${/\s$/.test(text) ? " " : ""}`;
}
