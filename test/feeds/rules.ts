import { generateKeyPairSync } from "node:crypto";
import { createBinanceClient } from "../../examples/feeds/binance/gen/client.ts";
import { simulateBinance } from "../../examples/feeds/binance/simulator.ts";
import { createBitfinexClient } from "../../examples/feeds/bitfinex/gen/client.ts";
import { createBitfinexSimulator } from "../../examples/feeds/bitfinex/simulator.ts";
import { createBitgetClient } from "../../examples/feeds/bitget/gen/client.ts";
import { simulateBitget } from "../../examples/feeds/bitget/simulator.ts";
import { createBybitClient } from "../../examples/feeds/bybit/gen/client.ts";
import { simulateBybit } from "../../examples/feeds/bybit/simulator.ts";
import { createCoinbaseClient } from "../../examples/feeds/coinbase/gen/client.ts";
import { simulateCoinbase } from "../../examples/feeds/coinbase/simulator.ts";
import { createDYdXClient } from "../../examples/feeds/dydx/gen/client.ts";
import { simulateDydx } from "../../examples/feeds/dydx/simulator.ts";
import { createHyperliquidClient } from "../../examples/feeds/hyperliquid/gen/client.ts";
import { simulateHyperliquid } from "../../examples/feeds/hyperliquid/simulator.ts";
import { createKalshiClient } from "../../examples/feeds/kalshi/gen/client.ts";
import { simulateKalshi } from "../../examples/feeds/kalshi/simulator.ts";
import { createKrakenClient } from "../../examples/feeds/kraken/gen/client.ts";
import { createKrakenSimulator } from "../../examples/feeds/kraken/simulator.ts";
import { createOKXClient } from "../../examples/feeds/okx/gen/client.ts";
import { simulateOkx } from "../../examples/feeds/okx/simulator.ts";
import { createPolymarketClient } from "../../examples/feeds/polymarket/gen/client.ts";
import { simulatePolymarket } from "../../examples/feeds/polymarket/simulator.ts";
import { createGatheringVenue, gatheringContract, gatheringFaults } from "./gathering-venue.ts";
import type { WorldRule } from "./world.ts";

/** A key of Kalshi: the venue's part, and the user's part. */
export const kalshiKeys = makeKalshiKeys();

function makeKalshiKeys() {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const key = "a-key-id";
  return { access: { keyId: key, publicKey }, credentials: { key, secret: privateKey } };
}

/** The faults that every client must notice. */
const numbered = ["drop", "double", "reorder", "stall", "cut", "age"];

