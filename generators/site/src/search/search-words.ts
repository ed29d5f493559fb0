const maxWords = 8;
const maxLength = 80;

/** Splits a query into at most eight words in lower case. */
export function searchWords(query: string): readonly string[] {
  const words = query.toLowerCase().slice(0, 400).split(/\s+/);
  return [...new Set(words.map((word) => word.slice(0, maxLength).toWellFormed()))]
    .filter((word) => word !== "")
    .slice(0, maxWords);
}

/**
 * Returns a pattern for SQL `LIKE ? ESCAPE '\'`. The pattern matches lower-case texts that contain the
 * word. Special characters in the word are escaped.
 */
export function likePattern(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
