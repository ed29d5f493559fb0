import { cleanText } from "@specwright/diff/changelog/text";

/** Invisible characters, and characters that change the direction of text. */
const hidden = /(?![\u200c\u200d])\p{Cf}/gu;

/** Returns a text on one line. Removes characters that hide text or change its direction. */
export function plainText(text: string): string {
  return cleanText(text)
    .replaceAll(/[\s\u0085]+/g, " ")
    .replaceAll(hidden, "")
    .trim();
}

/** Returns the first sentence of a Markdown text as plain text, with at most `maxLength` characters. */
export function firstSentence(markdown: string, maxLength?: number): string {
  return leadText(markdown, maxLength).replaceAll("`", "");
}

/**
 * Returns the first sentence of a Markdown text like `firstSentence`, but keeps the backticks around code.
 */
export function leadText(markdown: string, maxLength = 160): string {
  const [paragraph = ""] = markdown.trim().split(/\n\s*\n/);
  const text = plainText(paragraph.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")).replaceAll(
    /[*#]|^[->]\s+/g,
    "",
  );
  const sentence = /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
  return sentence.length <= maxLength
    ? sentence
    : `${sentence
        .slice(0, maxLength)
        .toWellFormed()
        .replace(/\s+\S*$/, "")} …`;
}
