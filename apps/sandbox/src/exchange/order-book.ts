import { type BookSide, bookPriceOf, bookSideOf, type Order, remainingOf } from "./order.ts";

/** The resting orders of a market. They are sorted by price, and at the same price by time. */
export interface OrderBook {
  add(order: Order): void;
  remove(order: Order): void;
  /** Returns the order of a side that matches first: the oldest one at the best price. */
  best(side: BookSide): Order | undefined;
  /** Returns the total quantity at a price. */
  depth(side: BookSide, price: bigint): bigint;
  /** Returns the orders of a side, in the order in which they match. */
  inOrder(side: BookSide): readonly Order[];
  /** Returns all orders. */
  all(): readonly Order[];
}

/** The resting orders of both sides, by price. At each price, the oldest order is first. */
export type BookLevels = Readonly<Record<BookSide, Map<bigint, readonly Order[]>>>;

/** Creates a book on the given levels. The book does not copy the levels, but modifies them. */
export function createOrderBook(sides: BookLevels): OrderBook {
  function sortedPrices(side: BookSide): readonly bigint[] {
    const sign = side === "bids" ? -1 : 1;
    return [...sides[side].keys()].sort((a, b) => (a < b ? -sign : a > b ? sign : 0));
  }

  function inOrder(side: BookSide): readonly Order[] {
    return sortedPrices(side).flatMap((price) => sides[side].get(price) ?? []);
  }

  return {
    add(order) {
      const levels = sides[bookSideOf(order.request)];
      const price = bookPriceOf(order.request);
      levels.set(price, [...(levels.get(price) ?? []), order]);
    },
    remove(order) {
      const levels = sides[bookSideOf(order.request)];
      const price = bookPriceOf(order.request);
      const left = (levels.get(price) ?? []).filter((other) => other !== order);
      if (left.length === 0) levels.delete(price);
      else levels.set(price, left);
    },
    best(side) {
      const [price] = sortedPrices(side);
      return price === undefined ? undefined : sides[side].get(price)?.[0];
    },
    depth(side, price) {
      const orders = sides[side].get(price) ?? [];
      return orders.reduce((sum, order) => sum + remainingOf(order), 0n);
    },
    inOrder,
    all: () => [...inOrder("bids"), ...inOrder("asks")],
  };
}
