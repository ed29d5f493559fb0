/** Gives numbers that look random and are the same for the same seed. */
export interface Random {
  /** Gives an integer from 0 to below `limit`. */
  below(limit: number): number;
  /** Gives an integer from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** Is true in `percent` of 100 cases. */
  chance(percent: number): boolean;
  /** Gives one of the items; nothing when there is none. */
  pick<Item>(items: readonly Item[]): Item | undefined;
  /** Gives that many lowercase hex digits. */
  hex(digits: number): string;
  /** Gives a version 4 UUID. */
  uuid(): string;
}

/** Where a source of numbers stands. It begins with a seed. */
export interface RandomState {
  value: number;
}

/** Makes a source of numbers: splitmix32, good enough for make-believe and never for secrets. */
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
