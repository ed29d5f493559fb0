const maxWords = 8;
const maxLength = 80;

/** Splits what was searched for into words in lower case, at most eight. */
export function searchWords(query: string): readonly string[] {
  const words = query.toLowerCase().slice(0, 400).split(/\s+/);
  return [...new Set(words.map((word) => word.slice(0, maxLength).toWellFormed()))]
    .filter((word) => word !== "")
    .slice(0, maxWords);
}

/**
 * Returns a pattern for SQL `LIKE ? ESCAPE '\'` that matches texts in lower case that contain a
 * word; each character of the word stands for itself.
 */
export function likePattern(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
