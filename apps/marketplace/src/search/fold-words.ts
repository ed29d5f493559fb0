// Folds words for the search: removes case and accents, in any script. SQLite and PostgreSQL both
// store the folded words, so that both find the same listings.

/** A word to search for, or the beginning of words. */
export interface SearchWord {
  readonly word: string;
  readonly isPrefix: boolean;
}

const WORD = /[\p{L}\p{N}]+(\*?)/gu;

/** Returns the words of a text, each once, joined by spaces. */
export function foldedWords(...texts: readonly (string | null)[]): string {
  const words = new Set<string>();
  for (const text of texts) {
    for (const [word] of foldText(text ?? "").matchAll(/[\p{L}\p{N}]+/gu)) words.add(word);
  }
  return [...words].join(" ");
}

/** Returns the words of a query; `bik*` means words that begin with `bik`. */
export function searchWords(query: string): readonly SearchWord[] {
  return [...foldText(query).matchAll(WORD)].map(([text, star = ""]) => ({
    word: text.slice(0, text.length - star.length),
    isPrefix: star !== "",
  }));
}

function foldText(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
