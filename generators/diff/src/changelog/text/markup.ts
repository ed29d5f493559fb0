// Escapes and cleans text for XML and HTML.

import { sentenceParts } from "../../report/sentence-parts.ts";

// Noncharacters and control characters that XML forbids even in escaped form.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\t": "&#9;",
  "\n": "&#10;",
};

/**
 * Returns text that XML allows: without control characters, with `\n` as line ends, and with
 * replacement characters for lone surrogates.
 */
export function cleanText(text: string): string {
  // Fast path: most texts contain only printable ASCII characters.
  if (/^[\t\n -~]*$/.test(text)) return text;
  return text.toWellFormed().replaceAll(/\r\n?/g, "\n").replaceAll(UNWRITABLE, "");
}

/** Escapes text for the content of an element. */
export function escapeText(text: string): string {
  return cleanText(text).replaceAll(/[&<>"']/g, (each) => escapes[each] ?? each);
}

/**
 * Escapes text for a quoted attribute. Tabs and line ends are escaped too, because parsers replace them by
 * spaces.
 */
export function escapeAttribute(text: string): string {
  return cleanText(text).replaceAll(/[&<>"'\t\n]/g, (each) => escapes[each] ?? each);
}

/** Writes a sentence about a change as HTML. Text in backticks becomes code. */
export function sentenceHtml(sentence: string): string {
  return sentenceParts(cleanText(sentence))
    .map(({ text, isCode }) => (isCode ? `<code>${escapeText(text)}</code>` : escapeText(text)))
    .join("");
}
