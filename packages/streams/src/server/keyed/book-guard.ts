// Keeps the books of a publisher as of the last accepted frame. Refuses a frame that would cross a book, or
// that has an invalid level, before the frame gets a number.

import { memberOf } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { BookLevel } from "../../books/book-level.ts";
import { LevelColumns, MAX_COLUMN_UNITS } from "../../books/level-columns.ts";
import { OrderBook } from "../../books/order-book.ts";
import { PublishRefusal, shortJson } from "../publish/publish-refusal.ts";

/** Refuses frames that would cross a book. */
export interface BookGuard {
  /**
   * Applies a frame to the book of a key. If the book cannot accept the frame, throws `PublishRefusal` and
   * leaves the book unchanged.
   */
  take(key: string, message: object): void;
  /** Adds a key with an empty book. */
  begin(key: string): void;
  /** Removes a key that has ended. */
  forget(key: string): void;
  /** Removes all books. A book is read from its snapshot again when it is needed. */
  clear(): void;
}

interface Side {
  readonly name: string;
  readonly levels: readonly BookLevel[];
}

/**
 * Creates the guard of a channel whose keys are order books. `snapshotOf` returns the book of a key as the
 * log has it. Returns undefined if the keys are not order books.
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
      // Most contracts use these names. Their levels need no copy, which matters because frames are
      // frequent.
      if (price === "price" && quantity === "qty") return { name, levels: listed };
      const levels = listed.map((level): BookLevel => {
        return { price: memberOf(level, price), qty: memberOf(level, quantity) } as BookLevel;
      });
      return { name, levels };
    });
    const [buying, selling] = lists;
    return buying === undefined || selling === undefined ? undefined : [buying, selling];
  }

  /**
   * Throws for levels that no book can have. A snapshot must not contain the quantity 0, which deletes a
   * level.
   */
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

// Receive the best levels of a book. The columns are shared by all calls.
const bestBid = new LevelColumns();
const bestAsk = new LevelColumns();

/**
 * Returns true if it is certain that a diff cannot cross the book, even if the diff deletes nothing.
 * Returns false if a full check is needed.
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
  // If a price is NaN, the result is false.
  return highest < lowest;
}

/** Returns a price in nanos, or NaN if a double cannot represent the price exactly. */
function nanosOf({ units, nanos }: BookLevel["price"]): number {
  const whole = Number(units);
  return Math.abs(whole) > MAX_COLUMN_UNITS ? Number.NaN : whole * 1e9 + nanos;
}

/** Lists levels that, applied to the book afterwards, undo a diff. */
function levelsBefore(book: OrderBook, side: "bids" | "asks", { levels }: Side): BookLevel[] {
  return levels.map(({ price }) => ({ price, qty: book.quantityAt(side, price) }));
}
