// Matches orders by price, and at the same price by time. Each market has one book, which contains
// YES contracts. YES and NO orders match: a buyer of YES at 0.60 and a buyer of NO at 0.40 together
// pay for a new pair of contracts.

import type { PublishCommand } from "@specwright/streams-sdk/publish";
import { type CommandRequest, cancelOrder, reduceOrder } from "./change-order.ts";
import type { EngineWorld, KeptMarket, MarketState } from "./market-state.ts";
import { mergePairs } from "./merge-pairs.ts";
import { isFinal, type Order, type OrderRequest } from "./order.ts";
import { createOrderBook } from "./order-book.ts";
import { placeOrder } from "./place-order.ts";
import { endRestingOrder } from "./release-order.ts";
import { createTick, type Tick } from "./tick.ts";

/**
 * Executes the commands of traders. Each command returns the resulting frames. Times are in
 * nanoseconds.
 */
export interface MatchingEngine {
  /** Opens a market with an empty book. */
  open(marketId: string, eventId: string): void;
  market(marketId: string): MarketState;
  place(request: OrderRequest, nowNs: bigint): readonly PublishCommand[];
  cancel(request: CommandRequest, nowNs: bigint): readonly PublishCommand[];
  /** Reduces the quantity of an order. */
  amend(request: CommandRequest, qty: bigint, nowNs: bigint): readonly PublishCommand[];
  /** Converts pairs of YES and NO contracts into cash. */
  merge(accountId: string, marketId: string, qty: bigint, nowNs: bigint): readonly PublishCommand[];
  /** Ends all orders of a market. Call it when the market stops trading. */
  endOrders(marketId: string, nowNs: bigint): readonly PublishCommand[];
  /** Removes a market from the engine. */
  forget(marketId: string): void;
}

/** How many orders a market keeps. Resting orders are kept even beyond this number. */
const REMEMBERED = 50;

/** Creates an engine that continues from these markets. The engine modifies them. */
export function createMatchingEngine(
  world: EngineWorld,
  kept: Map<string, KeptMarket>,
): MatchingEngine {
  const markets = new Map<string, MarketState>();
  for (const market of kept.values()) addMarket(market);

  function addMarket(market: KeptMarket): void {
    markets.set(market.marketId, { ...market, book: createOrderBook(market.levels) });
  }

  function market(marketId: string): MarketState {
    const found = markets.get(marketId);
    if (found === undefined) throw new RangeError(`unknown market ${marketId}`);
    return found;
  }

  function inTick(
    marketId: string,
    nowNs: bigint,
    run: (state: MarketState, tick: Tick) => void,
  ): readonly PublishCommand[] {
    const state = market(marketId);
    const tick = createTick(world, state, nowNs);
    run(state, tick);
    forgetEnded(state);
    return tick.finish();
  }

  return {
    open(marketId, eventId) {
      const levels = { bids: new Map(), asks: new Map() };
      const orders = new Map<string, Order>();
      const market = { marketId, eventId, levels, orders, clientOrderIds: new Set<string>() };
      kept.set(marketId, market);
      addMarket(market);
    },
    market,
    place: (request, nowNs) =>
      inTick(request.marketId, nowNs, (state, tick) => placeOrder(world, state, tick, request)),
    cancel: (request, nowNs) =>
      inTick(request.marketId, nowNs, (state, tick) => cancelOrder(state, tick, request)),
    amend: (request, qty, nowNs) =>
      inTick(request.marketId, nowNs, (state, tick) => reduceOrder(state, tick, request, qty)),
    merge: (accountId, marketId, qty, nowNs) =>
      inTick(marketId, nowNs, (_state, tick) =>
        mergePairs(world, tick, { accountId, marketId, qty }),
      ),
    endOrders: (marketId, nowNs) =>
      inTick(marketId, nowNs, ({ book }, tick) => {
        for (const order of book.all()) {
          const [state, reason] =
            order.request.tif === "DAY"
              ? (["EXPIRED", "TIF_EXPIRATION"] as const)
              : (["CANCELLED", "MARKET_CLOSED"] as const);
          endRestingOrder(book, tick, order, state, reason);
        }
      }),
    forget(marketId) {
      markets.delete(marketId);
      kept.delete(marketId);
    },
  };
}

/**
 * Removes the oldest orders that have ended, so that the state of a market does not grow without
 * limit.
 */
function forgetEnded({ orders, clientOrderIds }: MarketState): void {
  for (const order of orders.values()) {
    if (orders.size <= REMEMBERED) return;
    if (!isFinal(order)) continue;
    orders.delete(order.orderId);
    // The id of a rejected order stays if an accepted order uses it.
    if (order.state !== "REJECTED") clientOrderIds.delete(order.request.clientOrderId);
  }
}
