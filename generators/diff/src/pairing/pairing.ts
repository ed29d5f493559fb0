/** An item of the base and the same item in the revision. */
export interface Pair<Item> {
  readonly base: Item;
  readonly revision: Item;
}

/** The pairs of items that both lists contain, and the items that only one list contains. */
export interface Pairing<Item, Paired extends Pair<Item> = Pair<Item>> {
  readonly pairs: readonly Paired[];
  readonly removed: readonly Item[];
  readonly added: readonly Item[];
}

/** Reports whether an item of the base and an item of the revision are the same. */
export type IsSame<Item> = (base: Item, revision: Item) => boolean;

/**
 * Pairs the items of two lists. The first criterion pairs as many items as possible. Each further criterion
 * pairs items that are still unpaired.
 */
export function pairItems<Item>(
  base: readonly Item[],
  revision: readonly Item[],
  criteria: readonly IsSame<Item>[],
): Pairing<Item> {
  const pairs: Pair<Item>[] = [];
  const removed = new Set(base);
  const added = new Set(revision);
  for (const isSame of criteria) {
    for (const before of removed) {
      for (const after of added) {
        if (!isSame(before, after)) continue;
        pairs.push({ base: before, revision: after });
        removed.delete(before);
        added.delete(after);
        break;
      }
    }
  }
  return { pairs, removed: [...removed], added: [...added] };
}
