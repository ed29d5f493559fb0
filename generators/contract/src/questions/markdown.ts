// Text of a document in Markdown and HTML pages.

import { visibleText } from "./visible-text.ts";

/** Escapes text for a line of Markdown, so that it is shown unchanged; newlines become spaces. */
export function markdown(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]()#+\-.!|~$^=:@]/g, escapeMark)
    .replace(/[&<>]/g, (mark) => entities[mark] ?? mark);
}

/**
 * Formats an inline code span that is safe in a table cell; empty text becomes an empty string.
 */
export function markdownCode(text: string): string {
  const content = oneLine(text);
  if (content === "") return "";
  // Tables are split before code is recognised, and a backslash in code is not an escape: a span
  // with a bar has different meanings inside and outside of a table.
  if (content.includes("|")) return `<code>${markdown(content)}</code>`;
  if (!content.includes("`")) return `\`${content}\``;
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = "`".repeat(longest + 1);
  const padded = content.startsWith("`") || content.endsWith("`") ? ` ${content} ` : content;
  return `${fence}${padded}${fence}`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

// A dot, dash, plus, colon or equals sign has a meaning only at the start of a line, after a number
// or when repeated; escaping the others would make plain prose hard to read.
function escapeMark(mark: string, offset: number, whole: string): string {
  // Most dots end a sentence.
  if (mark === "." && /[^\dw]/i.test(whole[offset - 1] ?? "")) return mark;
  const before = whole.slice(0, offset);
  switch (mark) {
    case ".":
    case ")":
      return /^\s*\d+$/.test(before) || /www$/i.test(before) ? `\\${mark}` : mark;
    case "-":
    case "+":
    case "=":
      return before.trim() === "" || whole[offset + 1] === mark ? `\\${mark}` : mark;
    case ":":
      return /(?:https?|ftp|mailto|xmpp)$/i.test(before) || /:[\w+-]*$/.test(before)
        ? `\\${mark}`
        : mark;
    case "(":
      return before.endsWith("]") ? "\\(" : mark;
    case "!":
      return whole[offset + 1] === "[" ? "\\!" : mark;
    case "@":
      return /[\w.+-]$/.test(before) ? "\\@" : mark;
    case "_":
      return /\w$/.test(before) && /^\w/.test(whole.slice(offset + 1)) ? mark : "\\_";
    case "$":
    case "^":
    case "{":
    case "}":
      return mark;
    default:
      return `\\${mark}`;
  }
}

function oneLine(text: string): string {
  return visibleText(text).replace(/\s+/g, " ").trim();
}
