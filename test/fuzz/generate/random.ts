// Pseudorandom numbers that repeat for the same seed, cheap enough for the hot loop.

/** Generates values from one seed. */
export interface Random {
  /** Returns an integer from 0 to below `limit`. */
  below(limit: number): number;
  /** Returns true in `percent` of 100 cases. */
  chance(percent: number): boolean;
  /**
   * Returns one of the values.
   * @throws RangeError if the list is empty.
   */
  pick<T>(values: readonly T[]): T;
}

/** Creates a generator; the same seed gives the same numbers. */
export function seededRandom(seed: number): Random {
  let state = (seed ^ 0x5bd1e995) | 0;
  function next(): number {
    // splitmix32: one multiplication chain, no state beyond one integer.
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  }
  const below = (limit: number): number => next() % limit;
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: (values) => {
      const index = below(values.length);
      for (const value of values.slice(index, index + 1)) return value;
      throw new RangeError("nothing to pick from");
    },
  };
}
