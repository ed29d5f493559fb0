import { decimalFromNanos } from "@specwright/runtime";
import type { OrderSide, OrderView, Token } from "@specwright/streams-api/types";
import { totalPrice, UNIT } from "./amounts.ts";

/** The states of an order (streams source §3.1). */
export type OrderState =
  | "NEW"
  | "ACTIVE"
  | "PARTIALLY_FILLED"
  | "FILLED"
  | "CANCELLED"
  | "EXPIRED"
  | "REJECTED";

/**
 * An order as a trader requests it. Amounts are in nanos. The price is for the token of the order,
 * YES or NO.
 */
export interface OrderRequest {
  readonly clientOrderId: string;
  readonly marketId: string;
  readonly accountId: string;
  readonly side: OrderSide;
  readonly type: "LIMIT" | "MARKET";
  readonly tif: "GTC" | "IOC" | "FOK" | "DAY";
  readonly token: Token;
  /** The price. For a MARKET order, this is the worst acceptable price. */
  readonly price: bigint;
  readonly qty: bigint;
}

/** An order in the engine. */
export interface Order {
  readonly orderId: string;
  readonly request: OrderRequest;
  qty: bigint;
  filledQty: bigint;
  filledVolume: bigint;
  filledFee: bigint;
  state: OrderState;
  reason: string | undefined;
  cmdIdHex: string;
}

/** A side of a book. The book contains YES contracts. */
export type BookSide = "bids" | "asks";

/**
 * Returns the side of the book on which an order is. Orders that buy YES or sell NO are bids.
 * Orders that sell YES or buy NO are asks.
 */
export function bookSideOf({ side, token }: OrderRequest): BookSide {
  return (side === "BUY") === (token === "YES") ? "bids" : "asks";
}

/**
 * Returns the price of an order in the book. An order for NO at 0.40 has the price 0.60, because
 * the book contains YES contracts.
 */
export function bookPriceOf({ token, price }: OrderRequest): bigint {
  return token === "YES" ? price : UNIT - price;
}

/** Returns the quantity that is not filled yet. */
export function remainingOf({ qty, filledQty }: Order): bigint {
  return qty - filledQty;
}

/** Reports whether an order is in a final state. */
export function isFinal({ state }: Order): boolean {
  return state !== "NEW" && state !== "ACTIVE" && state !== "PARTIALLY_FILLED";
}

/** Returns the form of an order in frames (streams source §2.2). */
export function viewOrder(
  order: Order,
  stamp: { readonly brokerId: string; readonly wallTimeNs: bigint; readonly engineSeq: bigint },
): OrderView {
  const { request, qty, reason } = order;
  return {
    order_id: order.orderId,
    client_order_id: request.clientOrderId,
    market_id: request.marketId,
    broker_id: stamp.brokerId,
    account_id: request.accountId,
    side: request.side,
    type: request.type,
    tif: request.tif,
    token: request.token,
    price: decimalFromNanos(request.price),
    qty: decimalFromNanos(qty),
    volume: decimalFromNanos(totalPrice(request.price, qty)),
    filled_qty: decimalFromNanos(order.filledQty),
    filled_volume: decimalFromNanos(order.filledVolume),
    filled_fee: decimalFromNanos(order.filledFee),
    status: order.state,
    ...(reason !== undefined && { status_reason: reason }),
    last_update_wall_time_ns: stamp.wallTimeNs,
    last_update_engine_seq: stamp.engineSeq,
    last_cmd_id_hex: order.cmdIdHex,
  };
}
