/** The kinds of JSON values in a frame. 0 means that the value is absent. */
export const KIND = {
  absent: 0,
  string: 1,
  number: 2,
  true: 3,
  false: 4,
  null: 5,
  object: 6,
  array: 7,
} as const;

/**
 * Returns the kind of a value that is a number, a boolean or null. `first` is the first byte of the value.
 */
export function scalarKind(first: number | undefined): number {
  if (first === 0x74) return KIND.true;
  if (first === 0x66) return KIND.false;
  return first === 0x6e ? KIND.null : KIND.number;
}