/** The venues, each with its client. */
export const worldRules = {
  binance: {
    create: simulateBinance,
    open(transport) {
      const feed = createBinanceClient(transport).market();
      return { book: (symbol) => feed.book({ symbol }), close: () => feed.close() };
    },
    orderOf: (frame) => Number(/"u":(\d+)/.exec(frame)?.[1] ?? 0),
    recovery: /^\/api\/v3\/depth\?/,
    // The client cannot notice a wrong quantity: the venue has no checksum.
    faults: numbered,
  },
  bitfinex: {
    create: createBitfinexSimulator,
    open(transport) {
      const feed = createBitfinexClient(transport).market();
      return { book: (symbol) => feed.book({ symbol }), close: () => feed.close() };
    },
    orderOf: (frame) => Number(/,(\d+)\]$/.exec(frame)?.[1] ?? 0),
    recovery: /"event":"unsubscribe"|"event":"conf"/,
    faults: [...numbered, "corrupt", "maintenance"],
  },
  bitget: {
    create: simulateBitget,
    open(transport) {
      const feed = createBitgetClient(transport).market();
      return { book: (symbol) => feed.book({ symbol }), close: () => feed.close() };
    },
    orderOf: (frame) => Number(/"seq":(\d+)/.exec(frame)?.[1] ?? 0),
    recovery: /"op":"unsubscribe"/,
    faults: [...numbered, "corrupt"],
  },
  bybit: {
    create: simulateBybit,
    open(transport) {
      const feed = createBybitClient(transport).market();
      return { book: (symbol) => feed.book({ symbol }), close: () => feed.close() };
    },
    recovery: /"op":"unsubscribe"/,
    // The client cannot notice a wrong quantity: the venue has no checksum.
    faults: [...numbered, "restart", "resnapshot"],
  },
  coinbase: {
    create: simulateCoinbase,
    open(transport) {
      const feed = createCoinbaseClient(transport).market();
      return { book: (product) => feed.book({ product }), close: () => feed.close() };
    },
    orderOf: (frame) => Number(/"sequence_num":(\d+)/.exec(frame)?.[1] ?? 0),
    // The number belongs to the connection and does not show which book is wrong: the client reloads all.
    recovery: /"channel":"heartbeats"/,
    faults: numbered,
  },
  dydx: {
    create: simulateDydx,
    open(transport) {
      const feed = createDYdXClient(transport).market();
      return { book: (market) => feed.book({ market }), close: () => feed.close() };
    },
    orderOf: (frame) => Number(/"message_id":(\d+)/.exec(frame)?.[1] ?? 0),
    recovery: /"type":"subscribe"/,
    faults: numbered,
  },
  gathering: {
    create: createGatheringVenue,
    open(transport) {
      const feed = transport.openFeed(
        {
          id: "market",
          address: "/market",
          parameters: [],
          validators: {},
          serverMessages: [],
          clientMessages: [],
          heartbeats: [{ from: "server", everyMs: 4_000, deadAfterMs: 10_000 }],
          feed: gatheringContract,
        },
        {},
      );
      return {
        book(market) {
          const [symbol, figures] = market.split("/");
          return feed.subscribeBook("book", { symbol, figures });
        },
        close: () => feed.close(),
      };
    },
    recovery: /"op":"off"/,
    faults: gatheringFaults,
  },
  hyperliquid: {
    create: simulateHyperliquid,
    open(transport) {
      const feed = createHyperliquidClient(transport).market();
      return {
        book(topic) {
          const [coin = "", rounded] = topic.split("/");
          const figures = ([2, 3, 4, 5] as const).find((count) => String(count) === rounded);
          return figures === undefined ? feed.book({ coin }) : feed.roundedBook({ coin, figures });
        },
        close: () => feed.close(),
      };
    },
    orderOf: (frame) => Number(/"time":(\d+)/.exec(frame)?.[1] ?? 0),
    // A lost frame does no harm: the next one contains the whole book.
    recovery: /"method":"subscribe"/,
    faults: numbered,
  },
  kalshi: {
    create: (options) => simulateKalshi({ ...options, key: kalshiKeys.access }),
    credentials: { "api-key": kalshiKeys.credentials },
    url: "wss://venue.example/trade-api/ws",
    open(transport) {
      const feed = createKalshiClient(transport).market();
      return { book: (ticker) => feed.book({ ticker }), close: () => feed.close() };
    },
    recovery: /"get_snapshot"/,
    faults: [...numbered, "buffer-overflow"],
  },
  kraken: {
    create: createKrakenSimulator,
    open(transport) {
      const feed = createKrakenClient(transport).market();
      return { book: (symbol) => feed.book({ symbol, depth: 10 }), close: () => feed.close() };
    },
    recovery: /"method":"unsubscribe"/,
    faults: [...numbered, "corrupt", "maintenance"],
  },
  okx: {
    create: simulateOkx,
    open(transport) {
      const feed = createOKXClient(transport).market();
      return { book: (instrument) => feed.book({ instrument }), close: () => feed.close() };
    },
    recovery: /"op":"unsubscribe"/,
    faults: [...numbered, "reset", "reset", "service-upgrade"],
  },
  polymarket: {
    create: simulatePolymarket,
    open(transport) {
      const feed = createPolymarketClient(transport).market();
      return { book: (asset) => feed.book({ asset }), close: () => feed.close() };
    },
    recovery: /"operation":"subscribe"/,
    // Without numbers, a lost or late change goes unnoticed.
    faults: ["double", "stall", "cut", "age"],
  },
} satisfies Readonly<Record<string, WorldRule>>;
