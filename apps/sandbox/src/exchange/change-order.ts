import type { RejectCommandType } from "@specwright/streams-api/types";
import { LOT } from "./amounts.ts";
import type { MarketState } from "./market-state.ts";
import { bookPriceOf, bookSideOf, isFinal, type Order } from "./order.ts";
import { endRestingOrder, negateChange, reservationOf } from "./release-order.ts";
import type { Tick } from "./tick.ts";

/** A request to change an existing order. */
export interface CommandRequest {
  readonly accountId: string;
  readonly marketId: string;
  readonly orderId: string;
  /**
   * The id that a frame with a rejection contains, so that the sender can match it with the
   * request.
   */
  readonly correlationId: string;
}

/** Cancels an order. If this is not possible, the tick gets a frame that rejects the request. */
export function cancelOrder(market: MarketState, tick: Tick, request: CommandRequest): void {
  const found = findOpen(market, request);
  if (typeof found === "string") rejectCommand(market, tick, request, "CANCEL", found);
  else endRestingOrder(market.book, tick, found, "CANCELLED", "USER_REQUEST");
}

/**
 * Reduces the quantity of an order. If this is not possible, the tick gets a frame that rejects the
 * request.
 */
export function reduceOrder(
  market: MarketState,
  tick: Tick,
  request: CommandRequest,
  qty: bigint,
): void {
  const found = findOpen(market, request);
  const reason = typeof found === "string" ? found : amendmentRefusal(found, qty);
  if (typeof found === "string" || reason !== undefined) {
    rejectCommand(market, tick, request, "AMEND", reason ?? "the order cannot be changed");
    return;
  }
  tick.change(request.accountId, found, negateChange(reservationOf(found, found.qty - qty)));
  found.qty = qty;
  tick.touch(bookSideOf(found.request), bookPriceOf(found.request));
  tick.announce(found);
}

function amendmentRefusal(order: Order, qty: bigint): string | undefined {
  if (qty <= order.filledQty) return "the new quantity must be above the filled quantity";
  if (qty % LOT !== 0n) return "the new quantity must be a multiple of 0.5";
  return qty >= order.qty ? "an amendment can only reduce the quantity" : undefined;
}

function findOpen({ orders }: MarketState, { orderId, accountId }: CommandRequest): Order | string {
  const order = orders.get(orderId);
  if (order === undefined || order.request.accountId !== accountId) return "unknown order";
  if (!isFinal(order)) return order;
  return `the order is already ${order.state.toLowerCase()}`;
}

function rejectCommand(
  { orders }: MarketState,
  tick: Tick,
  { accountId, orderId, correlationId }: CommandRequest,
  command: RejectCommandType,
  reason: string,
): void {
  const order = orders.get(orderId);
  const own = order?.request.accountId === accountId ? order.request.clientOrderId : undefined;
  tick.refuse(accountId, {
    command_type: command,
    order_id: orderId,
    ...(own !== undefined && { client_order_id: own }),
    reason,
    correlation_id: correlationId,
  });
}
