/** The search first examines this number of slots one after the other. */
const WALK = 16;

/**
 * Returns the first slot whose key is at least `key`, or `end` if all keys before `end` are lower. Keys
 * from `end` on must be at least `key`.
 */
export function findSlot(keys: Float64Array, key: number, end: number): number {
  // Examining the few best slots in order takes less time than one mispredicted branch.
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
  // This binary search does not branch on the result of a comparison, because the processor would
  // mispredict every second branch.
  let length = high - low;
  while (length > 0) {
    const half = (length + 1) >>> 1;
    low += Number((keys[low + half - 1] as number) < key) * half;
    length -= half;
  }
  return low;
}

/** Like `findSlot`, but the search starts at the slot `guess`, which probably has the key. */
export function findSlotNear(keys: Float64Array, key: number, guess: number, end: number): number {
  let low = guess < 0 ? 0 : guess;
  if (low >= end || (keys[low] as number) >= key) return findSlot(keys, key, low < end ? low : end);
  const stop = low + WALK < end ? low + WALK : end;
  while (low < stop && (keys[low] as number) < key) low++;
  return low < stop || stop === end ? low : findSlot(keys, key, end);
}
