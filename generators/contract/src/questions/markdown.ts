// Formats text of a document for Markdown and HTML pages.

/**
 * Escapes text for a line of Markdown, so that a page shows the text unchanged. Newlines become spaces.
 */
export function markdown(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]()#+\-.!|~$^=:@]/g, escapeMark)
    .replace(/[&<>]/g, (mark) => entities[mark] ?? mark);
}

/**
 * Formats text as a Markdown code span that is safe in a table cell. Returns an empty string for an empty
 * text.
 */
export function markdownCode(text: string): string {
  const content = oneLine(text);
  if (content === "") return "";
  // Markdown splits a table row at bars before it recognises code, and a backslash in code does not escape
  // a bar. So a code span with a bar would look different inside and outside of a table.
  if (content.includes("|")) return `<code>${markdown(content)}</code>`;
  if (!content.includes("`")) return `\`${content}\``;
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = "`".repeat(longest + 1);
  const padded = content.startsWith("`") || content.endsWith("`") ? ` ${content} ` : content;
  return `${fence}${padded}${fence}`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

// A dot, dash, plus, colon or equals sign is Markdown only at the start of a line, after a number, or when
// repeated. Escaping every such mark would make plain prose hard to read.
function escapeMark(mark: string, offset: number, whole: string): string {
  // After a word, a dot ends a sentence.
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

// The authors of documents write descriptions in Markdown. Paragraphs, list items, code spans and strong
// text are kept. Everything else is escaped, so that a page shows the text unchanged.

/** Formats a description as paragraphs and lists. Returns an empty string without a description. */
export function formatProse(text: string | undefined): string {
  if (text === undefined) return "";
  const blocks = text.replace(/\r\n?/g, "\n").split(/\n\s*\n/);
  return blocks
    .map(formatBlock)
    .filter((each) => each !== "")
    .join("\n\n");
}

/** Formats a description on one line, for a table cell. Returns an empty string without a description. */
export function inlineProse(text: string | undefined): string {
  return text === undefined ? "" : formatSpans(text);
}

function formatBlock(text: string): string {
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const item = /^\s*[-*+]\s+(.*)$/.exec(line);
    if (item !== null) lines.push(`- ${formatSpans(item[1] ?? "")}`);
    else if (lines.length > 0) lines.push(`${lines.pop()} ${formatSpans(line)}`.trimEnd());
    else lines.push(formatSpans(line));
  }
  return lines.filter((line) => line !== "").join("\n");
}

function formatSpans(text: string): string {
  return text
    .split(/(`[^`\n]+`|\*\*[^*`\n]+\*\*)/)
    .map((part, index) => (index % 2 === 0 ? encodeWithSpaces(part) : formatSpan(part)))
    .join("")
    .trim();
}

function formatSpan(text: string): string {
  if (text.startsWith("`")) return markdownCode(text.slice(1, -1));
  return `**${markdown(text.slice(2, -2))}**`;
}

/** Escapes text, but keeps leading and trailing spaces, which separate the text from code spans. */
function encodeWithSpaces(text: string): string {
  const encoded = markdown(text);
  if (encoded === "") return text === "" ? "" : " ";
  return `${/^\s/.test(text) ? " " : ""}${encoded}${/\s$/.test(text) ? " " : ""}`;
}

// Control characters, and marks that hide text or change its display (bidirectional overrides, byte
// order marks). Tab, newline and the joiners of emoji are allowed.
const hidden = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

const unusual = /[^\n\x20-\x7e]/;

/**
 * Keeps the visible text. Every kind of line break becomes a newline character. Control characters and
 * direction marks are removed.
 */
export function visibleText(text: string): string {
  // A fast test, because most text is plain.
  if (!unusual.test(text)) return text;
  return text.replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n").replace(hidden, "");
}
