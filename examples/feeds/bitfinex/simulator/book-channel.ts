// A subscription of a Bitfinex book: what the client has of it, and the updates to what it should
// have. Clients do not cut the book to its length themselves, so that a level that falls out is
// deleted by an update and one that comes into the length is sent.

import { type OrderMarket, SIDES, type Side } from "../../order-market.ts";
import { decimalText, toNumber } from "../../scaled-number.ts";
import type { TrueBook } from "../../simulator.ts";
import { bookChecksum, type ChecksumRow } from "./checksum.ts";

/** Precisions, and how many ticks of the market each joins. Raw books have single orders. */
export const PRECISIONS: Readonly<Record<string, number>> = {
  P0: 1,
  P1: 10,
  P2: 100,
  P3: 1000,
  P4: 10_000,
  R0: 1,
};

/** The possible numbers of price points of each side. */
export const LENGTHS: readonly string[] = ["1", "25", "100", "250"];

/** A line of a book as published: `[PRICE, COUNT, AMOUNT]`, or `[ORDER_ID, PRICE, AMOUNT]`. */
export type BookEntry = readonly [number, number, number];

interface Row {
  readonly side: Side;
  readonly key: number;
  readonly price: number;
  readonly amount: number;
  readonly count: number;
}

/** An update of one line, and the book after it. */
export interface BookChange {
  readonly entry: BookEntry;
  /** The entry with another amount; absent if it deletes, or if the checksum does not cover it. */
  readonly corrupted?: BookEntry;
  readonly book: TrueBook;
}

/** How the changes of a book are to be wrong. */
export interface BookFaults {
  /** Lines that fall out of the length are not deleted. */
  readonly keepsFallen: boolean;
}

/** The book of a subscription. */
export class BookChannel {
  readonly market: OrderMarket;
  readonly precision: string;
  readonly length: number;
  #rows: readonly Row[];

  constructor(market: OrderMarket, precision: string, length: number) {
    this.market = market;
    this.precision = precision;
    this.length = length;
    this.#rows = this.#current(length);
  }

  /** Replaces what the client has by the market's book, and returns it as a snapshot. */
  snapshot(): BookEntry[] {
    this.#rows = this.#current(this.length);
    return this.#rows.map((row) => this.#entry(row));
  }

  /** Returns the changes since the last call or snapshot, deletions first. */
  update(faults: BookFaults): BookChange[] {
    const now = this.#current(this.length);
    const keep = new Set(now.map(identity));
    const before = new Map(this.#rows.map((row) => [identity(row), row]));
    const whole = faults.keepsFallen ? this.#current(Number.POSITIVE_INFINITY) : [];
    const existing = new Set(whole.map(identity));
    const changes: BookChange[] = [];
    for (const row of this.#rows) {
      const key = identity(row);
      if (keep.has(key)) continue;
      before.delete(key);
      if (existing.has(key)) continue;
      changes.push({ entry: this.#deletion(row), book: this.#text([...before.values()]) });
    }
    const covered = new Set(SIDES.flatMap((side) => sideOf(now, side).slice(0, 25)).map(identity));
    for (const row of now) {
      const key = identity(row);
      const old = before.get(key);
      if (old?.amount === row.amount && old.count === row.count) continue;
      before.set(key, row);
      const entry = this.#entry(row);
      const book = this.#text([...before.values()]);
      const corrupted = this.#entry({ ...row, amount: row.amount + 1 });
      changes.push({ entry, book, ...(covered.has(key) ? { corrupted } : {}) });
    }
    this.#rows = now;
    return changes;
  }

  /** Returns the signed checksum of what the client has. */
  checksum(): number {
    const [bids = [], asks = []] = SIDES.map((side) =>
      sideOf(this.#rows, side).map((row): ChecksumRow => {
        const key = this.precision === "R0" ? row.key : this.#price(row);
        return [key, this.#amount(row)];
      }),
    );
    return bookChecksum(bids, asks);
  }

  /** Returns what the client has as text. Orders of a raw book are added up by price. */
  book(): TrueBook {
    return this.#text(this.#rows);
  }

  #current(length: number): Row[] {
    return SIDES.flatMap((side) => {
      if (this.precision === "R0") {
        const orders = this.market.orders(side).slice(0, length);
        return orders.map(({ id, price, amount }) => ({ side, key: id, price, amount, count: 1 }));
      }
      const levels = this.market.levels(side, PRECISIONS[this.precision]).slice(0, length);
      return levels.map((level) => ({ side, key: level.price, ...level }));
    });
  }

  #entry(row: Row): BookEntry {
    return this.precision === "R0"
      ? [row.key, this.#price(row), this.#amount(row)]
      : [this.#price(row), row.count, this.#amount(row)];
  }

  #deletion(row: Row): BookEntry {
    const amount = row.side === "bid" ? 1 : -1;
    return this.precision === "R0" ? [row.key, 0, amount] : [this.#price(row), 0, amount];
  }

  #price(row: Row): number {
    return toNumber(row.price, this.market.traits.priceDecimals);
  }

  #amount(row: Row): number {
    const signed = row.side === "bid" ? row.amount : -row.amount;
    return toNumber(signed, this.market.traits.amountDecimals);
  }

  #text(rows: readonly Row[]): TrueBook {
    const { priceDecimals, amountDecimals } = this.market.traits;
    const [bids = [], asks = []] = SIDES.map((side) => {
      const levels = new Map<number, number>();
      const best = sideOf(rows, side).sort((one, other) =>
        side === "bid" ? other.price - one.price : one.price - other.price,
      );
      for (const { price, amount } of best) levels.set(price, (levels.get(price) ?? 0) + amount);
      return [...levels].map(
        ([price, amount]) =>
          [decimalText(price, priceDecimals), decimalText(amount, amountDecimals)] as const,
      );
    });
    return { bids, asks };
  }
}

function sideOf(rows: readonly Row[], side: Side): Row[] {
  return rows.filter((row) => row.side === side);
}

function identity({ side, key }: Row): string {
  return `${side} ${key}`;
}
