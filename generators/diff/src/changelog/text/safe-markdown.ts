// Markdown by somebody else as a part of our own: it is parsed and rewritten, so that nothing in
// it can end its place or pass for ours.

import { markdownParser } from "./markdown-parser.ts";
import { cleanText } from "./markup.ts";
import { type MarkdownToken, safeInline } from "./safe-inline.ts";

/** Where the reader of tokens is. */
interface Reading {
  readonly tokens: readonly MarkdownToken[];
  readonly bullet: "-" | "*";
  at: number;
}

/** Options for `safeMarkdown`. */
export interface SafeMarkdownOptions {
  /** The address to which relative links are relative; without it, only their text is kept. */
  readonly base?: string;
  /** What starts the items of lists; a list ends where another one starts with another mark. */
  readonly bullet?: "-" | "*";
}

/**
 * Writes a Markdown text as Markdown that can stand between texts of ours. Paragraphs, lists,
 * quotations, code, tables, emphasis and links to the web are kept. A heading becomes a paragraph in
 * bold type, so that the only headings are ours; of images the text is kept; HTML becomes text.
 */
export function safeMarkdown(
  text: string,
  { base, bullet = "-" }: SafeMarkdownOptions = {},
): string {
  const markdown = base === undefined ? webParser : markdownParser(base);
  return blocks({ tokens: markdown.parse(cleanText(text), {}), bullet, at: 0 }).join("\n\n");
}

// Making a parser takes longer than most texts do.
const webParser = markdownParser();

/** Reads blocks up to the end of what they are in. */
function blocks(reading: Reading): readonly string[] {
  const written: string[] = [];
  for (;;) {
    const token = reading.tokens[reading.at];
    if (token === undefined || token.nesting < 0) return written;
    reading.at += 1;
    const block = blockText(token, reading);
    if (block !== "") written.push(block);
    // The end of a block that was read to it.
    if (token.nesting > 0) reading.at += 1;
  }
}

function blockText(token: MarkdownToken, reading: Reading): string {
  switch (token.type) {
    case "inline":
      return paragraph(safeInline(token.children ?? []));
    case "heading_open": {
      const { children } = reading.tokens[reading.at] ?? {};
      blocks(reading);
      const text = safeInline(children ?? [], false).trim();
      return text === "" ? "" : `**${text}**`;
    }
    case "fence":
    case "code_block":
      return fence(token);
    case "hr":
      return "---";
    case "blockquote_open":
      return blocks(reading).join("\n\n").replaceAll(/^/gm, "> ").replaceAll(/ +$/gm, "");
    case "bullet_list_open":
    case "ordered_list_open":
      return list(token, reading);
    case "table_open":
      return table(reading);
    default:
      return token.nesting > 0 ? blocks(reading).join("\n\n") : "";
  }
}

/** Escapes what would make something else of a paragraph that starts with it. */
function paragraph(text: string): string {
  return text
    .trim()
    .replace(/^(?=[-+](?:\s|$)|--|=)/, "\\")
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, "$1\\");
}

function fence({ content, info }: MarkdownToken): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = "`".repeat(longest + 1);
  const [language = ""] = /^[\w+#.-]*/.exec(info.trim()) ?? [];
  return `${marks}${language}\n${content.replace(/\n$/, "")}\n${marks}`;
}

function list(token: MarkdownToken, reading: Reading): string {
  const items: string[] = [];
  let number = Number(token.attrGet("start") ?? 1);
  while (reading.tokens[reading.at]?.type === "list_item_open") {
    reading.at += 1;
    const marker = token.type === "ordered_list_open" ? `${number++}. ` : `${reading.bullet} `;
    const indent = " ".repeat(marker.length);
    const text = blocks(reading)
      .join("\n\n")
      .replaceAll(/\n(?!\n|$)/g, `\n${indent}`);
    items.push(`${marker}${text}`.trimEnd());
    reading.at += 1;
  }
  return items.join("\n");
}

function table(reading: Reading): string {
  const rows: string[][] = [];
  for (; reading.tokens[reading.at]?.type !== "table_close"; reading.at++) {
    const token = reading.tokens[reading.at];
    if (token === undefined) break;
    if (token.type === "tr_open") rows.push([]);
    // A bar in code would end its cell.
    const text = token.type === "inline" ? safeInline(token.children ?? []) : undefined;
    if (text !== undefined) rows.at(-1)?.push(text.trim().replaceAll(/(?<!\\)\|/g, "\\|"));
  }
  const [head = [], ...others] = rows;
  const lines = [head, head.map(() => "---"), ...others];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
