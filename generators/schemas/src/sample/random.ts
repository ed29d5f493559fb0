// Random choices that depend on a seed. The code only uses integer arithmetic, so the choices are the same
// on every machine.

/** Makes choices between values. */
export interface Choices {
  /** Returns an integer that is at least 0 and less than `count`. */
  below(count: number): number;
  /** Returns one of the values; `undefined` if the list is empty. */
  pick<Value>(values: readonly Value[]): Value | undefined;
}

/** Always chooses the first value. */
export const firstChoices: Choices = {
  below: () => 0,
  pick: ([first]) => first,
};

/**
 * Returns the choices for a seed and a name. The choices for each name are independent, so a change of one
 * schema does not change the samples of other schemas.
 */
export function seededChoices(seed: number, name: string): Choices {
  let state = hashText(`${seed} ${name}`);
  const below = (count: number): number => {
    // The algorithm Mulberry32.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, count);
  };
  return { below, pick: (values) => values[below(values.length)] };
}

/** Returns the FNV-1a hash of a text. */
function hashText(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  }
  return sum;
}
