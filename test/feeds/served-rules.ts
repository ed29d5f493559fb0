import type { FeedServerEvent } from "@specwright/streams/server";
import { market as binance } from "../../examples/feeds/binance/gen/descriptors.ts";
import { market as bitfinex } from "../../examples/feeds/bitfinex/gen/descriptors.ts";
import { market as bitget } from "../../examples/feeds/bitget/gen/descriptors.ts";
import { market as bybit } from "../../examples/feeds/bybit/gen/descriptors.ts";
import { market as coinbase } from "../../examples/feeds/coinbase/gen/descriptors.ts";
import { market as dydx } from "../../examples/feeds/dydx/gen/descriptors.ts";
import { market as hyperliquid } from "../../examples/feeds/hyperliquid/gen/descriptors.ts";
import { market as kalshi } from "../../examples/feeds/kalshi/gen/descriptors.ts";
import { market as kraken } from "../../examples/feeds/kraken/gen/descriptors.ts";
import { market as okx } from "../../examples/feeds/okx/gen/descriptors.ts";
import { market as polymarket } from "../../examples/feeds/polymarket/gen/descriptors.ts";
import { worldRules } from "./rules.ts";
import { type ServedRule, serveVenue } from "./served-venue.ts";
import type { WorldRule } from "./world.ts";

