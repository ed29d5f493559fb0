import { oneLine } from "./one-line.ts";
import { sentenceParts } from "./sentence-parts.ts";

/**
 * Escapes a text of a document and puts the text on one line, so that rendered Markdown shows the original
 * text.
 */
export function escapeMarkdown(text: string): string {
  return escapeLine(oneLine(text));
}

function escapeLine(line: string): string {
  return (
    line
      .replace(/[\\`*_[\]<>#|~!&]/g, (each) => `\\${each}`)
      .replace(/^[-+](?=\s)/, "\\$&")
      .replace(/^(\d+)(?=[.)]\s)/, "$1\\")
      // GitHub would turn these addresses into links.
      .replace(/:(?=\/\/)|(?<=\b(?:mailto|xmpp)):|(?<=\bwww)\./gi, "\\$&")
      // An empty comment after `@` prevents GitHub from notifying users that a document names.
      .replace(/@(?=\w)/g, "@<!-- -->")
  );
}

/** Escapes a sentence about a change. Names and values in the sentence are in backticks. */
export function markdownSentence(text: string): string {
  return sentenceParts(text)
    .map((part) => (part.isCode ? codeSpan(part.text) : escapeLine(part.text)))
    .join("");
}

/** Encodes a text as code. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const space = line === "" || /^`|`$/.test(line) ? " " : "";
  return `${fence}${space}${line}${space}${fence}`;
}
