import { cleanText } from "./markup.ts";

/**
 * Escapes text for the middle of a line of Markdown, so that it is shown unchanged; line ends
 * become spaces. Addresses in it do not become links.
 */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replaceAll(/[\\`*_[\]<>&#|~!^$]/g, "\\$&")
    .replaceAll(/:(?=\/\/)|(?<=\b(?:mailto|xmpp)):|(?<=www)\.|(?<=\S)@(?=\S)/gi, "\\$&");
}

/** Returns a code span that shows text unchanged, in a table, too. */
export function codeSpan(text: string): string {
  const content = oneLine(text);
  if (content === "") return "";
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const padding = /^`|`$/.test(content) ? " " : "";
  return `${fence}${padding}${content}${padding}${fence}`;
}

function oneLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, " ").trim();
}
