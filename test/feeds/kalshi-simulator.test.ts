// The simulated Kalshi against the published rules of the exchange.

import { fakeClock, seededRandom } from "@specwright/runtime/testing";
import { describe, expect, test } from "vitest";
import { type KalshiOptions, simulateKalshi } from "../../examples/feeds/kalshi/simulator.ts";
import {
  accessKey,
  ReferenceBooks,
  signatureOf,
  signedUpgrade,
} from "./kalshi-reference-client.ts";
import { connectObserved, getJson, type ObservedFrame, tryConnect } from "./observed-client.ts";

const START_MS = 1_790_000_000_000;
const [FED, BTC, HIGH, CPI] = [
  "FED-26DEC-T3.00",
  "KXBTCD-26DEC3117-T149999.99",
  "HIGHNY-26DEC31-B53.5",
  "CPI-26DEC-TN0.1",
];

function start(seed = 1, options: Partial<KalshiOptions> = {}) {
  const clock = fakeClock(START_MS);
  const venue = simulateKalshi({ clock, random: seededRandom(seed), key: accessKey, ...options });
  const open = (watch?: (frame: ObservedFrame) => void) =>
    connectObserved(venue, signedUpgrade(clock.now()), watch);
  return { clock, venue, open };
}

const subscribe = (channel: string, tickers: readonly string[], id = 1, more: object = {}) => ({
  id,
  cmd: "subscribe",
  params: { channels: [channel], market_tickers: tickers, ...more },
});
const update = (action: string, sid: number, tickers: readonly string[], id = 2) => ({
  id,
  cmd: "update_subscription",
  params: { sids: [sid], market_tickers: tickers, action },
});

describe("a client that follows the documentation", () => {
  test.each([
    [1, false],
    [2, false],
    [3, true],
    [4, true],
  ])("has the true books, seed %i, with prices of yes: %s", (seed, useYesPrice) => {
    const { venue, open } = start(seed);
    const books = new ReferenceBooks(useYesPrice);
    const client = open((frame) => books.take(frame));
    client.send(subscribe("orderbook_delta", venue.markets, 1, { use_yes_price: useYesPrice }));
    for (let step = 0; step < 1500; step += 1) {
      venue.step();
      if (step % 100 === 50) client.send(update("get_snapshot", 1, [FED, CPI]));
      if (step % 100 === 60) client.send(update("delete_markets", 1, [BTC]));
      if (step % 100 === 70) client.send(update("add_markets", 1, [BTC]));
    }
    expect(books.differences.slice(0, 1)).toEqual([]);
    expect(books.gaps).toEqual([]);
    expect(books.compared).toBeGreaterThan(4000);
    for (const market of venue.markets) expect(books.book(market)).toEqual(venue.book(market));
  });

  test("meets sides without levels", () => {
    let emptySides = 0;
    for (let seed = 1; seed <= 10; seed += 1) {
      const { venue, open } = start(seed);
      const books = new ReferenceBooks();
      const client = open((frame) => books.take(frame));
      client.send(subscribe("orderbook_delta", [CPI]));
      for (let step = 0; step < 100; step += 1) {
        venue.step();
        client.send(update("get_snapshot", 1, [CPI]));
      }
      expect(books.differences).toEqual([]);
      emptySides += books.emptySides;
    }
    expect(emptySides).toBeGreaterThan(5);
  });

  test.each(["drop", "double", "reorder"])(
    "detects %s as a gap and recovers by get_snapshot",
    (kind) => {
      const { venue, open } = start();
      const books = new ReferenceBooks();
      const client = open((frame) => books.take(frame));
      client.send(subscribe("orderbook_delta", venue.markets));
      for (let times = 1; times <= 5; times += 1) {
        for (let step = 0; step < 10; step += 1) venue.step();
        const before = books.gaps.length;
        venue.misbehave(kind);
        for (let step = 0; step < 3; step += 1) venue.step();
        expect(books.gaps.length).toBeGreaterThan(before);
        client.send(update("get_snapshot", 1, venue.markets));
        for (const market of venue.markets) expect(books.book(market)).toEqual(venue.book(market));
      }
    },
  );
});

