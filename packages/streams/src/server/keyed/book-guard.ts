// Keeps the books of a publisher, up to the last accepted frame. It refuses a frame that would
// cross a book or has an invalid level, before the frame gets a number.

import { memberOf } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { BookLevel } from "../../books/book-level.ts";
import { LevelColumns, MAX_COLUMN_UNITS } from "../../books/level-columns.ts";
import { OrderBook } from "../../books/order-book.ts";
import { PublishRefusal, shortJson } from "../publish/publish-refusal.ts";

/** Prevents crossed books. */
export interface BookGuard {
  /**
   * Applies a frame of a key. Throws `PublishRefusal` for a frame that the book cannot contain; the
   * book is then unchanged.
   */
  take(key: string, message: object): void;
  /** Adds a key without levels. */
  begin(key: string): void;
  /** Removes a key that has ended. */
  forget(key: string): void;
  /** Removes everything; each book is then read from the last snapshot again. */
  clear(): void;
}

interface Side {
  readonly name: string;
  readonly levels: readonly BookLevel[];
}

/**
 * Creates the guard of a channel whose keys are order books; `snapshotOf` returns a book as in the
 * log.
 */
export function createBookGuard(
  { id, discriminator, subscription }: ChannelDescriptor,
  snapshotOf: (key: string) => object,
): BookGuard | undefined {
  const descriptor = subscription?.book;
  if (descriptor === undefined || discriminator === undefined) return undefined;
  const { bids, asks, price, quantity } = descriptor;
  const books = new Map<string, OrderBook>();

  function bookOf(key: string): OrderBook {
    const known = books.get(key);
    if (known !== undefined) return known;
    const made = new OrderBook();
    const sides = sidesOf(snapshotOf(key));
    if (sides !== undefined) loadBook(made, sides);
    books.set(key, made);
    return made;
  }

  function sidesOf(message: object): readonly [bids: Side, asks: Side] | undefined {
    const lists = [bids, asks].map((name): Side | undefined => {
      const listed = memberOf(message, name);
      if (!Array.isArray(listed)) return undefined;
      // Most contracts use these names. Frames of such contracts are used without a copy, because
      // they are frequent.
      if (price === "price" && quantity === "qty") return { name, levels: listed };
      const levels = listed.map((level): BookLevel => {
        return { price: memberOf(level, price), qty: memberOf(level, quantity) } as BookLevel;
      });
      return { name, levels };
    });
    const [buying, selling] = lists;
    return buying === undefined || selling === undefined ? undefined : [buying, selling];
  }

  /** Refuses levels that no book can contain; a snapshot cannot delete levels. */
  function checkLevels(sides: readonly Side[], isSnapshot: boolean): void {
    for (const { name, levels } of sides) {
      for (const [at, { qty }] of levels.entries()) {
        const { units, nanos } = qty;
        const isNone = units === 0n && nanos === 0;
        if (units >= 0n && nanos >= 0 && !(isNone && isSnapshot)) continue;
        const what = `${shortJson(qty)} at /${name}/${at}/${quantity} of a frame of ${id}`;
        const why = isNone ? "a snapshot lists existing levels only" : "it is below 0";
        const fix = isNone ? "leave the level out" : "correct it; in a diff, 0 deletes a level";
        throw new PublishRefusal("bad_level", `${what}: ${why}; ${fix}`);
      }
    }
  }

  function crossedBook(key: string, { bestBid, bestAsk }: OrderBook): PublishRefusal {
    const bid = `the best of /${bids} is ${shortJson(bestBid?.price)}`;
    const ask = `the best of /${asks} ${shortJson(bestAsk?.price)}`;
    const what = `a frame of ${id} would cross the book of ${JSON.stringify(key)}`;
    const fix = "delete the levels that traded in the same frame, or publish a snapshot";
    return new PublishRefusal("crossed_book", `${what}: ${bid}, ${ask}; ${fix}`);
  }

  return {
    take(key, message) {
      const sides = sidesOf(message);
      if (sides === undefined) return;
      const isSnapshot = memberOf(message, discriminator) === subscription?.snapshot;
      checkLevels(sides, isSnapshot);
      if (isSnapshot) {
        const book = new OrderBook();
        loadBook(book, sides);
        if (book.crossed) throw crossedBook(key, book);
        books.set(key, book);
        return;
      }
      const book = bookOf(key);
      const [buying, selling] = sides;
      if (staysApart(book, buying, selling)) {
        book.applyDiff({ bids: buying.levels, asks: selling.levels });
        return;
      }
      const before = {
        bids: levelsBefore(book, "bids", buying),
        asks: levelsBefore(book, "asks", selling),
      };
      book.applyDiff({ bids: buying.levels, asks: selling.levels });
      if (!book.crossed) return;
      const refusal = crossedBook(key, book);
      book.applyDiff(before);
      throw refusal;
    },
    begin: (key) => void books.set(key, new OrderBook()),
    forget: (key) => void books.delete(key),
    clear: () => books.clear(),
  };
}

function loadBook(book: OrderBook, [bids, asks]: readonly [Side, Side]): void {
  book.applySnapshot({ bids: bids.levels, asks: asks.levels });
}

// Scratch columns for the best levels of a book, unused between calls.
const bestBid = new LevelColumns();
const bestAsk = new LevelColumns();

/**
 * Returns true if a diff cannot cross the book, whatever the diff deletes. Returns false if only a
 * full check can decide.
 */
function staysApart(book: OrderBook, bids: Side, asks: Side): boolean {
  book.copyTop("bids", 1, bestBid);
  book.copyTop("asks", 1, bestAsk);
  if (bestBid.overflow || bestAsk.overflow) return false;
  let highest = bestBid.count > 0 ? bestBid.prices[0] : Number.NEGATIVE_INFINITY;
  let lowest = bestAsk.count > 0 ? bestAsk.prices[0] : Number.POSITIVE_INFINITY;
  if (highest === undefined || lowest === undefined) return false;
  for (const { price } of bids.levels) highest = Math.max(highest, nanosOf(price));
  for (const { price } of asks.levels) lowest = Math.min(lowest, nanosOf(price));
  // NaN compares as false.
  return highest < lowest;
}

/** Returns a price in nanos; `NaN` if a double cannot represent it exactly. */
function nanosOf({ units, nanos }: BookLevel["price"]): number {
  const whole = Number(units);
  return Math.abs(whole) > MAX_COLUMN_UNITS ? Number.NaN : whole * 1e9 + nanos;
}

/** Lists the levels that undo a diff. */
function levelsBefore(book: OrderBook, side: "bids" | "asks", { levels }: Side): BookLevel[] {
  return levels.map(({ price }) => ({ price, qty: book.quantityAt(side, price) }));
}
