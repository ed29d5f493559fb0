// ccxt, a client by another project, reads the servers made from our contracts. Installing it takes long,
// so that it runs only with `TOOLS=all`.

import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { seededRandom } from "@specwright/runtime/testing";
import { createFeedServer, type FeedServerEvent, type FillRules } from "@specwright/streams/server";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { market as deribit } from "../../examples/feeds/deribit/gen/descriptors.ts";
import { run } from "../release/run.ts";
import { servedRules } from "./served-rules.ts";

const VERSION = "4.5.84";
const UPDATES = 400;
const isAsked = process.env["TOOLS"] === "all";
vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 });

type Levels = readonly (readonly [price: number, amount: number])[];

/** The parts of a ccxt exchange that this test uses. */
interface Exchange {
  urls: { api: Record<string, unknown> };
  loadMarkets(): Promise<unknown>;
  loadHttpProxyAgent(): Promise<unknown>;
  setMarkets(markets: readonly object[]): void;
  watchOrderBook(symbol: string): Promise<{ readonly bids: Levels; readonly asks: Levels }>;
  close(): Promise<void>;
}

interface Ccxt {
  readonly pro: Readonly<Record<string, new (options: object) => Exchange>>;
}

/** Points ccxt at a venue. */
interface Pointed {
  /** The addresses of sockets, relative to the server's address. */
  readonly ws: string | Readonly<Record<string, string>>;
  readonly symbol: string;
  readonly market: object;
  readonly served?: {
    readonly channel: ChannelDescriptor;
    readonly parameters: Readonly<Record<string, string>>;
    readonly fill: FillRules;
  };
}

const fillDeribit: FillRules[string] = ({ parameters, now }) => ({
  "/params/data/instrument_name": parameters["instrument"],
  "/params/data/timestamp": now,
});

const spot = { type: "spot", spot: true };
const swap = { type: "swap", swap: true, contract: true, settle: "USDC", linear: true };
const precision = { price: 0.01, amount: 0.000_000_01 };

const venues: Readonly<Record<string, Pointed>> = {
  bitfinex: {
    ws: { public: "/ws/2" },
    symbol: "BTC/USD",
    market: { ...spot, id: "tBTCUSD", base: "BTC", quote: "USD" },
  },
  coinbase: {
    ws: "",
    symbol: "BTC/USD",
    market: { ...spot, id: "BTC-USD", base: "BTC", quote: "USD" },
  },
  deribit: {
    ws: "/ws/api/v2",
    symbol: "BTC/USD:BTC",
    market: { ...swap, id: "BTC-PERPETUAL", base: "BTC", quote: "USD", settle: "BTC" },
    served: {
      channel: deribit,
      parameters: { instrument: "BTC-PERPETUAL" },
      fill: Object.fromEntries(
        ["bookSnapshot", "bookChange"].map((message) => [message, fillDeribit]),
      ),
    },
  },
  dydx: {
    ws: "/v4/ws",
    symbol: "BTC/USDC:USDC",
    market: { ...swap, id: "BTC-USD", base: "BTC", quote: "USDC" },
  },
  hyperliquid: {
    ws: { public: "/ws" },
    symbol: "BTC/USDC:USDC",
    market: { ...swap, id: "0", base: "BTC", quote: "USDC", baseName: "BTC" },
  },
  kraken: {
    ws: { publicV2: "/v2" },
    symbol: "BTC/USD",
    market: { ...spot, id: "XXBTZUSD", wsId: "XBT/USD", base: "BTC", quote: "USD" },
  },
};

describe.skipIf(!isAsked)(
  "33.2 ccxt keeps the books of our servers (run it with TOOLS=all)",
  () => {
    let folder: string;
    let ccxt: Ccxt;
    let http: Server;
    const closing: (() => unknown)[] = [];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "specwright-ccxt-"));
      const line = `npm init -y && npm install --ignore-scripts --no-audit --no-fund ccxt@${VERSION}`;
      const { code, output } = await run(folder, "sh", ["-c", line]);
      expect(code, output).toBe(0);
      const file = pathToFileURL(join(folder, "node_modules/ccxt/js/ccxt.js")).href;
      ccxt = (await import(/* @vite-ignore */ file)).default;
    });

    afterEach(async () => {
      for (const close of closing.splice(0)) await close();
    });

    afterAll(() => rm(folder, { recursive: true, force: true }));

    it.each(Object.keys(venues))(`%s, in ${UPDATES} updates`, async (name) => {
      const { ws, symbol, market, served } = venues[name] as Pointed;
      const rule = servedRules[name];
      const channel = served?.channel ?? rule?.channel;
      const own = rule?.parametersOf(rule.markets[0] ?? "");
      if (channel === undefined) throw new Error(`no contract of ${name}`);
      const heard: FeedServerEvent[] = [];
      const others = channel.feed?.subscription.topics ?? {};
      const topics = Object.entries(others)
        .filter(([, topic]) => topic.private !== true)
        .map(([topic]) => [topic, { open: () => true }]);
      const feed = createFeedServer(channel, {
        topics: Object.fromEntries(topics),
        fill: served?.fill ?? rule?.fill ?? {},
        onEvent: (event) => heard.push(event),
      });
      http = createServer();
      feed.attach(http);
      await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
      closing.push(
        () => feed.close(),
        () => http.close(),
      );
      const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;

      const Exchange = ccxt.pro[name];
      if (Exchange === undefined) throw new Error(`ccxt has no ${name}`);
      const exchange = new Exchange({ newUpdates: false });
      closing.unshift(() => exchange.close());
      exchange.urls.api["ws"] =
        typeof ws === "string"
          ? url + ws
          : Object.fromEntries(Object.entries(ws).map(([key, path]) => [key, url + path]));
      exchange.setMarkets([{ symbol, active: true, precision, limits: {}, info: {}, ...market }]);
      exchange.loadMarkets = async () => {};
      // Without it, ccxt refuses an address without TLS.
      await exchange.loadHttpProxyAgent();

      const book = feed.book("book", served?.parameters ?? own ?? {});
      const random = seededRandom(7);
      const change = (): void => {
        const isBid = random.chance(0.5);
        const price = String(isBid ? random.between(20, 49) : random.between(51, 80));
        const amount = random.chance(0.3)
          ? "0"
          : `${random.between(1, 90)}.${random.between(1, 9)}`;
        book.set({ [isBid ? "bids" : "asks"]: [[price, amount]] });
      };
      const expected = (side: "bids" | "asks"): Levels =>
        book.top(side, rule?.depth).map(([price, amount]) => [Number(price), Number(amount)]);
      const read = (levels: Levels): Levels => levels.map(([price, amount]) => [price, amount]);

      // ccxt determines the depth of a book from its first levels.
      for (let level = 0; level < 12; level += 1) {
        book.set({ bids: [[String(20 + level), "1.5"]], asks: [[String(60 + level), "2.5"]] });
      }
      await exchange.watchOrderBook(symbol);
      for (let update = 1; update <= UPDATES; update += 1) {
        const before = JSON.stringify([expected("bids"), expected("asks")]);
        const next = exchange.watchOrderBook(symbol);
        while (JSON.stringify([expected("bids"), expected("asks")]) === before) change();
        const { bids, asks } = await next;
        const [own, wanted] = [
          [read(bids), read(asks)],
          [expected("bids"), expected("asks")],
        ];
        expect({ update, own }).toEqual({ update, own: wanted });
      }
      expect(heard.filter(({ type }) => ["invalid", "failed", "refused"].includes(type))).toEqual(
        [],
      );
    });
  },
);
