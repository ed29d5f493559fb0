/** A pseudorandom generator that depends only on its seed, on every machine. */
export interface SeededRandom {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns an integer from 0 to `limit` - 1, or 0 for a limit of 0. */
  below(limit: number): number;
  /** Returns an integer from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** Returns true with a probability of `odds`, from 0 to 1. */
  chance(odds: number): boolean;
  /**
   * Returns one of the values.
   *
   * @throws RangeError if the list is empty.
   */
  pick<Value>(values: readonly Value[]): Value;
  /** Returns the values in random order. */
  shuffle<Value>(values: readonly Value[]): Value[];
  /** Returns `digits` lowercase hexadecimal digits. */
  hex(digits: number): string;
  /** Returns a version 4 UUID. */
  uuid(): string;
}

/** The state of a generator. Store it to continue the sequence later. At first, it is the seed. */
export interface RandomState {
  value: number;
}

/**
 * Creates a generator (splitmix32) from a seed or a stored state. Use it for repeatable tests and
 * simulations, never for secrets.
 */
export function seededRandom(seed: number | RandomState): SeededRandom {
  const state = typeof seed === "number" ? { value: seed | 0 } : seed;
  function next(): number {
    state.value = (state.value + 0x9e3779b9) | 0;
    let mixed = state.value ^ (state.value >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }
  const below = (limit: number): number => Math.floor(next() * limit);
  function hex(digits: number): string {
    let text = "";
    while (text.length < digits) text += (next() * 2 ** 32).toString(16).padStart(8, "0");
    return text.slice(0, digits);
  }
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (odds) => next() < odds,
    pick(values) {
      const at = below(values.length);
      // The loop is needed because a chosen value may be undefined.
      for (const value of values.slice(at, at + 1)) return value;
      throw new RangeError("cannot pick from an empty list");
    },
    shuffle: (values) =>
      values
        .map((value) => ({ value, rank: next() }))
        .sort((one, other) => one.rank - other.rank)
        .map(({ value }) => value),
    hex,
    uuid() {
      const [a, b, c, d] = [hex(8), hex(4), hex(3), hex(3)];
      return `${a}-${b}-4${c}-${"89ab".charAt(below(4))}${d}-${hex(12)}`;
    },
  };
}
