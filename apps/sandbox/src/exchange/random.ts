/** A pseudorandom generator that is reproducible from its seed. */
export interface Random {
  /** Returns an integer from 0 to below `limit`. */
  below(limit: number): number;
  /** Returns an integer from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** Returns true in `percent` of 100 cases. */
  chance(percent: number): boolean;
  /** Returns one of the items, or undefined if there are none. */
  pick<Item>(items: readonly Item[]): Item | undefined;
  /** Returns that many lowercase hex digits. */
  hex(digits: number): string;
  /** Returns a version 4 UUID. */
  uuid(): string;
}

/** The state of a generator. It starts with a seed. */
export interface RandomState {
  value: number;
}

/** Creates a generator: splitmix32, which is good enough for a simulation but never for secrets. */
export function createRandom(state: RandomState): Random {
  function next(): number {
    state.value = (state.value + 0x9e3779b9) | 0;
    let mixed = state.value ^ (state.value >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  }

  const below = (limit: number): number => Math.floor((next() / 2 ** 32) * limit);
  function hex(digits: number): string {
    let text = "";
    while (text.length < digits) text += next().toString(16).padStart(8, "0");
    return text.slice(0, digits);
  }
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (percent) => below(100) < percent,
    pick: (items) => items[below(items.length)],
    hex,
    uuid() {
      const [a, b, c, d] = [hex(8), hex(4), hex(3), hex(3)];
      return `${a}-${b}-4${c}-${"89ab".charAt(below(4))}${d}-${hex(12)}`;
    },
  };
}
