/** Returns a number and its noun in singular or plural, such as `1 file` and `2 files`. */
export function formatCount(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
