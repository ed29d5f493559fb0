/** Returns a text in the form in which it is searched. */
export function foldCase(words: string): string {
  return words.normalize("NFKC").toLowerCase();
}
