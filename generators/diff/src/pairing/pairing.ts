/** A thing of the base and what it is in the revision. */
export interface Pair<Item> {
  readonly base: Item;
  readonly revision: Item;
}

/** Which things of the base are in the revision, and which are in one of the two only. */
export interface Pairing<Item, Paired extends Pair<Item> = Pair<Item>> {
  readonly pairs: readonly Paired[];
  readonly removed: readonly Item[];
  readonly added: readonly Item[];
}

/** Reports whether something of the base is the same thing as something of the revision. */
export type IsSame<Item> = (base: Item, revision: Item) => boolean;

/**
 * Pairs the things of two lists. The first criterion pairs as many as it can, the next one those
 * that are left, and so on.
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