describe("the upgrade", () => {
  const path = "/trade-api/ws/v2";
  const headers = signedUpgrade(START_MS).headers;
  const of = (name: string, value: string) => ({ ...headers, [`kalshi-access-${name}`]: value });

  test.each([
    ["signed", path, headers, true],
    ["signed without its query", `${path}?a=1`, headers, true],
    ["without headers", path, {}, false],
    ["of another key", path, of("key", "other"), false],
    ["with a signature of another time", path, of("timestamp", String(START_MS + 1)), false],
    ["with a time in seconds", path, of("timestamp", String(START_MS / 1000)), false],
    ["signed for POST", path, of("signature", signatureOf(`${START_MS}POST${path}`)), false],
    [
      "signed with its query",
      `${path}?a=1`,
      of("signature", signatureOf(`${START_MS}GET${path}?a=1`)),
      false,
    ],
    ["with no signature at all", path, of("signature", "AAAA"), false],
  ])("%s is accepted, or refused with 401", (_, target, given, accepted) => {
    const opened = tryConnect(start().venue, getJson(target, given));
    expect("status" in opened ? opened.status : "open").toBe(accepted ? "open" : 401);
  });

  test("at another path is refused with 404", () => {
    expect(tryConnect(start().venue, getJson("/ws", headers))).toMatchObject({ status: 404 });
  });
});

test("a ping with the body heartbeat comes every 10 s", async () => {
  const { clock, open } = start();
  const client = open();
  await clock.advance(9_999);
  expect(client.pings).toEqual([]);
  await clock.advance(20_001);
  expect(client.pings).toEqual(["heartbeat", "heartbeat", "heartbeat"]);
});

