// The private events of the account: execution reports of its orders.

import type { MarketEvent, MarketOrder, OrderMarket } from "../../order-market.ts";
import { fixedText } from "../../scaled-number.ts";
import type { Writable } from "./write-json.ts";

/** An execution report. */
export interface Report {
  readonly kind: "pending_new" | "new" | "amended" | "trade" | "filled" | "canceled";
  readonly fields: { readonly [name: string]: Writable };
}

/** Reports of transitions that subscribers without `order_status` receive too. */
export const OPEN_AND_CLOSE: readonly string[] = ["new", "filled", "canceled", "expired"];

const FILLS_IN_SNAPSHOT = 50;

/** The executions of the one account of the venue. */
export class Executions {
  readonly #markets: readonly OrderMarket[];
  readonly #fills: Report[] = [];

  constructor(markets: readonly OrderMarket[]) {
    this.#markets = markets;
  }

  /** Returns the reports of a snapshot. */
  snapshot(orders: boolean, trades: boolean, timestamp: string): Writable[] {
    const open = this.#markets.flatMap((market) =>
      [...market.orders("bid"), ...market.orders("ask")]
        .filter(({ own }) => own)
        .map((order) => report(market, order, "new", timestamp).fields),
    );
    const fills = this.#fills.map(({ fields }) => fields);
    return [...(orders ? open : []), ...(trades ? fills : [])];
  }

  /** Returns the reports about an event; none if it is about someone else's order. */
  tell(market: OrderMarket, event: MarketEvent, timestamp: string): Report[] {
    const { kind, order, trade } = event;
    if (!order.own) return [];
    const tell = (told: Report["kind"], more: Report["fields"] = {}): Report =>
      report(market, order, told, timestamp, more);
    if (kind === "placed") return [tell("pending_new"), tell("new")];
    if (kind === "cancelled") return [tell("canceled", { reason: "User requested" })];
    if (trade === undefined) return [tell("amended")];
    const { priceDecimals, amountDecimals, quote } = market.traits;
    const fill = tell("trade", {
      exec_id: id("T", trade.id),
      trade_id: trade.id,
      last_price: { digits: fixedText(trade.price, priceDecimals) },
      last_qty: { digits: fixedText(trade.amount, amountDecimals) },
      liquidity_ind: "m",
      cost: { digits: product(trade.price, trade.amount, priceDecimals + amountDecimals) },
      fees: [{ asset: quote, qty: 0.01 }],
    });
    this.#fills.push(fill);
    if (this.#fills.length > FILLS_IN_SNAPSHOT) this.#fills.shift();
    return order.amount === 0 ? [fill, tell("filled")] : [fill];
  }
}

const STATUS: Readonly<Record<Report["kind"], string>> = {
  pending_new: "pending_new",
  new: "new",
  amended: "new",
  trade: "partially_filled",
  filled: "filled",
  canceled: "canceled",
};

function report(
  { traits }: OrderMarket,
  order: MarketOrder,
  kind: Report["kind"],
  timestamp: string,
  more: Report["fields"] = {},
): Report {
  const { priceDecimals, amountDecimals } = traits;
  const fields = {
    order_id: id("O", order.id),
    symbol: traits.name,
    side: order.side === "bid" ? "buy" : "sell",
    order_type: "limit",
    order_qty: { digits: fixedText(order.amount + order.filled, amountDecimals) },
    limit_price: { digits: fixedText(order.price, priceDecimals) },
    cum_qty: { digits: fixedText(order.filled, amountDecimals) },
    time_in_force: "GTC",
    exec_type: kind,
    order_status: STATUS[kind],
    ...more,
    timestamp,
  };
  return { kind, fields };
}

/** Returns an identifier of the form `OK4GJX-KSTLS-7DZZO5`. */
function id(first: string, number: number): string {
  const text = `${first}${number.toString(36).toUpperCase().padStart(16, "0")}`;
  return `${text.slice(0, 6)}-${text.slice(6, 11)}-${text.slice(11)}`;
}

/** Returns the exact product of two scaled numbers. */
function product(one: number, other: number, decimals: number): string {
  const digits = String(BigInt(one) * BigInt(other)).padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
