// The levels that the subscribers of a topic have received: all levels of the book, or the best of each
// side.

import type { FeedBook } from "@specwright/runtime/transport";
import { checksumOfBook, keepsDigits } from "../../../books/decimals/book-checksum.ts";
import { DecimalBook } from "../../../books/decimals/decimal-book.ts";
import { DecimalColumns } from "../../../books/decimals/decimal-columns.ts";
import { BookLevels, type ExactLevel, type FeedBookSide } from "./book-levels.ts";
import { type ExactDecimal, hasSameDigits, writeExact } from "./exact-decimal.ts";
import type { ChangedLevel, ServedBook } from "./served-book.ts";

/** A change of a level, to be sent to subscribers. */
export interface LevelChange extends ChangedLevel {
  /** The quantity that subscribers have now. Undefined if the level is new. */
  readonly before: ExactDecimal | undefined;
}

const SIDES: readonly FeedBookSide[] = ["bids", "asks"];

/**
 * The book as the subscribers of a topic know it. It changes only by the frames that the subscribers get.
 */
export class BookView {
  readonly #book: ServedBook;
  readonly #rule: FeedBook;
  readonly #depth: number | undefined;
  readonly #levels: Readonly<Record<FeedBookSide, BookLevels>> = {
    bids: new BookLevels("bids"),
    asks: new BookLevels("asks"),
  };
  /** The same levels in a form for checksums. Undefined if the contract has no checksum. */
  readonly #checked: DecimalBook | undefined;
  readonly #columns: DecimalColumns = new DecimalColumns();

  /** `depth` is the number of levels of each side. Undefined for all levels. */
  constructor(book: ServedBook, rule: FeedBook, depth: number | undefined) {
    this.#book = book;
    this.#rule = rule;
    this.#depth = depth;
    this.#checked =
      rule.checksum === undefined
        ? undefined
        : new DecimalBook({ keepDigits: keepsDigits(rule.checksum.format) });
    const all = SIDES.flatMap((side) =>
      this.#viewLevels(side).map((level) => ({ ...level, side })),
    );
    this.apply(all);
  }

  /** Returns the levels of a side, best first. */
  top(side: FeedBookSide): readonly ExactLevel[] {
    return this.#levels[side].top();
  }

  /** Returns the changes that subscribers need after levels of the whole book were set. */
  changesAfter(changed: readonly ChangedLevel[]): readonly LevelChange[] {
    return SIDES.flatMap((side) => {
      const own = this.#levels[side];
      if (this.#depth === undefined) {
        const last = new Map(
          changed
            .filter((level) => level.side === side)
            .map(({ price }) => [writeExact(price), price]),
        );
        return this.#compareLevels(side, [...last.values()]);
      }
      const gone = own.top().map(({ price }) => price);
      const wanted = this.#viewLevels(side).map(({ price }) => price);
      return this.#compareLevels(side, [...gone, ...wanted]);
    });
  }

  /** Applies changes that were sent to subscribers. */
  apply(levels: readonly ChangedLevel[]): void {
    for (const side of SIDES) {
      const own = levels.filter((level) => level.side === side);
      for (const level of own) this.#levels[side].put(level);
      if (this.#depth !== undefined) this.#levels[side].cut(this.#depth);
      if (this.#checked === undefined || own.length === 0) continue;
      this.#columns.clear();
      for (const { price, quantity } of own) {
        this.#columns.pushText(writeExact(price), writeExact(quantity));
      }
      this.#checked.set(side, this.#columns);
    }
    if (this.#depth !== undefined) this.#checked?.truncate(this.#depth);
  }

  /** Returns the checksum of the view. Undefined if the contract has no checksum. */
  checksum(): number | undefined {
    const { checksum } = this.#rule;
    if (checksum === undefined || this.#checked === undefined) return undefined;
    return checksumOfBook(this.#checked, checksum);
  }

  #viewLevels(side: FeedBookSide): readonly ExactLevel[] {
    return this.#book.levels[side].top(this.#depth);
  }

  /**
   * Compares the view with the book at some prices. Returns the changes that make them equal there.
   * Deletions come first.
   */
  #compareLevels(side: FeedBookSide, prices: readonly ExactDecimal[]): readonly LevelChange[] {
    const [whole, own] = [this.#book.levels[side], this.#levels[side]];
    const changes: LevelChange[] = [];
    const gone: LevelChange[] = [];
    const seen = new BookLevels(side);
    for (const price of prices) {
      if (seen.at(price) !== undefined) continue;
      seen.put({ price, quantity: { mantissa: 1n, scale: 0 } });
      const [before, after] = [own.at(price), whole.at(price)];
      if (after === undefined) {
        if (before !== undefined) {
          const quantity = { mantissa: 0n, scale: 0 };
          gone.push({ side, price: before.price, quantity, before: before.quantity });
        }
      } else if (before === undefined || !isSameLevel(before, after)) {
        // Subscribers delete the levels after `depth` themselves.
        if (this.#isBeyond(side, after, before)) continue;
        changes.push({ side, ...after, before: before?.quantity });
      }
    }
    return [...gone, ...changes];
  }

  /** Reports whether a level that subscribers have is no longer among the best levels of the book. */
  #isBeyond(side: FeedBookSide, level: ExactLevel, before: ExactLevel | undefined): boolean {
    if (this.#depth === undefined || before === undefined) return false;
    return !this.#viewLevels(side).includes(level);
  }
}

function isSameLevel(left: ExactLevel, right: ExactLevel): boolean {
  return hasSameDigits(left.price, right.price) && hasSameDigits(left.quantity, right.quantity);
}
