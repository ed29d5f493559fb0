/** Returns a number with its word, such as `1 file` and `2 files`. */
export function formatCount(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
