/** Gives choices that depend on the seed alone. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer from 0 to one below `bound`; 0 for a bound of 0. */
  below(bound: number): number;
  /** True as often as `odds` say, from 0 to 1. */
  chance(odds: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** Makes a source of choices (splitmix32). */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    below,
    chance: (odds) => next() < odds,
    pick(list) {
      const picked = list[below(list.length)];
      if (picked === undefined) throw new RangeError("nothing to pick from");
      return picked;
    },
  };
}
