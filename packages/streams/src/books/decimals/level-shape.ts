/** The part of a level that a value in its text represents. */
export const ROLE_NONE = 0;
export const ROLE_PRICE = 1;
export const ROLE_QUANTITY = 2;
export const ROLE_COUNT = 3;
export const ROLE_TAG = 4;

interface LevelForm<Place> {
  /** The place of the price: its index in a tuple, or its name in an object. */
  readonly price: Place;
  /** The place of the quantity. */
  readonly quantity: Place;
  /** The place of a count of orders, which is an integer. Excludes `tag`. */
  readonly count?: Place;
  /**
   * The place of a word, such as an action or a side. The columns store its index in `words`. Excludes
   * `count`.
   */
  readonly tag?: { readonly at: Place; readonly words: readonly string[] };
  /** Whether the text is one level instead of an array of levels. Default false. */
  readonly single?: boolean;
}

/** Levels such as `["0.61","250"]`, with the index of each part; other elements are skipped. */
export interface TupleShape extends LevelForm<number> {
  readonly form: "tuple";
}

/** Levels such as `{"price":0.61,"qty":250}`, with the names; other members are skipped. */
export interface ObjectShape extends LevelForm<string> {
  readonly form: "object";
}

/**
 * Describes how a venue writes its levels.
 *
 * @example
 * ```ts
 * const binance: LevelShapeRule = { form: "tuple", price: 0, quantity: 1 };
 * const bitfinex: LevelShapeRule = { form: "tuple", price: 0, count: 1, quantity: 2, single: true };
 * const kraken: LevelShapeRule = { form: "object", price: "price", quantity: "qty" };
 * const deribit: LevelShapeRule = {
 *   form: "tuple",
 *   price: 1,
 *   quantity: 2,
 *   tag: { at: 0, words: ["new", "change", "delete"] },
 * };
 * ```
 */
export type LevelShapeRule = TupleShape | ObjectShape;

/** A rule prepared for `scanLevels` by `levelShape`. */
export interface LevelShape {
  readonly single: boolean;
  readonly isTuple: boolean;
  /** Whether the shape is a tuple that begins with price and quantity and has no other part. */
  readonly isPair: boolean;
  /** The role of each element of a tuple, or of each name. */
  readonly roles: readonly number[];
  /** The names of the members in UTF-8; empty for a tuple. */
  readonly names: readonly Uint8Array[];
  /** The words of a tag in UTF-8. */
  readonly words: readonly Uint8Array[];
  /** The texts before the price and before the quantity, for an object that has no other part. */
  readonly texts: readonly [Uint8Array, Uint8Array] | undefined;
}

const encoder = new TextEncoder();

/**
 * Prepares a rule for `scanLevels`.
 *
 * @throws RangeError for a rule with two parts at one place, an index that is not an integer from 0
 * to 63, both a count and a tag, or a
 * name or word that JSON writes with escapes.
 */
export function levelShape(rule: LevelShapeRule): LevelShape {
  if (rule.count !== undefined && rule.tag !== undefined) {
    throw new RangeError("A level has a count or a tag, not both");
  }
  const parts: (readonly [place: number | string | undefined, role: number])[] = [
    [rule.price, ROLE_PRICE],
    [rule.quantity, ROLE_QUANTITY],
    [rule.count, ROLE_COUNT],
    [rule.tag?.at, ROLE_TAG],
  ];
  const roles: number[] = [];
  const names: Uint8Array[] = [];
  const seen = new Set<number | string>();
  for (const [place, role] of parts) {
    if (place === undefined) continue;
    if (seen.has(place)) throw new RangeError(`Two parts of a level are at ${place}`);
    seen.add(place);
    if (typeof place === "string") {
      names.push(plainText(place));
      roles.push(role);
      continue;
    }
    if (!Number.isInteger(place) || place < 0 || place > 63) {
      throw new RangeError(`The index ${place} of a part is not an integer from 0 to 63`);
    }
    while (roles.length <= place) roles.push(ROLE_NONE);
    roles[place] = role;
  }
  return {
    single: rule.single ?? false,
    isTuple: rule.form === "tuple",
    isPair: rule.price === 0 && rule.quantity === 1 && roles.length === 2,
    roles,
    names,
    words: (rule.tag?.words ?? []).map(plainText),
    texts:
      rule.form === "object" && names.length === 2
        ? [encoder.encode(`{"${rule.price}":`), encoder.encode(`,"${rule.quantity}":`)]
        : undefined,
  };
}

/** Encodes a text that JSON writes without escapes. */
function plainText(text: string): Uint8Array {
  if (JSON.stringify(text) !== `"${text}"`) {
    throw new RangeError(`JSON writes ${JSON.stringify(text)} with escapes`);
  }
  return encoder.encode(text);
}
