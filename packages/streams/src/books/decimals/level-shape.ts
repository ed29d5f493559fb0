/** The roles that a value in the text of a level may have. `ROLE_NONE` means that the value is skipped. */
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
  /**
   * The place of the count of orders. The count must be an integer. A rule with `count` cannot have `tag`.
   */
  readonly count?: Place;
  /**
   * The place of a word, such as an action or a side. The columns store the index of the word in `words`. A
   * rule with `tag` cannot have `count`.
   */
  readonly tag?: { readonly at: Place; readonly words: readonly string[] };
  /** Whether the text is a single level, not an array of levels. Default false. */
  readonly single?: boolean;
}

/** Levels such as `["0.61","250"]`. Each part has an index. Other elements are skipped. */
export interface TupleShape extends LevelForm<number> {
  readonly form: "tuple";
}

/** Levels such as `{"price":0.61,"qty":250}`. Each part has a name. Other members are skipped. */
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

/** A rule that `levelShape` has prepared for `scanLevels`. */
export interface LevelShape {
  readonly single: boolean;
  readonly isTuple: boolean;
  /** Whether the levels are tuples with the price first, the quantity second, and no other part. */
  readonly isPair: boolean;
  /** The roles of the elements of a tuple, or of the members in `names`. */
  readonly roles: readonly number[];
  /** The names of the members in UTF-8. Empty for a tuple. */
  readonly names: readonly Uint8Array[];
  /** The words of a tag in UTF-8. */
  readonly words: readonly Uint8Array[];
  /** The texts before the price and before the quantity. Only for objects with these two parts. */
  readonly texts: readonly [Uint8Array, Uint8Array] | undefined;
}

const encoder = new TextEncoder();

/**
 * Prepares a rule for `scanLevels`.
 *
 * @throws RangeError if two parts have the same place, if an index is not an integer from 0 to 63, if the
 * rule has a count and a tag, or if JSON writes a name or word with escapes.
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

/** Encodes a text in UTF-8. Throws if JSON writes the text with escapes. */
function plainText(text: string): Uint8Array {
  if (JSON.stringify(text) !== `"${text}"`) {
    throw new RangeError(`JSON writes ${JSON.stringify(text)} with escapes`);
  }
  return encoder.encode(text);
}
