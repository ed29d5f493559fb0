// Text in XML and HTML. Both take the same escapes.

import { sentenceParts } from "../../report/sentence-parts.ts";

// Noncharacters and controls that XML has no form for, even escaped.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to be removed
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
 * Returns text as XML can hold it: control characters are removed, every line end is `\n`, and
 * halves of surrogate pairs become replacement characters.
 */
export function cleanText(text: string): string {
  // Most text is plain, which is a fast test.
  if (/^[\t\n -~]*$/.test(text)) return text;
  return text.toWellFormed().replaceAll(/\r\n?/g, "\n").replaceAll(UNWRITABLE, "");
}

/** Escapes text for the content of an element. */
export function escapeText(text: string): string {
  return cleanText(text).replaceAll(/[&<>"']/g, (each) => escapes[each] ?? each);
}

/** Escapes text for a quoted attribute. Readers would replace tabs and line ends by spaces. */
export function escapeAttribute(text: string): string {
  return cleanText(text).replaceAll(/[&<>"'\t\n]/g, (each) => escapes[each] ?? each);
}

/** Writes a sentence about a change as HTML; what stands between backticks becomes code. */
export function sentenceHtml(sentence: string): string {
  return sentenceParts(cleanText(sentence))
    .map(({ text, isCode }) => (isCode ? `<code>${escapeText(text)}</code>` : escapeText(text)))
    .join("");
}
