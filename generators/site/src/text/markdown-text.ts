// Writes texts of a document into the Markdown of a page.

import { markdown } from "@specwright/contract";
import { pageLink } from "../html/address.ts";
import { markdownPath } from "../paths/markdown-path.ts";

/** Writes a link to the Markdown version of a different page. */
export function linkText(text: string, path: string): string {
  const { href } = pageLink(markdownPath(path));
  return `[${markdown(text)}](${href.replaceAll("(", "%28").replaceAll(")", "%29")})`;
}

/** Writes a code block. Its fence is longer than any fence inside the code. */
export function fencedText(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${code.trimEnd()}\n${fence}\n`;
}

/** Joins parts with an empty line between them. Omits empty parts. */
export function markdownParts(parts: readonly string[]): string {
  const texts = parts.map((part) => part.trimEnd().replace(/^\n+/, ""));
  return `${texts.filter((text) => text !== "").join("\n\n")}\n`;
}
