// Folds words for the search: removes letter case and accents, in any script. The database stores
// the folded words, so that SQLite and PostgreSQL find the same listings.

/**
 * A word to search for. If `isPrefix` is set, a text matches if it contains any word that begins
 * with `word`.
 */
export interface SearchWord {
  readonly word: string;
  readonly isPrefix: boolean;
}

const WORD = /[\p{L}\p{N}]+(\*?)/gu;

/** Returns the folded words of all texts, separated by spaces. Each word occurs once. */
export function foldedWords(...texts: readonly (string | null)[]): string {
  const words = new Set<string>();
  for (const text of texts) {
    for (const [word] of foldText(text ?? "").matchAll(/[\p{L}\p{N}]+/gu)) words.add(word);
  }
  return [...words].join(" ");
}

/** Returns the folded words of a query. `bik*` matches all words that begin with `bik`. */
export function searchWords(query: string): readonly SearchWord[] {
  return [...foldText(query).matchAll(WORD)].map(([text, star = ""]) => ({
    word: text.slice(0, text.length - star.length),
    isPrefix: star !== "",
  }));
}

function foldText(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
