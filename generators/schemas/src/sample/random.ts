// Choices that a seed decides, by integer arithmetic alone, so that every machine makes the same ones.

/** A source of choices. */
export interface Choices {
  /** Returns a whole number that is at least 0 and less than `count`. */
  below(count: number): number;
  /** Returns one of the values; undefined if there is none. */
  pick<Value>(values: readonly Value[]): Value | undefined;
}

/** Always takes the first of what there is. */
export const firstChoices: Choices = {
  below: () => 0,
  pick: ([first]) => first,
};

/**
 * Returns the choices of a seed for something with a name. Each name has its own, so that a change of
 * one schema leaves the samples of all others as they are.
 */
export function seededChoices(seed: number, name: string): Choices {
  let state = hash(`${seed} ${name}`);
  const below = (count: number): number => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, count);
  };
  return { below, pick: (values) => values[below(values.length)] };
}

/** FNV-1a. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  }
  return sum;
}
