import { LOT, smallerAmount, TICK, takerFee, totalPrice, UNIT } from "./amounts.ts";
import { fillOrders } from "./fill-orders.ts";
import type { EngineWorld, MarketState } from "./market-state.ts";
import {
  type BookSide,
  bookPriceOf,
  bookSideOf,
  type Order,
  type OrderRequest,
  type OrderState,
  remainingOf,
} from "./order.ts";
import { reservationOf } from "./release-order.ts";
import type { Tick } from "./tick.ts";

/** The largest quantity of an order. */
export const MAX_ORDER_QTY: bigint = 1000n * UNIT;

/**
 * Validates and matches an order. The time in force of the order decides whether the unfilled rest
 * stays in the book or is cancelled.
 */
export function placeOrder(
  world: EngineWorld,
  market: MarketState,
  tick: Tick,
  request: OrderRequest,
): void {
  const order: Order = {
    orderId: world.nextUuid(),
    request,
    qty: request.qty,
    filledQty: 0n,
    filledVolume: 0n,
    filledFee: 0n,
    state: "NEW",
    reason: undefined,
    cmdIdHex: tick.cmdIdHex,
  };
  tick.announce(order);
  const refusal = orderRefusal(world, market, order);
  market.orders.set(order.orderId, order);
  if (refusal !== undefined) {
    endOrder(tick, order, "REJECTED", refusal);
    return;
  }
  market.clientOrderIds.add(request.clientOrderId);
  if (request.tif === "FOK" && matchableQuantity(market, order) < order.qty) {
    endOrder(tick, order, "CANCELLED", "FOK_FAILED");
    return;
  }
  if (!matchOrder(world, market, tick, order)) {
    endOrder(tick, order, "CANCELLED", "SELF_TRADE_PREVENTION");
    return;
  }
  if (remainingOf(order) > 0n) settleRest(market, tick, order);
}

function orderRefusal(
  { ledger }: EngineWorld,
  market: MarketState,
  { request }: Order,
): string | undefined {
  const { accountId, marketId, side, token, price, qty, type } = request;
  if (market.clientOrderIds.has(request.clientOrderId)) return "DUPLICATE_CLIENT_ORDER_ID";
  if (qty <= 0n || qty % LOT !== 0n) return "QTY_INVALID";
  if (qty > MAX_ORDER_QTY) return "EXCEEDS_MAX_ORDER_QTY";
  if (price < TICK || price > UNIT - TICK || price % TICK !== 0n) return "SYSTEM_ERROR";
  const cost = totalPrice(price, qty);
  const short =
    side === "BUY"
      ? ledger.freeCash(accountId) < cost + takerFee(cost)
      : ledger.freeContracts(accountId, marketId, token) < qty;
  if (short) return "INSUFFICIENT_FUNDS";
  const empty = market.book.best(oppositeSide(request)) === undefined;
  return type === "MARKET" && empty ? "NO_MATCHING_LIQUIDITY" : undefined;
}

/**
 * Matches an order with resting orders, until none of them crosses it. Returns false if the next
 * resting order belongs to the same account.
 */
function matchOrder(world: EngineWorld, market: MarketState, tick: Tick, taker: Order): boolean {
  const opposite = oppositeSide(taker.request);
  while (remainingOf(taker) > 0n) {
    const maker = market.book.best(opposite);
    if (maker === undefined || !crossesBook(taker.request, maker.request)) return true;
    if (maker.request.accountId === taker.request.accountId) return false;
    const qty = smallerAmount(remainingOf(taker), remainingOf(maker));
    fillOrders(world, market, tick, { taker, maker, qty });
  }
  return true;
}

/**
 * Returns how much of a fill-or-kill order can be filled before it would match an order of its own
 * account.
 */
function matchableQuantity({ book }: MarketState, taker: Order): bigint {
  let sum = 0n;
  for (const maker of book.inOrder(oppositeSide(taker.request))) {
    if (!crossesBook(taker.request, maker.request)) break;
    if (maker.request.accountId === taker.request.accountId) break;
    sum += remainingOf(maker);
  }
  return sum;
}

function settleRest(market: MarketState, tick: Tick, order: Order): void {
  const { request } = order;
  if (request.tif === "IOC" || request.tif === "FOK" || request.type === "MARKET") {
    const reason = order.filledQty > 0n ? "IOC_PARTIAL" : "NO_MATCHING_LIQUIDITY";
    endOrder(tick, order, "CANCELLED", reason);
    return;
  }
  tick.change(request.accountId, order, reservationOf(order, remainingOf(order)));
  market.book.add(order);
  tick.touch(bookSideOf(request), bookPriceOf(request));
  // A partially filled order is already announced, and keeps its state (S14).
  if (order.state === "NEW") endOrder(tick, order, "ACTIVE", undefined);
}

function endOrder(tick: Tick, order: Order, state: OrderState, reason: string | undefined): void {
  order.state = state;
  order.reason = reason;
  tick.announce(order);
}

function oppositeSide(request: OrderRequest): BookSide {
  return bookSideOf(request) === "bids" ? "asks" : "bids";
}

function crossesBook(taker: OrderRequest, maker: OrderRequest): boolean {
  return bookSideOf(taker) === "bids"
    ? bookPriceOf(taker) >= bookPriceOf(maker)
    : bookPriceOf(taker) <= bookPriceOf(maker);
}
