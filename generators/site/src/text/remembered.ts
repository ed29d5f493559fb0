/** The size of the cache in characters, after which it is cleared. */
const maxCharacters = 4_000_000;

/**
 * Returns a function that caches its results, because a document has the same descriptions and examples on
 * many pages.
 */
export function memoize<Result>(make: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  let characters = 0;
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    if (characters > maxCharacters) {
      results.clear();
      characters = 0;
    }
    const made = make(text);
    results.set(text, made);
    characters += text.length;
    return made;
  };
}