/** The venues according to their contracts. */
export const servedRules: Readonly<Record<string, ServedRule>> = {
  binance: {
    channel: binance,
    markets: ["btcusdt", "ethusdt", "bnbbtc"],
    parametersOf: (symbol) => ({ symbol }),
    others: ["trade"],
    fill: {
      depthUpdate: ({ parameters, now }) => ({
        "/data/E": now,
        "/data/s": String(parameters["symbol"]).toUpperCase(),
      }),
      serverShutdown: ({ now }) => ({ "/data/E": now }),
    },
    oneByOne: false,
    marketOf: (frame) => at(frame, "stream")?.toString().replace("@depth@100ms", ""),
    ending: { message: "serverShutdown" },
  },
  bitfinex: {
    channel: bitfinex,
    markets: ["tBTCUSD", "tETHUSD", "tLTCUSD"],
    parametersOf: (symbol) => ({ symbol }),
    others: ["trade"],
    // The venue's heartbeats belong to a subscription, which the contract cannot express.
    fill: { heartbeat: () => ({ "/0": 0 }) },
    oneByOne: true,
    marketOf: (frame, names) => (Array.isArray(frame) ? names.get(frame[0]) : undefined),
    nameIn: (frame) =>
      at(frame, "event") === "subscribed"
        ? [at(frame, "chanId"), String(at(frame, "symbol"))]
        : undefined,
    corrupt: (text) => {
      const parts = /^(\[\d+,\[[^,[\]]+,[1-9]\d*,-?)(\d)(.*)$/.exec(text);
      return parts === null ? undefined : `${parts[1]}${Number(parts[2]) < 9 ? 9 : 8}${parts[3]}`;
    },
    ending: { message: "info", values: { "/code": 20051 } },
  },
  bitget: {
    channel: bitget,
    markets: ["BTCUSDT", "ETHUSDT", "PEPEUSDT"],
    parametersOf: (symbol) => ({ symbol }),
    others: ["trade"],
    fill: {
      bookSnapshot: ({ now }) => ({ "/data/0/ts": String(now) }),
      bookUpdate: ({ now }) => ({ "/data/0/ts": String(now) }),
    },
    oneByOne: false,
    marketOf: (frame) => at(frame, "data") && at(frame, "arg", "instId"),
    corrupt: withOtherQuantity,
  },
  bybit: {
    channel: bybit,
    markets: ["BTCUSDT", "ETHUSDT", "DOGEUSDT"],
    parametersOf: (symbol) => ({ symbol }),
    others: ["trade"],
    fill: {
      bookSnapshot: ({ parameters, now }) => ({ "/ts": now, "/data/s": parameters["symbol"] }),
      bookDelta: ({ parameters, now }) => ({ "/ts": now, "/data/s": parameters["symbol"] }),
    },
    oneByOne: false,
    marketOf: (frame) => at(frame, "data", "s"),
  },
  coinbase: {
    channel: coinbase,
    markets: ["BTC-USD", "ETH-USD", "SOL-USD"],
    parametersOf: (product) => ({ product }),
    others: ["trade"],
    fill: {
      subscriptions: ({ now }) => ({ ...stampOf(now), "/events": [{ subscriptions: {} }] }),
      heartbeat: ({ now }) => ({ ...stampOf(now), "/events": [{ heartbeat_counter: 0 }] }),
      bookSnapshot: ({ now }) => stampOf(now),
      bookUpdate: ({ now }) => stampOf(now),
    },
    oneByOne: false,
    marketOf: (frame) => at(frame, "events", "0", "product_id"),
  },
  dydx: {
    channel: dydx,
    markets: ["BTC-USD", "ETH-USD", "SOL-USD"],
    parametersOf: (market) => ({ market }),
    others: ["trade"],
    fill: {
      ...Object.fromEntries(
        dydx.serverMessages.map(({ id }) => [id, () => ({ "/connection_id": "a-connection" })]),
      ),
      unsubscribed: () => ({ "/connection_id": "a-connection", "/channel": "v4_orderbook" }),
    },
    oneByOne: false,
    marketOf: (frame) => (at(frame, "channel") === "v4_orderbook" ? at(frame, "id") : undefined),
  },
  hyperliquid: {
    channel: hyperliquid,
    markets: ["BTC", "ETH", "SOL"],
    parametersOf: (coin) => ({ coin }),
    others: ["trade"],
    fill: {
      unsubscribed: () => ({ "/data/subscription": { type: "l2Book", coin: "" } }),
    },
    depth: 20,
    oneByOne: false,
    marketOf: (frame) =>
      at(frame, "channel") === "l2Book" ? at(frame, "data", "coin") : undefined,
  },
  kalshi: {
    channel: kalshi,
    markets: ["KXBTCD-1", "KXBTCD-2", "KXETHD-1"],
    parametersOf: (ticker) => ({ ticker }),
    others: ["trade", "fill"],
    oneByOne: true,
    marketOf: (frame) => at(frame, "msg", "market_ticker"),
    ending: { message: "refused", values: { "/msg/code": 25, "/msg/msg": "buffer overflow" } },
  },
  kraken: {
    channel: kraken,
    markets: ["BTC/USD", "ETH/USD", "LTC/USD"],
    parametersOf: (symbol) => ({ symbol }),
    others: ["trade"],
    depth: 10,
    oneByOne: false,
    marketOf: (frame) =>
      at(frame, "channel") === "book" ? at(frame, "data", "0", "symbol") : undefined,
    corrupt: (text) => {
      const parts = /^(.*?"qty":)(\d)(.*)$/.exec(text);
      return parts === null ? undefined : `${parts[1]}${Number(parts[2]) < 9 ? 9 : 8}${parts[3]}`;
    },
  },
  okx: {
    channel: okx,
    markets: ["BTC-USDT", "ETH-USDT", "SOL-USDT"],
    parametersOf: (instrument) => ({ instrument }),
    others: ["trade"],
    fill: {
      bookSnapshot: ({ now }) => ({ "/data/0/ts": String(now) }),
      bookUpdate: ({ now }) => ({ "/data/0/ts": String(now) }),
    },
    oneByOne: false,
    marketOf: (frame) => at(frame, "data") && at(frame, "arg", "instId"),
    ending: { message: "notice", values: { "/code": "64008", "/msg": "Please reconnect." } },
  },
  polymarket: {
    channel: polymarket,
    markets: ["101", "102", "103"],
    parametersOf: (asset) => ({ asset }),
    others: [],
    fill: Object.fromEntries(
      ["book", "priceChange"].map((message) => [
        message,
        ({ now }) => ({ "/market": "0x01", "/timestamp": String(now) }),
      ]),
    ),
    oneByOne: true,
    marketOf: (frame) => at(frame, "asset_id") ?? at(frame, "price_changes", "0", "asset_id"),
  },
};

const faults = ["drop", "double", "reorder", "stall", "cut", "age"];

/** Returns the world rule of a venue that is served from its contract. */
export function servedWorldRule(
  venue: keyof typeof worldRules,
  onEvent: (event: FeedServerEvent) => void,
): WorldRule {
  const [simulated, served] = [worldRules[venue], servedRules[venue]];
  // Without numbers, a lost or late frame goes unnoticed.
  const unnoticed = venue === "polymarket" ? ["drop", "reorder"] : [];
  if (simulated === undefined || served === undefined) throw new Error(`no venue ${venue}`);
  return {
    ...simulated,
    create: (options) => serveVenue(served, options, onEvent),
    faults: [
      ...faults.filter((fault) => !unnoticed.includes(fault)),
      ...(served.corrupt === undefined ? [] : ["corrupt"]),
      ...(served.ending === undefined ? [] : ["ending"]),
    ],
  };
}

/** Returns a frame with another quantity in a level such as `["0.45","1.2"]`. */
function withOtherQuantity(text: string): string | undefined {
  const parts = /^(.*?\["[\d.]+",")([1-9])(.*)$/.exec(text);
  return parts === null ? undefined : `${parts[1]}${Number(parts[2]) < 9 ? 9 : 8}${parts[3]}`;
}

function stampOf(now: number): Readonly<Record<string, string>> {
  return { "/timestamp": new Date(now).toISOString() };
}

function at(frame: unknown, ...steps: readonly string[]): unknown {
  let found = frame;
  for (const step of steps) {
    if (typeof found !== "object" || found === null) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[step];
  }
  return found;
}
