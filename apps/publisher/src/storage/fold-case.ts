/** Folds case and accents for searching. */
export function foldCase(words: string): string {
  return words.normalize("NFKC").toLowerCase();
}
