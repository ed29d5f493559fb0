// The engine's state of a market, and the services that its commands use.

import type { Order } from "./order.ts";
import type { BookLevels, OrderBook } from "./order-book.ts";
import type { TickWorld } from "./tick.ts";

/** The stored state of a market. */
export interface KeptMarket {
  readonly marketId: string;
  readonly eventId: string;
  readonly levels: BookLevels;
  /** The resting orders and the orders that ended last, oldest first. */
  readonly orders: Map<string, Order>;
  /** The client order ids of orders that were not rejected. */
  readonly clientOrderIds: Set<string>;
}

/** A market as used by the engine. */
export interface MarketState extends KeptMarket {
  readonly book: OrderBook;
}

/** The services that engine commands use. */
export interface EngineWorld extends TickWorld {
  readonly nextUuid: () => string;
}
