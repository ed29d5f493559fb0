/** How many slots are examined one after the other before a binary search. */
const WALK = 16;

/**
 * Returns the first slot whose key is not less than `key`. The keys of slots from `end` on must not be less
 * than `key`.
 */
export function findSlot(keys: Float64Array, key: number, end: number): number {
  // A linear scan of the few best slots costs less than a mispredicted jump.
  const stop = end > WALK ? end - WALK : 0;
  let low = end - 1;
  while (low >= stop && (keys[low] as number) >= key) low--;
  if (low >= stop || stop === 0) return low + 1;
  let high = stop;
  for (let step = WALK; low >= 0 && (keys[low] as number) >= key; step *= 2) {
    high = low;
    low -= step;
  }
  low = low < 0 ? 0 : low + 1;
  // Binary search without a branch on the comparison, which would be mispredicted half of the
  // time.
  let length = high - low;
  while (length > 0) {
    const half = (length + 1) >>> 1;
    low += Number((keys[low + half - 1] as number) < key) * half;
    length -= half;
  }
  return low;
}

/** Does the same as `findSlot`, but starts the search at a slot that probably has the key. */
export function findSlotNear(keys: Float64Array, key: number, guess: number, end: number): number {
  let low = guess < 0 ? 0 : guess;
  if (low >= end || (keys[low] as number) >= key) return findSlot(keys, key, low < end ? low : end);
  const stop = low + WALK < end ? low + WALK : end;
  while (low < stop && (keys[low] as number) < key) low++;
  return low < stop || stop === end ? low : findSlot(keys, key, end);
}
