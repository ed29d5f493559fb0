// Reads the parameters of requests to subscribe or unsubscribe.

import type { OrderMarket } from "../../order-market.ts";
import { DEPTHS } from "./book-channel.ts";
import type { Writable } from "./write-json.ts";

/** A parsed object. */
export type Json = Readonly<Record<string, unknown>>;

/** A subscription: a channel and, for channels of markets, one symbol. */
export interface Topic {
  readonly key: string;
  readonly channel: string;
  readonly symbol: string | undefined;
  /** Undefined if the symbol is unknown. */
  readonly market: OrderMarket | undefined;
  readonly depth: number;
  readonly snapshot: boolean;
  /** Whether the ticker follows the best levels instead of trades. */
  readonly onBest: boolean;
  /** Whether executions have all transitions. */
  readonly orderStatus: boolean;
  readonly orders: boolean;
  readonly trades: boolean;
  readonly token: string | undefined;
  /** The `result` of the acknowledgement. */
  readonly result: Writable;
}

const OF_MARKETS = ["book", "trade", "ticker"];
const OTHERS = ["instrument", "executions", "heartbeat"];

/** Returns the topics of a request, one for each symbol, or what is wrong with it. */
export function readSubscription(
  markets: readonly OrderMarket[],
  params: unknown,
): readonly Topic[] | string {
  if (typeof params !== "object" || params === null) return "Params are missing";
  const given = params as Json;
  const { channel } = given;
  if (typeof channel !== "string") return "Channel is missing";
  if (!OF_MARKETS.includes(channel) && !OTHERS.includes(channel)) {
    return `Channel not supported ${channel}`;
  }
  const depth = given["depth"] ?? 10;
  if (channel === "book" && !(typeof depth === "number" && DEPTHS.includes(depth))) {
    return "Subscription depth not supported";
  }
  // The snapshot of trades is the only one that has to be asked for.
  const snapshot = isOn(given, "snapshot", channel !== "trade");
  const trigger = given["event_trigger"] ?? "trades";
  if (trigger !== "trades" && trigger !== "bbo") return "Event trigger not supported";
  const token = typeof given["token"] === "string" ? given["token"] : undefined;
  const orders = isOn(given, "snap_orders", true);
  const trades = isOn(given, "snap_trades", false);
  const topic = {
    channel,
    depth: Number(depth),
    snapshot,
    onBest: trigger === "bbo",
    orderStatus: isOn(given, "order_status", true),
    orders,
    trades,
    token,
  };
  if (!OF_MARKETS.includes(channel)) {
    const more = channel === "executions" ? executionsResult(orders, trades) : { snapshot };
    const result = { channel, ...(channel === "heartbeat" ? {} : more) };
    return [{ ...topic, key: channel, symbol: undefined, market: undefined, result }];
  }
  const symbols = given["symbol"];
  if (!Array.isArray(symbols) || symbols.length === 0) return "Symbol(s) not found";
  return symbols.map((given): Topic => {
    const symbol = String(given);
    const market = markets.find(({ traits }) => traits.name === symbol);
    const result = {
      channel,
      ...(channel === "book" ? { depth: topic.depth } : {}),
      ...(channel === "ticker" ? { event_trigger: trigger } : {}),
      snapshot,
      symbol,
    };
    return { ...topic, key: `${channel} ${symbol}`, symbol, market, result };
  });
}

function executionsResult(orders: boolean, trades: boolean): Readonly<Record<string, Writable>> {
  const warnings = ["cancel_reason is deprecated, use reason"];
  return { maxratecount: 125, snap_orders: orders, snap_trades: trades, warnings };
}

function isOn(params: Json, name: string, otherwise: boolean): boolean {
  return typeof params[name] === "boolean" ? params[name] : otherwise;
}
