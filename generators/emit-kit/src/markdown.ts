// Text of a document in Markdown and HTML pages.

import { visibleText } from "./visible-text.ts";

/** Escapes text for a line of Markdown, so that it is shown unchanged; newlines become spaces. */
export function markdown(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]()#+\-.!|~$^=:@]/g, escapeMark)
    .replace(/[&<>]/g, (mark) => entities[mark] ?? mark);
}

/** Writes an inline code span; safe in a table cell. Empty text gives an empty string. */
export function markdownCode(text: string): string {
  const content = oneLine(text);
  if (content === "") return "";
  // Tables are split before code is found, and a backslash in code is no escape: with a bar in it,
  // a span means one thing inside a table and another outside.
  if (content.includes("|")) return `<code>${markdown(content)}</code>`;
  if (!content.includes("`")) return `\`${content}\``;
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = "`".repeat(longest + 1);
  const padded = content.startsWith("`") || content.endsWith("`") ? ` ${content} ` : content;
  return `${fence}${padded}${fence}`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

// A dot, dash, plus, colon or equals sign means something only where it starts a line, ends a word
// of digits or repeats; escaping the rest would make plain prose hard to read.
function escapeMark(mark: string, offset: number, whole: string): string {
  // The end of a sentence, as most dots are.
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
