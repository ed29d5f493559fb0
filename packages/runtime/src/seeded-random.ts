/** A pseudorandom generator that depends only on its seed, on every machine. */
export interface SeededRandom {
  /** Returns a number from 0 to below 1. */
  next(): number;
  /** Returns an integer from 0 to below `limit`, or 0 for a limit of 0. */
  below(limit: number): number;
  /** Says yes as often as `odds` say, from 0 to 1. */
  chance(odds: number): boolean;
  /**
   * Returns one of the values.
   *
   * @throws RangeError if there are none.
   */
  pick<Value>(values: readonly Value[]): Value;
}

/** Creates a generator (splitmix32) for tests that must be repeatable; never for secrets. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed | 0;
  function next(): number {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (odds) => next() < odds,
    pick(values) {
      const at = below(values.length);
      // A value may be undefined itself.
      for (const value of values.slice(at, at + 1)) return value;
      throw new RangeError("there is nothing to pick from");
    },
  };
}
