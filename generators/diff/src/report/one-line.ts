/**
 * Returns a text of a document as one line without control characters, so that it can neither forge
 * lines of a report nor command a terminal.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\s]+/gu, " ").trim();
}
