import { oneLine } from "./one-line.ts";

/** A part of a sentence about a change: either plain words, or a name or value from the document. */
export interface SentencePart {
  readonly text: string;
  readonly isCode: boolean;
}

/**
 * Splits a sentence about a change, such as `Change.message`, at the backticks around names and values. The
 * parts contain no backticks and no line breaks.
 */
export function sentenceParts(sentence: string): readonly SentencePart[] {
  return oneLine(sentence)
    .split(/`([^`]+)`/)
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== "");
}

/** Returns a sentence about a change without its backticks, for places that show plain text. */
export function plainSentence(sentence: string): string {
  return sentenceParts(sentence)
    .map(({ text }) => text)
    .join("");
}