describe("commands", () => {
  test("subscribe to several channels with a sid each, and snapshots first", () => {
    const { venue, open } = start();
    const client = open();
    const params = { channels: ["orderbook_delta", "trade"], market_tickers: [FED, HIGH] };
    const answers = client.ask({ id: 7, cmd: "subscribe", params });
    expect(answers).toMatchObject([
      { id: 7, type: "subscribed", msg: { channel: "orderbook_delta", sid: 1 } },
      { type: "orderbook_snapshot", sid: 1, seq: 1, msg: { market_ticker: FED } },
      { type: "orderbook_snapshot", sid: 1, seq: 2, msg: { market_ticker: HIGH } },
      { id: 7, type: "subscribed", msg: { channel: "trade", sid: 2 } },
    ]);
    expect(answers[1]).not.toHaveProperty("id");
    expect(client.ask(subscribe("orderbook_delta", [FED], 8))[0]).toMatchObject({
      msg: { channel: "orderbook_delta", sid: 3 },
    });
    expect(client.ask({ id: 9, cmd: "list_subscriptions" })).toEqual([
      {
        id: 9,
        type: "ok",
        msg: [
          { channel: "orderbook_delta", sid: 1 },
          { channel: "trade", sid: 2 },
          { channel: "orderbook_delta", sid: 3 },
        ],
      },
    ]);
    for (let step = 0; step < 20; step += 1) venue.step();
    const tickers = client
      .take()
      .map(({ value }) => (value["msg"] as { market_ticker: string }).market_ticker);
    expect(new Set(tickers)).toEqual(new Set([FED, HIGH]));
  });

  test("treat an id of 0 as missing", () => {
    const [answer] = start()
      .open()
      .ask(subscribe("trade", [FED], 0));
    expect(answer).toEqual({ type: "subscribed", msg: { channel: "trade", sid: 1 } });
  });

  test("update a subscription, with numbered acknowledgements", () => {
    const client = start().open();
    client.send(subscribe("orderbook_delta", [FED]));
    expect(client.ask(update("add_markets", 1, [FED, HIGH]))).toMatchObject([
      { id: 2, sid: 1, seq: 2, type: "ok", msg: { market_tickers: [FED, HIGH] } },
      { type: "orderbook_snapshot", sid: 1, seq: 3, msg: { market_ticker: HIGH } },
    ]);
    expect(client.ask(update("delete_markets", 1, [FED], 3))).toEqual([
      { id: 3, sid: 1, seq: 4, type: "ok", msg: { market_tickers: [HIGH] } },
    ]);
    expect(client.ask(update("get_snapshot", 1, [HIGH], 4))).toMatchObject([
      { id: 4, sid: 1, seq: 5, type: "orderbook_snapshot", msg: { market_ticker: HIGH } },
    ]);
    const single = { sid: 1, market_ticker: FED, action: "add_markets" };
    expect(client.ask({ id: 5, cmd: "update_subscription", params: single })[0]).toMatchObject({
      id: 5,
      seq: 6,
      type: "ok",
    });
    expect(client.ask({ id: 6, cmd: "unsubscribe", params: { sids: [1] } })).toEqual([
      { id: 6, sid: 1, seq: 8, type: "unsubscribed" },
    ]);
    expect(client.ask({ id: 7, cmd: "unsubscribe", params: { sids: [1] } })).toEqual([
      { id: 7, type: "error", msg: { code: 7, msg: "Unknown subscription ID" } },
    ]);
  });

  test("acknowledge without a list on request, and without a number in channels without numbers", () => {
    const client = start().open();
    client.send(subscribe("ticker", [FED], 1, { skip_ticker_ack: true }));
    expect(client.ask(update("add_markets", 1, [HIGH]))).toEqual([
      { id: 2, sid: 1, type: "ok", msg: {} },
    ]);
  });

  const subscribed = { id: 1, cmd: "subscribe" };
  const updated = { id: 1, cmd: "update_subscription" };
  test.each([
    ["no JSON", "{", 1],
    ["a list", [], 1],
    ["an unknown command", { id: 1, cmd: "x", params: {} }, 5],
    ["no parameters", subscribed, 2],
    ["no channels", { ...subscribed, params: {} }, 3],
    ["an unknown channel", { ...subscribed, params: { channels: ["x"] } }, 8],
    ["no market", { ...subscribed, params: { channels: ["orderbook_delta"] } }, 14],
    [
      "both forms",
      { ...subscribed, params: { channels: ["trade"], market_ticker: FED, market_tickers: [FED] } },
      11,
    ],
    [
      "a market by id",
      { ...subscribed, params: { channels: ["orderbook_delta"], market_id: "a" } },
      11,
    ],
    [
      "an unknown market",
      { ...subscribed, params: { channels: ["trade"], market_ticker: "X" } },
      11,
    ],
    ["an unknown flag", { ...subscribed, params: { channels: ["trade"], use_yes_price: 1 } }, 11],
    ["no sids", { id: 1, cmd: "unsubscribe", params: {} }, 4],
    ["an unknown sid", { id: 1, cmd: "unsubscribe", params: { sids: [9] } }, 7],
    ["no action", { ...updated, params: { sid: 1 } }, 15],
    ["an unknown action", { ...updated, params: { sid: 1, action: "x" } }, 13],
    ["no sid", { ...updated, params: { action: "add_markets" } }, 12],
    ["two sids", { ...updated, params: { sids: [1, 2], action: "add_markets" } }, 12],
    ["a sid of nothing", { ...updated, params: { sid: 1, action: "add_markets" } }, 7],
  ])("with %s get an error", (_, command, code) => {
    const client = start().open();
    if (typeof command === "string") client.sendText(command);
    else client.send(command);
    const frames = client.take().map(({ value }) => value);
    expect(frames).toMatchObject([{ type: "error", msg: { code } }]);
    expect(frames[0]).not.toHaveProperty("sid");
  });

  test("that concern a subscription to books get errors with its numbers", () => {
    const client = start(1, { marketLimit: 2, commandsPerSecond: 4 }).open();
    client.send(subscribe("orderbook_delta", [FED]));
    expect(client.ask(update("add_markets", 1, []))).toMatchObject([
      { id: 2, type: "error", sid: 1, seq: 2, msg: { code: 14 } },
    ]);
    expect(client.ask(update("get_snapshot", 1, [HIGH]))).toMatchObject([
      { type: "error", seq: 3, msg: { code: 11, market_tickers: [HIGH] } },
    ]);
    expect(client.ask(update("add_markets", 1, [HIGH, CPI]))).toMatchObject([
      { type: "error", seq: 4, msg: { code: 26 } },
    ]);
    client.send(update("add_markets", 1, [HIGH]));
    expect(client.ask(update("delete_markets", 1, [HIGH]))).toMatchObject([
      { type: "error", seq: 7, msg: { code: 27 } },
    ]);
    client.send(subscribe("trade", [FED]));
    expect(client.ask(update("get_snapshot", 2, [FED]))).toMatchObject([{ msg: { code: 13 } }]);
  });

  test("can be repeated after a buffer overflow, which ends a subscription", () => {
    const { venue, open } = start();
    const client = open();
    client.send(subscribe("orderbook_delta", [FED]));
    client.take();
    venue.misbehave("buffer-overflow");
    for (let step = 0; step < 5; step += 1) venue.step();
    expect(client.take().map(({ value }) => value)).toEqual([
      { type: "error", sid: 1, seq: 2, msg: { code: 25, msg: "Subscription buffer overflow" } },
    ]);
    expect(client.ask(subscribe("orderbook_delta", [FED]))).toMatchObject([
      { type: "subscribed", msg: { sid: 2 } },
      { type: "orderbook_snapshot", sid: 2, seq: 1 },
    ]);
  });
});

