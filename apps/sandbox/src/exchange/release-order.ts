import { totalPrice } from "./amounts.ts";
import type { BalanceChange } from "./ledger.ts";
import { bookPriceOf, bookSideOf, type Order, type OrderState, remainingOf } from "./order.ts";
import type { OrderBook } from "./order-book.ts";
import type { Tick } from "./tick.ts";

/**
 * Returns the reservation of a resting order for a quantity: cash for a purchase, or contracts for
 * a sale.
 */
export function reservationOf({ request }: Order, qty: bigint): Partial<BalanceChange> {
  if (request.side === "BUY") return { reservedCash: totalPrice(request.price, qty) };
  return request.token === "YES" ? { yesReserved: qty } : { noReserved: qty };
}

/** Negates a change. */
export function negateChange(change: Partial<BalanceChange>): Partial<BalanceChange> {
  return Object.fromEntries(
    Object.entries(change).map(([name, amount]) => [name, -amount]),
  ) satisfies Partial<BalanceChange>;
}

/** Removes a resting order from the book, releases its reservation, and announces how it ended. */
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
