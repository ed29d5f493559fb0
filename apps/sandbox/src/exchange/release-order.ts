import { totalPrice } from "./amounts.ts";
import type { BalanceChange } from "./ledger.ts";
import { bookPriceOf, bookSideOf, type Order, type OrderState, remainingOf } from "./order.ts";
import type { OrderBook } from "./order-book.ts";
import type { Tick } from "./tick.ts";

/**
 * Returns what a resting order reserves for a quantity: cash if the order buys, or contracts if it
 * sells.
 */
export function reservationOf({ request }: Order, qty: bigint): Partial<BalanceChange> {
  if (request.side === "BUY") return { reservedCash: totalPrice(request.price, qty) };
  return request.token === "YES" ? { yesReserved: qty } : { noReserved: qty };
}

/** Returns the opposite of a balance change. */
export function negateChange(change: Partial<BalanceChange>): Partial<BalanceChange> {
  return Object.fromEntries(
    Object.entries(change).map(([name, amount]) => [name, -amount]),
  ) satisfies Partial<BalanceChange>;
}

/**
 * Removes a resting order from the book, releases what it reserves, and announces its final state.
 */
export function endRestingOrder(
  book: OrderBook,
  tick: Tick,
  order: Order,
  state: OrderState,
  reason: string,
): void {
  const { request } = order;
  const reserved = reservationOf(order, remainingOf(order));
  book.remove(order);
  tick.touch(bookSideOf(request), bookPriceOf(request));
  tick.change(request.accountId, order, negateChange(reserved));
  order.state = state;
  order.reason = reason;
  tick.announce(order);
}
