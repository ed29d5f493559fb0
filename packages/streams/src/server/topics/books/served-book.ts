import { FeedServerError } from "../feed-server-error.ts";
import { BookLevels, type ExactLevel, type FeedBookSide } from "./book-levels.ts";
import { type DecimalInput, readExact, writeExact } from "./exact-decimal.ts";

/** A price and its quantity. The quantity 0 deletes the level. */
export type FeedLevelInput = readonly [price: DecimalInput, quantity: DecimalInput];

/** Levels of both sides. */
export interface FeedBookLevels {
  readonly bids?: readonly FeedLevelInput[];
  readonly asks?: readonly FeedLevelInput[];
}

/** A book whose changes the server publishes. Prices and quantities keep all digits of their texts. */
export interface FeedServerBook {
  /**
   * Sets the quantity at each price, and publishes the changes. The quantity 0 deletes the level. If a
   * price occurs twice, the last one counts.
   *
   * @throws FeedServerError `invalid_level`. The book is then unchanged.
   */
  set(levels: FeedBookLevels): void;
  /**
   * Replaces all levels, and publishes the changes.
   *
   * @throws FeedServerError `invalid_level`. The book is then unchanged.
   */
  load(levels: FeedBookLevels): void;
  /** Returns the best levels of a side, with all digits of their texts. The best one is first. */
  top(side: FeedBookSide, count?: number): readonly (readonly [price: string, quantity: string])[];
}

/** A level that was set. */
export interface ChangedLevel extends ExactLevel {
  readonly side: FeedBookSide;
}

/** The whole book of a topic. Its subscribers may get only the best levels. */
export class ServedBook implements FeedServerBook {
  readonly levels: Readonly<Record<FeedBookSide, BookLevels>> = {
    bids: new BookLevels("bids"),
    asks: new BookLevels("asks"),
  };
  readonly #publish: (changed: readonly ChangedLevel[]) => void;

  /** `publish` is called after each change, with the levels that were set. */
  constructor(publish: (changed: readonly ChangedLevel[]) => void) {
    this.#publish = publish;
  }

  set(levels: FeedBookLevels): void {
    this.#publishChanges(readLevels(levels));
  }

  load(levels: FeedBookLevels): void {
    const given = readLevels(levels);
    const kept: Readonly<Record<FeedBookSide, BookLevels>> = {
      bids: new BookLevels("bids"),
      asks: new BookLevels("asks"),
    };
    for (const level of given) kept[level.side].put(level);
    const sides: readonly FeedBookSide[] = ["bids", "asks"];
    const gone = sides.flatMap((side) =>
      this.levels[side]
        .top()
        .filter(({ price }) => kept[side].at(price) === undefined)
        .map(({ price }): ChangedLevel => ({ side, price, quantity: { mantissa: 0n, scale: 0 } })),
    );
    this.#publishChanges([...gone, ...given]);
  }

  top(side: FeedBookSide, count?: number): readonly (readonly [string, string])[] {
    return this.levels[side]
      .top(count)
      .map(({ price, quantity }) => [writeExact(price), writeExact(quantity)]);
  }

  #publishChanges(changed: readonly ChangedLevel[]): void {
    for (const level of changed) this.levels[level.side].put(level);
    if (changed.length > 0) this.#publish(changed);
  }
}

function readLevels({ bids = [], asks = [] }: FeedBookLevels): readonly ChangedLevel[] {
  const read =
    (side: FeedBookSide) =>
    ([price, quantity]: FeedLevelInput): ChangedLevel => {
      const level = { side, price: readExact(price), quantity: readExact(quantity) };
      if (level.quantity.mantissa >= 0n) return level;
      throw new FeedServerError(
        "invalid_level",
        `The quantity ${writeExact(level.quantity)} is negative. Quantities are positive, also of asks.`,
      );
    };
  return [...bids.map(read("bids")), ...asks.map(read("asks"))];
}
