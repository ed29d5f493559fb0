// Random numbers that are the same in every run and on every machine.

/**
 * Generates random values from a seed. It uses only 32-bit integer arithmetic, so that every engine
 * generates the same values.
 */
export interface Random {
  /**
   * Returns an integer from `low` to `high`, both inclusive. Their difference must be less than
   * 2^32.
   */
  integer(low: number, high: number): number;
  /**
   * Returns one of the values.
   * @throws RangeError if the list is empty.
   */
  pick<T>(values: readonly T[]): T;
  /** Returns true with a probability of `percent` %. */
  chance(percent: number): boolean;
  /** Returns `length` lowercase hexadecimal digits. */
  hex(length: number): string;
  /** Returns a UUID of version 4. */
  uuid(): string;
  /** Returns the values in random order. */
  shuffle<T>(values: readonly T[]): T[];
}

/** Creates a generator from a seed, with the mulberry32 algorithm. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const integer = (low: number, high: number): number =>
    low + Math.floor(next() * (high - low + 1));
  const hex = (length: number): string =>
    Array.from({ length }, () => integer(0, 15).toString(16)).join("");
  return {
    integer,
    hex,
    pick: (values) => {
      const value = values[integer(0, values.length - 1)];
      if (value === undefined) throw new RangeError("Nothing to pick from.");
      return value;
    },
    chance: (percent) => integer(0, 99) < percent,
    uuid: () =>
      `${hex(8)}-${hex(4)}-4${hex(3)}-${"89ab".charAt(integer(0, 3))}${hex(3)}-${hex(12)}`,
    shuffle: (values) => {
      const keyed = values.map((value) => ({ value, key: integer(0, 2 ** 31) }));
      return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
    },
  };
}
