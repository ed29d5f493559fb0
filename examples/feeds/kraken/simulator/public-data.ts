// The messages of Kraken's public channels about a market, except the book.

import type { MarketTrade, OrderMarket } from "../../order-market.ts";
import { fixedText } from "../../scaled-number.ts";
import type { Writable } from "./write-json.ts";

/** Writes a time as RFC 3339 with microseconds. */
export function timestampOf(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "000Z");
}

/** Returns a trade as the channel `trade` has it. */
export function tradeData({ traits }: OrderMarket, trade: MarketTrade): Writable {
  return {
    symbol: traits.name,
    side: trade.takerBuys ? "buy" : "sell",
    price: { digits: fixedText(trade.price, traits.priceDecimals) },
    qty: { digits: fixedText(trade.amount, traits.amountDecimals) },
    ord_type: "market",
    trade_id: trade.id,
    timestamp: timestampOf(trade.timeMs),
  };
}

/** Returns the best levels, which the channel `ticker` is about, as text. */
export function bestOf(market: OrderMarket): string {
  return JSON.stringify([market.levels("bid")[0], market.levels("ask")[0]]);
}

/** Returns the state of a market as the channel `ticker` has it. */
export function tickerData(market: OrderMarket, nowMs: number): Writable {
  const { name, priceDecimals, amountDecimals } = market.traits;
  const price = (ticks: number): Writable => ({ digits: fixedText(ticks, priceDecimals) });
  const quantity = (units: number): Writable => ({ digits: fixedText(units, amountDecimals) });
  const bid = market.levels("bid")[0];
  const ask = market.levels("ask")[0];
  const { trades } = market;
  const prices = trades.map((trade) => trade.price);
  const first = prices[0] ?? 0;
  const last = prices.at(-1) ?? 0;
  const volume = trades.reduce((sum, { amount }) => sum + amount, 0);
  const cost = trades.reduce((sum, trade) => sum + trade.price * trade.amount, 0);
  return {
    symbol: name,
    bid: price(bid?.price ?? 0),
    bid_qty: quantity(bid?.amount ?? 0),
    ask: price(ask?.price ?? 0),
    ask_qty: quantity(ask?.amount ?? 0),
    last: price(last),
    volume: quantity(volume),
    vwap: price(Math.round(cost / Math.max(1, volume))),
    low: price(Math.min(...prices)),
    high: price(Math.max(...prices)),
    change: price(last - first),
    change_pct: { digits: (((last - first) / Math.max(1, first)) * 100).toFixed(2) },
    timestamp: timestampOf(nowMs),
  };
}

/** Returns the reference data of all markets as the channel `instrument` has it. */
export function instrumentData(markets: readonly OrderMarket[]): Writable {
  const decimals = new Map<string, number>([["USD", 4]]);
  for (const { traits } of markets) decimals.set(traits.base, traits.amountDecimals);
  return {
    assets: [...decimals].map(([id, precision]) => ({
      id,
      status: "enabled",
      precision,
      precision_display: Math.min(5, precision),
      borrowable: true,
      collateral_value: 1,
      margin_rate: 0.02,
    })),
    pairs: markets.map(({ traits }) => ({
      symbol: traits.name,
      base: traits.base,
      quote: traits.quote,
      status: "online",
      qty_precision: traits.amountDecimals,
      qty_increment: { digits: fixedText(1, traits.amountDecimals) },
      price_precision: traits.priceDecimals,
      price_increment: { digits: fixedText(1, traits.priceDecimals) },
      cost_precision: 5,
      cost_min: 0.5,
      qty_min: { digits: fixedText(1, traits.amountDecimals) },
      marginable: false,
      has_index: true,
    })),
  };
}
