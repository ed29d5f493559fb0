import type { SeededRandom } from "@specwright/runtime/testing";

/** Returns the items in random order. */
export function shuffle<Item>(random: SeededRandom, items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => ({ item, rank: random.next() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
