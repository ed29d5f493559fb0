import type { DecimalBook } from "@specwright/streams/books";

type Levels = readonly (readonly [price: string, quantity: string])[];

/** Writes a book as text, for a later comparison. */
export function bookText(book: DecimalBook): string {
  return JSON.stringify([book.topTexts("bids"), book.topTexts("asks")]);
}

/**
 * Describes the first difference between a kept book and a snapshot; undefined if they are equal. If the
 * snapshot has a limited depth, levels beyond this depth are not compared.
 */
export function bookDifference(
  kept: DecimalBook,
  snapshot: DecimalBook,
  isCut: boolean,
): string | undefined {
  for (const side of ["bids", "asks"] as const) {
    const found = firstDifference(kept.topTexts(side), snapshot.topTexts(side), isCut);
    if (found !== undefined) return `${side}: ${found}`;
  }
  return undefined;
}

/** Describes the first difference between two books. Both are given as texts. */
export function differenceOfTexts(kept: string, snapshot: string): string {
  const [own, other] = [kept, snapshot].map((text) => JSON.parse(text) as [Levels, Levels]);
  for (const [at, side] of ["bids", "asks"].entries()) {
    const found = firstDifference(own?.[at] ?? [], other?.[at] ?? [], false);
    if (found !== undefined) return `${side}: ${found}`;
  }
  return "no difference";
}

function firstDifference(kept: Levels, snapshot: Levels, isCut: boolean): string | undefined {
  const count = isCut
    ? Math.min(kept.length, snapshot.length)
    : Math.max(kept.length, snapshot.length);
  for (let rank = 0; rank < count; rank += 1) {
    const [own, other] = [kept[rank], snapshot[rank]];
    if (own?.[0] === other?.[0] && own?.[1] === other?.[1]) continue;
    return `level ${rank + 1} is ${levelText(own)} after the updates, ${levelText(other)} in the snapshot`;
  }
  return undefined;
}

function levelText(level: readonly [string, string] | undefined): string {
  return level === undefined ? "absent" : `${level[1]} at ${level[0]}`;
}
