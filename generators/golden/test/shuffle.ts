import type { SeededRandom } from "@specwright/runtime/testing";

/** Gives the items in another order. */
export function shuffle<Item>(random: SeededRandom, items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => ({ item, rank: random.next() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
