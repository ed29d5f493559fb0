/** A fault of a value. */
export interface Fault {
  /** The path from the checked value. */
  readonly path: readonly (string | number)[];
  /** What is wrong, after the name of the value, such as `must be of the type string`. */
  readonly words: string;
  /** What the value breaks: a field that there is not, its type or fixed value, or anything else. */
  readonly kind: "field" | "identity" | "other";
}
