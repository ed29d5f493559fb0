import type MarkdownIt from "markdown-it";
import { codeSpan, escapeMarkdown } from "../../report/escape-markdown.ts";

/** A part of a parsed Markdown text. */
export type MarkdownToken = ReturnType<InstanceType<typeof MarkdownIt>["parse"]>[number];

const marks: Readonly<Record<string, string>> = {
  strong_open: "**",
  strong_close: "**",
  em_open: "*",
  em_close: "*",
  s_open: "~~",
  s_close: "~~",
};

/** Writes the content of a paragraph on one line. Tokens of unknown types become plain text. */
export function safeInline(tokens: readonly MarkdownToken[], hasMarks = true): string {
  let text = "";
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    if (token.type !== "link_open") {
      text += tokenText(token, hasMarks);
      continue;
    }
    const end = tokens.findIndex((each, at) => at > index && each.type === "link_close");
    const inside = tokens.slice(index + 1, end < 0 ? undefined : end);
    text += linkText(token, inside, hasMarks);
    index = end < 0 ? tokens.length : end;
  }
  return text;
}

function tokenText(token: MarkdownToken, hasMarks: boolean): string {
  const { type, content, children } = token;
  if (type === "code_inline") return codeSpan(content);
  if (type === "softbreak" || type === "hardbreak") return " ";
  if (type === "image") return safeText((children ?? []).map((each) => each.content).join(""));
  const mark = marks[type];
  if (mark !== undefined) return hasMarks ? mark : "";
  return safeText(content);
}

function linkText(
  link: MarkdownToken,
  inside: readonly MarkdownToken[],
  hasMarks: boolean,
): string {
  const address = String(link.attrGet("href") ?? "").replaceAll(/[<>\\\s]/g, encodeURIComponent);
  const text = safeInline(inside, hasMarks).trim();
  return text === "" || link.markup === "autolink" ? `<${address}>` : `[${text}](<${address}>)`;
}

/** Escapes text. Keeps one space at each side, which separates the text from its neighbours. */
function safeText(text: string): string {
  const escaped = escapeMarkdown(text);
  if (escaped === "") return text === "" ? "" : " ";
  return `${/^\s/.test(text) ? " " : ""}${escaped}${/\s$/.test(text) ? " " : ""}`;
}
