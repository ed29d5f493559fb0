/**
 * Characters that must be escaped: invisible characters, and characters that change the direction of text.
 */
const hidden = /[\p{Cc}\p{Cf}\u2028\u2029\u007f-\u00a0]/gu;

/** Writes a text as a string literal in double quotes, for Python and Go. */
export function escapedString(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll(hidden, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}