describe("frames", () => {
  test("of books have strings of 4 and of 2 decimals, and signed deltas", () => {
    const { venue, open } = start();
    const client = open();
    client.send(subscribe("orderbook_delta", venue.markets));
    for (let step = 0; step < 300; step += 1) venue.step();
    const signs = new Set<string>();
    for (const { value } of client.take()) {
      const msg = value["msg"] as Record<string, string>;
      if (value["type"] !== "orderbook_delta") continue;
      expect(msg["price_dollars"]).toMatch(/^0\.\d{4}$/);
      expect(msg["delta_fp"]).toMatch(/^-?\d+\.\d\d$/);
      signs.add(`${msg["side"]} ${msg["delta_fp"]?.startsWith("-") ? "down" : "up"}`);
    }
    expect([...signs].sort()).toEqual(["no down", "no up", "yes down", "yes up"]);
  });

  test("of trades are numbered, those of fills and tickers are not", () => {
    const { venue, open } = start();
    const client = open();
    const channels = ["trade", "fill", "ticker"];
    client.ask({ id: 1, cmd: "subscribe", params: { channels } });
    for (let step = 0; step < 200; step += 1) venue.step();
    const of = (type: string) => client.frames.filter(({ value }) => value["type"] === type);
    expect(of("trade").map(({ value }) => value["seq"])).toEqual(
      of("trade").map((_, at) => at + 1),
    );
    for (const type of ["fill", "ticker"]) {
      expect(of(type).length).toBeGreaterThan(10);
      for (const { value } of of(type)) expect(value).not.toHaveProperty("seq");
    }
    const trades = new Set(
      of("trade").map(({ value }) => (value["msg"] as { trade_id: string }).trade_id),
    );
    for (const { value } of of("fill"))
      expect(trades).toContain((value["msg"] as { trade_id: string }).trade_id);
    const last = of("ticker").at(-1)?.value["msg"] as Record<string, string>;
    const { bids, asks } = venue.book(last["market_ticker"] ?? "");
    expect(Number(last["yes_bid_dollars"])).toBe(Number(bids[0]?.[0] ?? 0));
    expect(Number(last["yes_ask_dollars"])).toBe(Number(asks[0]?.[0] ?? 1));
  });

  test("of tickers arrive at once on request, also for markets by id", () => {
    const { venue, open } = start();
    const client = open();
    const params = { channels: ["ticker"], market_ticker: FED, send_initial_snapshot: true };
    const [, first] = client.ask({ id: 1, cmd: "subscribe", params });
    expect(first).toMatchObject({ type: "ticker", sid: 1, msg: { market_ticker: FED } });
    const { market_id } = (first as { msg: { market_id: string } }).msg;
    client.send({
      id: 2,
      cmd: "subscribe",
      params: { channels: ["ticker"], market_ids: [market_id] },
    });
    client.take();
    for (let step = 0; step < 20; step += 1) venue.step();
    for (const { value } of client.take())
      expect(value["msg"]).toMatchObject({ market_ticker: FED });
  });
});

test.each([
  ["/trade-api/v2/markets/FED-26DEC-T3.00/orderbook", 200],
  ["/trade-api/v2/markets/OTHER/orderbook", 404],
  ["/other", 404],
])("REST responds to %s with %i", (target, status) => {
  const { venue } = start();
  const answer = venue.request(getJson(target));
  expect(answer.status).toBe(status);
  if (status !== 200) return;
  const { yes_dollars } = JSON.parse(answer.body).orderbook_fp as {
    yes_dollars: [string, string][];
  };
  const best = yes_dollars.at(-1)?.map(Number);
  expect(best).toEqual(venue.book(FED).bids[0]?.map(Number));
});
