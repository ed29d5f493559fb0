import { cleanText } from "@specwright/diff/changelog/text";

/** Characters that hide text or change its direction. */
const hidden = /(?![\u200c\u200d])\p{Cf}/gu;

/** Returns text on one line, without characters that hide it or change its direction. */
export function plainText(text: string): string {
  return cleanText(text)
    .replaceAll(/[\s\u0085]+/g, " ")
    .replaceAll(hidden, "")
    .trim();
}

/**
 * Returns the first sentence of a Markdown text, without its marks, at most `maxLength` characters
 * long.
 */
export function firstSentence(markdown: string, maxLength?: number): string {
  return leadText(markdown, maxLength).replaceAll("`", "");
}

/** Returns the first sentence like `firstSentence`, but keeps backticks around code. */
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
