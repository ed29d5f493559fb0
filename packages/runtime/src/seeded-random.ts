/** A pseudorandom generator that depends only on its seed, on every machine. */
export interface SeededRandom {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns an integer from 0 to `limit` - 1, or 0 for a limit of 0. */
  below(limit: number): number;
  /** Returns true with a probability of `odds`, from 0 to 1. */
  chance(odds: number): boolean;
  /**
   * Returns one of the values.
   *
   * @throws RangeError if there are none.
   */
  pick<Value>(values: readonly Value[]): Value;
}

/** Creates a generator (splitmix32) for repeatable tests. Never use it for secrets. */
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
      // The value itself may be undefined.
      for (const value of values.slice(at, at + 1)) return value;
      throw new RangeError("there is nothing to pick from");
    },
  };
}
