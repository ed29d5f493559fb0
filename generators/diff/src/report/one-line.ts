/**
 * Puts a text of a document on one line without control characters. Such a text cannot imitate lines of the
 * report or send commands to a terminal.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\s]+/gu, " ").trim();
}
