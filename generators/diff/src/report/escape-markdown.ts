import { oneLine } from "./one-line.ts";
import { sentenceParts } from "./sentence-parts.ts";

/** Encodes a text of a document on one line, so that Markdown shows the text unchanged. */
export function escapeMarkdown(text: string): string {
  return escapeLine(oneLine(text));
}

function escapeLine(line: string): string {
  return (
    line
      .replace(/[\\`*_[\]<>#|~!&]/g, (each) => `\\${each}`)
      .replace(/^[-+](?=\s)/, "\\$&")
      .replace(/^(\d+)(?=[.)]\s)/, "$1\\")
      // GitHub would make links of these addresses.
      .replace(/:(?=\/\/)|(?<=\b(?:mailto|xmpp)):|(?<=\bwww)\./gi, "\\$&")
      // An empty comment, so that GitHub does not notify users whose name is in a document.
      .replace(/@(?=\w)/g, "@<!-- -->")
  );
}

/** Encodes a sentence about a change, in which names and values stand between backticks. */
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
