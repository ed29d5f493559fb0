// The state of a market in the engine, and the services that the commands of the engine use.

import type { Order } from "./order.ts";
import type { BookLevels, OrderBook } from "./order-book.ts";
import type { TickWorld } from "./tick.ts";

/** The part of a market's state that is stored. */
export interface KeptMarket {
  readonly marketId: string;
  readonly eventId: string;
  readonly levels: BookLevels;
  /** The resting orders, and the orders that ended most recently. The oldest order is first. */
  readonly orders: Map<string, Order>;
  /** The client order ids of the orders, except rejected orders. */
  readonly clientOrderIds: Set<string>;
}

/** A market in the form that the engine uses. */
export interface MarketState extends KeptMarket {
  readonly book: OrderBook;
}

/** The services that engine commands use. */
export interface EngineWorld extends TickWorld {
  readonly nextUuid: () => string;
}
