import { toWellFormed } from "./well-formed.ts";

/** Cuts a text to at most `most` bytes of UTF-8, and marks the cut. */
export function cutBytes(text: string, most: number): string {
  if (byteLength(text) <= most) return text;
  let end = Math.min(text.length, most);
  while (byteLength(toWellFormed(text.slice(0, end))) > most) end -= 1;
  return `${toWellFormed(text.slice(0, end))}…`;
}

/** Counts the bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
