// Price-time priority over one book a market, in YES contracts. YES and NO orders meet: who buys
// YES at 0.60 and who buys NO at 0.40 together pay for a new pair of contracts.

import type { PublishCommand } from "@specwright/streams-api/publish";
import { type CommandRequest, cancelOrder, reduceOrder } from "./change-order.ts";
import { mergePairs } from "./merge-pairs.ts";
import type { Order, OrderRequest } from "./order.ts";
import { createOrderBook, type OrderBook } from "./order-book.ts";
import { placeOrder } from "./place-order.ts";
import { endRestingOrder } from "./release-order.ts";
import { createTick, type Tick, type TickWorld } from "./tick.ts";

/** Is a market as the engine has it. */
export interface MarketState {
  readonly marketId: string;
  readonly book: OrderBook;
  /** Every order ever placed on it. */
  readonly orders: Map<string, Order>;
  readonly clientOrderIds: Set<string>;
}

/** Is what commands of the engine need. */
export interface EngineWorld extends TickWorld {
  readonly nextUuid: () => string;
}

/** Runs the commands of traders; each gives the frames it makes. Times are nanoseconds. */
export interface MatchingEngine {
  /** Opens a market with an empty book. */
  open(marketId: string): void;
  market(marketId: string): MarketState;
  place(request: OrderRequest, nowNs: bigint): readonly PublishCommand[];
  cancel(request: CommandRequest, nowNs: bigint): readonly PublishCommand[];
  /** Reduces the quantity of an order. */
  amend(request: CommandRequest, qty: bigint, nowNs: bigint): readonly PublishCommand[];
  /** Turns pairs of YES and NO contracts into cash. */
  merge(accountId: string, marketId: string, qty: bigint, nowNs: bigint): readonly PublishCommand[];
  /** Ends every order of a market that stops trading. */
  endOrders(marketId: string, nowNs: bigint): readonly PublishCommand[];
  /** Forgets a market. */
  forget(marketId: string): void;
}

/** Makes an engine without markets. */
export function createMatchingEngine(world: EngineWorld): MatchingEngine {
  const markets = new Map<string, MarketState>();

  function market(marketId: string): MarketState {
    const found = markets.get(marketId);
    if (found === undefined) throw new RangeError(`no market ${marketId}`);
    return found;
  }

  function within(
    marketId: string,
    nowNs: bigint,
    run: (state: MarketState, tick: Tick) => void,
  ): readonly PublishCommand[] {
    const state = market(marketId);
    const tick = createTick(world, marketId, state.book, nowNs);
    run(state, tick);
    return tick.finish();
  }

  return {
    open(marketId) {
      const book = createOrderBook();
      markets.set(marketId, { marketId, book, orders: new Map(), clientOrderIds: new Set() });
    },
    market,
    place: (request, nowNs) =>
      within(request.marketId, nowNs, (state, tick) => placeOrder(world, state, tick, request)),
    cancel: (request, nowNs) =>
      within(request.marketId, nowNs, (state, tick) => cancelOrder(state, tick, request)),
    amend: (request, qty, nowNs) =>
      within(request.marketId, nowNs, (state, tick) => reduceOrder(state, tick, request, qty)),
    merge: (accountId, marketId, qty, nowNs) =>
      within(marketId, nowNs, (_state, tick) =>
        mergePairs(world, tick, { accountId, marketId, qty }),
      ),
    endOrders: (marketId, nowNs) =>
      within(marketId, nowNs, ({ book }, tick) => {
        for (const order of book.all()) {
          const [state, reason] =
            order.request.tif === "DAY"
              ? (["EXPIRED", "TIF_EXPIRATION"] as const)
              : (["CANCELLED", "MARKET_CLOSED"] as const);
          endRestingOrder(book, tick, order, state, reason);
        }
      }),
    forget: (marketId) => void markets.delete(marketId),
  };
}
