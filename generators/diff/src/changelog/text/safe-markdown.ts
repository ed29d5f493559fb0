// Embeds untrusted Markdown in generated Markdown. The untrusted text is parsed and rewritten, so it cannot
// close the surrounding block or imitate generated text.

import { markdownParser } from "./markdown-parser.ts";
import { cleanText } from "./markup.ts";
import { type MarkdownToken, safeInline } from "./safe-inline.ts";

/** The tokens of a text, and the position of the reader. */
interface Reading {
  readonly tokens: readonly MarkdownToken[];
  readonly bullet: "-" | "*";
  at: number;
}

/** Options for `safeMarkdown`. */
export interface SafeMarkdownOptions {
  /** The base URL of relative links. Without a base, a relative link becomes plain text. */
  readonly base?: string;
  /** The bullet of list items. In Markdown, a different bullet starts a new list. */
  readonly bullet?: "-" | "*";
}

/**
 * Rewrites untrusted Markdown so that it can be embedded. It keeps paragraphs, lists, quotations, code,
 * tables, emphasis and web links. A heading becomes a bold paragraph; images become their text; HTML
 * becomes text.
 */
export function safeMarkdown(
  text: string,
  { base, bullet = "-" }: SafeMarkdownOptions = {},
): string {
  const markdown = base === undefined ? webParser : markdownParser(base);
  return readBlocks({ tokens: markdown.parse(cleanText(text), {}), bullet, at: 0 }).join("\n\n");
}

// Creating a parser takes longer than parsing most texts.
const webParser = markdownParser();

/** Reads blocks until the enclosing block ends. */
function readBlocks(reading: Reading): readonly string[] {
  const written: string[] = [];
  for (;;) {
    const token = reading.tokens[reading.at];
    if (token === undefined || token.nesting < 0) return written;
    reading.at += 1;
    const block = blockText(token, reading);
    if (block !== "") written.push(block);
    // Skips the closing token of the block.
    if (token.nesting > 0) reading.at += 1;
  }
}

function blockText(token: MarkdownToken, reading: Reading): string {
  switch (token.type) {
    case "inline":
      return escapeParagraph(safeInline(token.children ?? []));
    case "heading_open": {
      const { children } = reading.tokens[reading.at] ?? {};
      readBlocks(reading);
      const text = safeInline(children ?? [], false).trim();
      return text === "" ? "" : `**${text}**`;
    }
    case "fence":
    case "code_block":
      return printFence(token);
    case "hr":
      return "---";
    case "blockquote_open":
      return readBlocks(reading).join("\n\n").replaceAll(/^/gm, "> ").replaceAll(/ +$/gm, "");
    case "bullet_list_open":
    case "ordered_list_open":
      return printList(token, reading);
    case "table_open":
      return printTable(reading);
    default:
      return token.nesting > 0 ? readBlocks(reading).join("\n\n") : "";
  }
}

/** Escapes first characters that Markdown would read as a list, a line or a heading. */
function escapeParagraph(text: string): string {
  return text
    .trim()
    .replace(/^(?=[-+](?:\s|$)|--|=)/, "\\")
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, "$1\\");
}

function printFence({ content, info }: MarkdownToken): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = "`".repeat(longest + 1);
  const [language = ""] = /^[\w+#.-]*/.exec(info.trim()) ?? [];
  return `${marks}${language}\n${content.replace(/\n$/, "")}\n${marks}`;
}

function printList(token: MarkdownToken, reading: Reading): string {
  const items: string[] = [];
  let number = Number(token.attrGet("start") ?? 1);
  while (reading.tokens[reading.at]?.type === "list_item_open") {
    reading.at += 1;
    const marker = token.type === "ordered_list_open" ? `${number++}. ` : `${reading.bullet} `;
    const indent = " ".repeat(marker.length);
    const text = readBlocks(reading)
      .join("\n\n")
      .replaceAll(/\n(?!\n|$)/g, `\n${indent}`);
    items.push(`${marker}${text}`.trimEnd());
    reading.at += 1;
  }
  return items.join("\n");
}

function printTable(reading: Reading): string {
  const rows: string[][] = [];
  for (; reading.tokens[reading.at]?.type !== "table_close"; reading.at++) {
    const token = reading.tokens[reading.at];
    if (token === undefined) break;
    if (token.type === "tr_open") rows.push([]);
    // Markdown would read a vertical bar in code as the border of the table cell.
    const text = token.type === "inline" ? safeInline(token.children ?? []) : undefined;
    if (text !== undefined) rows.at(-1)?.push(text.trim().replaceAll(/(?<!\\)\|/g, "\\|"));
  }
  const [head = [], ...others] = rows;
  const lines = [head, head.map(() => "---"), ...others];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
