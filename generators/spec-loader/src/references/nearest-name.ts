/** Longer names are not typed by hand. */
const MAX_LENGTH = 200;

/** Among more names, the search takes too long for each of many misspelt ones. */
const MAX_NAMES = 1000;

/**
 * Finds the name most similar to a misspelt one, for "did you mean": at most a third of its
 * characters may differ. Of equally similar names, the first in code unit order; `undefined` if
 * there is none.
 */
export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  if (wanted.length > MAX_LENGTH || names.length > MAX_NAMES) return undefined;
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const name of [...names].sort()) {
    if (Math.abs(name.length - wanted.length) >= bestDistance) continue;
    const distance = wanted.toLowerCase() === name.toLowerCase() ? 0 : distanceOf(wanted, name);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** Counts the insertions, deletions, replacements and swaps of neighbours between two words. */
function distanceOf(left: string, right: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = left[row - 1] === right[column - 1] ? 0 : 1;
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + replaced,
          swapped && row > 1 && column > 1 ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? 0;
}
