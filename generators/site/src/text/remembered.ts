/** When a cache contains more characters, it is cleared. */
const maxCharacters = 4_000_000;

/**
 * Returns a function that caches the results of `make`, because the same descriptions and examples are on
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
