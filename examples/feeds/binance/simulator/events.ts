import type { AggregateTrade, BookTicker, DepthChange, WireLevel } from "./symbol-market.ts";

/** Microseconds or milliseconds, as a factor to milliseconds. */
export type TimeUnit = 1 | 1000;

/** Returns the payload of a depth stream. */
export function depthUpdate(symbol: string, change: DepthChange, time: number): object {
  const { firstId, finalId, bids, asks } = change;
  return { e: "depthUpdate", E: time, s: symbol, U: firstId, u: finalId, b: bids, a: asks };
}

/** Returns the payloads of a trade stream. */
export function trades(symbol: string, group: AggregateTrade, time: number): readonly object[] {
  const { price, buyerIsMaker } = group;
  return group.trades.map(({ id, quantity }) => ({
    e: "trade",
    E: time,
    s: symbol,
    t: id,
    p: price,
    q: quantity,
    T: time,
    m: buyerIsMaker,
    M: true,
  }));
}

/** Returns the payload of a stream of aggregate trades. */
export function aggregateTrade(symbol: string, group: AggregateTrade, time: number): object {
  return {
    e: "aggTrade",
    E: time,
    s: symbol,
    a: group.id,
    p: group.price,
    q: group.quantity,
    f: group.firstId,
    l: group.lastId,
    T: time,
    m: group.buyerIsMaker,
    M: true,
  };
}

/** Returns the payload of a stream of best prices. */
export function bookTicker(symbol: string, { updateId, bid, ask }: BookTicker): object {
  return { u: updateId, s: symbol, b: bid[0], B: bid[1], a: ask[0], A: ask[1] };
}

/** Returns the change with one quantity that the book does not have. */
export function corrupted(change: DepthChange): DepthChange {
  const other = (level: WireLevel): WireLevel => [
    level[0],
    level[1].startsWith("7") ? level[1].replace("7", "8") : level[1].replace(/\d/, "7"),
  ];
  const [bid, ...bids] = change.bids;
  if (bid !== undefined) return { ...change, bids: [other(bid), ...bids] };
  const [ask, ...asks] = change.asks;
  return ask === undefined ? change : { ...change, asks: [other(ask), ...asks] };
}
