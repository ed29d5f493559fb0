// The simulated Binance against the published rules of the exchange.

import { fakeClock, seededRandom } from "@specwright/runtime/testing";
import { describe, expect, test } from "vitest";
import { signParameters } from "../../examples/feeds/binance/simulator/signature.ts";
import {
  type BinanceOptions,
  exampleKey,
  simulateBinance,
} from "../../examples/feeds/binance/simulator.ts";
import { canonical, followDepth } from "./binance-reference-client.ts";
import { connectObserved, getJson, type ObservedClient, tryConnect } from "./observed-client.ts";

const START_MS = 1_790_000_000_000;

function start(seed = 1, options: Partial<BinanceOptions> = {}) {
  const clock = fakeClock(START_MS);
  return { clock, venue: simulateBinance({ clock, random: seededRandom(seed), ...options }) };
}

const dataOf = (client: ObservedClient): readonly Record<string, unknown>[] =>
  client.take().map(({ value }) => value["data"] as Record<string, unknown>);

describe("a client that follows the documentation", () => {
  test.each([1, 2, 3, 4, 5])("has the true books, seed %i", (seed) => {
    const { venue } = start(seed);
    const { books, comparison, fetch } = followDepth(venue, 5000);
    for (let step = 0; step < 800; step += 1) {
      venue.step();
      if (step % 3 === 0) fetch();
    }
    expect(comparison.differences.slice(0, 1)).toEqual([]);
    expect(comparison.compared).toBeGreaterThan(1000);
    for (const [market, book] of books) expect(book.book()).toEqual(venue.book(market));
    for (const book of books.values()) expect(book.counts.restarts).toBe(0);
  });

  test("meets old, straddling and future snapshots and unknown levels", () => {
    const sum = { snapshots: 0, refetched: 0, stale: 0, straddled: 0, unknown: 0, restarts: 0 };
    for (let seed = 1; seed <= 20; seed += 1) {
      const { venue } = start(seed);
      const { books, fetch } = followDepth(venue, 5000);
      for (let step = 0; step < 40; step += 1) {
        venue.step();
        if (step % 2 === 0) fetch();
      }
      for (const { counts } of books.values()) {
        for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += counts[name];
      }
    }
    expect(sum.refetched).toBeGreaterThan(5);
    expect(sum.stale).toBeGreaterThan(5);
    expect(sum.straddled).toBeGreaterThan(5);
    expect(sum.unknown).toBeGreaterThan(5);
    expect(sum.restarts).toBe(0);
  });

  test("restarts after a lost event and has the true book again", () => {
    const { venue } = start();
    const { books, comparison, fetch } = followDepth(venue, 5000);
    for (let step = 0; step < 300; step += 1) {
      if (step % 30 === 20) venue.misbehave("drop");
      venue.step();
      fetch();
    }
    const restarts = [...books.values()].reduce((all, { counts }) => all + counts.restarts, 0);
    expect(restarts).toBeGreaterThan(7);
    expect(comparison.differences.slice(0, 1)).toEqual([]);
  });

  test("cannot know levels outside a limited snapshot", () => {
    const { venue } = start(1, { levels: 400 });
    const { comparison, fetch } = followDepth(venue, 100);
    for (let step = 0; step < 30; step += 1) {
      venue.step();
      fetch();
    }
    expect(comparison.differences.length).toBeGreaterThan(0);
  });
});

describe("the depth stream", () => {
  test("numbers events without a gap, most with several updates", () => {
    const { venue } = start();
    const client = connectObserved(venue, getJson("/ws/btcusdt@depth@100ms"));
    let last: number | undefined;
    let wide = 0;
    for (let step = 0; step < 200; step += 1) venue.step();
    for (const { value } of client.frames) {
      const { e, s, U, u } = value as { e: string; s: string; U: number; u: number };
      expect({ e, s }).toEqual({ e: "depthUpdate", s: "BTCUSDT" });
      if (last !== undefined) expect(U).toBe(last + 1);
      expect(u).toBeGreaterThanOrEqual(U);
      if (u > U) wide += 1;
      last = u;
    }
    expect(wide).toBeGreaterThan(client.frames.length / 2);
  });

  test("has one event a second without @100ms, with the same ids", () => {
    const { venue } = start();
    const client = connectObserved(
      venue,
      getJson("/stream?streams=btcusdt@depth/btcusdt@depth@100ms"),
    );
    for (let step = 0; step < 20; step += 1) venue.step();
    const of = (stream: string) =>
      client.frames
        .filter(({ value }) => value["stream"] === stream)
        .map(({ value }) => value["data"] as { U: number; u: number });
    const [slow, fast] = [of("btcusdt@depth"), of("btcusdt@depth@100ms")];
    expect(slow).toHaveLength(2);
    expect(fast.length).toBeGreaterThan(10);
    expect(slow[0]?.U).toBe(fast[0]?.U);
    expect(slow[1]?.u).toBe(fast.at(-1)?.u);
  });

  test("has prices and quantities of 8 decimals, some tiny and some of 12 digits", () => {
    const { venue } = start();
    const client = connectObserved(venue, getJson("/ws/pepeusdt@depth@100ms"));
    for (let step = 0; step < 200; step += 1) venue.step();
    const levels = client.frames.flatMap(({ value }) => [
      ...(value["b"] as [string, string][]),
      ...(value["a"] as [string, string][]),
    ]);
    for (const level of levels) {
      for (const text of level) expect(text).toMatch(/^\d+\.\d{8}$/);
    }
    expect(levels.some(([price]) => /^0\.0000\d{4}$/.test(price))).toBe(true);
    expect(levels.some(([, quantity]) => /^\d{12}\./.test(quantity))).toBe(true);
  });

  test("never crosses", () => {
    const { venue } = start();
    for (let step = 0; step < 500; step += 1) {
      venue.step();
      for (const market of venue.markets) {
        const { bids, asks } = venue.book(market);
        expect(Number(bids[0]?.[0])).toBeLessThan(Number(asks[0]?.[0]));
      }
    }
  });
});

test("trades are the same on both streams, aggregated by price and taker", () => {
  const { venue } = start();
  const streams = "btcusdt@trade/btcusdt@aggTrade/btcusdt@bookTicker";
  const client = connectObserved(venue, getJson(`/stream?streams=${streams}`));
  for (let step = 0; step < 300; step += 1) venue.step();
  const all = dataOf(client);
  const trades = all.filter(({ e }) => e === "trade");
  const groups = all.filter(({ e }) => e === "aggTrade");
  expect(groups.length).toBeLessThan(trades.length);
  let next = trades[0]?.["t"] as number;
  for (const group of groups) {
    const { f, l, p, q, m } = group as { f: number; l: number; p: string; q: string; m: boolean };
    expect(f).toBe(next);
    next = l + 1;
    const parts = trades.filter(({ t }) => (t as number) >= f && (t as number) <= l);
    expect(parts).toHaveLength(l - f + 1);
    for (const part of parts) expect(part).toMatchObject({ p, m });
    const units = (text: unknown): bigint => BigInt(String(text).replace(".", ""));
    expect(parts.reduce((sum, part) => sum + units(part["q"]), 0n)).toBe(units(q));
  }
  const tickers = all.filter((data) => "B" in data);
  const { bids, asks } = venue.book("btcusdt");
  const last = tickers.at(-1) as Record<"b" | "B" | "a" | "A", string>;
  expect([last.b, last.B].map(canonical)).toEqual(bids[0]);
  expect([last.a, last.A].map(canonical)).toEqual(asks[0]);
});

describe("requests on a stream", () => {
  test.each([
    [
      { method: "SUBSCRIBE", params: ["btcusdt@trade"], id: 1 },
      { result: null, id: 1 },
    ],
    [
      { method: "SUBSCRIBE", params: ["btcusdt@trade"], id: "a1" },
      { result: null, id: "a1" },
    ],
    [
      { method: "SUBSCRIBE", params: [], id: null },
      { result: null, id: null },
    ],
    [
      { method: "UNSUBSCRIBE", params: ["ethbtc@depth"], id: 2 },
      { result: null, id: 2 },
    ],
    [
      { method: "LIST_SUBSCRIPTIONS", id: 3 },
      { result: ["ethbtc@depth"], id: 3 },
    ],
    [
      { method: "GET_PROPERTY", params: ["combined"], id: 4 },
      { result: false, id: 4 },
    ],
    [
      { method: "SET_PROPERTY", params: ["combined", true], id: 5 },
      { result: null, id: 5 },
    ],
    [
      { method: "GET_PROPERTY", params: ["colour"], id: 6 },
      { code: 0, msg: "Unknown property", id: 6 },
    ],
    [
      { method: "SET_PROPERTY", params: ["combined", 1], id: 7 },
      { code: 1, msg: "Invalid value type: expected Boolean" },
    ],
    [
      { method: "GET_PROPERTY", params: [1], id: 8 },
      { code: 2, msg: "Invalid request: property name must be a string" },
    ],
    [
      { method: "SUBSCRIBE", params: [] },
      { code: 2, msg: "Invalid request: request ID must be an unsigned integer" },
    ],
    [
      { method: "LIST_SUBSCRIPTIONS", params: ["a"], id: 9 },
      { code: 2, msg: "Invalid request: too many parameters" },
    ],
    [{ id: 1 }, { code: 2, msg: "Invalid request: missing field `method` at line 1 column 8" }],
  ])("responds to %j with %j", (request, want) => {
    const { venue } = start();
    expect(connectObserved(venue, getJson("/ws/ethbtc@depth")).ask(request)).toEqual([want]);
  });

  test("responds to an unknown method and bad JSON with codes 2 and 3", () => {
    const client = connectObserved(start().venue, getJson("/ws"));
    client.send({ method: "subscribe", id: 1 });
    client.sendText("{");
    expect(client.take().map(({ value }) => value)).toEqual([
      {
        code: 2,
        msg: expect.stringMatching(
          /^Invalid request: unknown variant `subscribe`, expected one of `SUB/,
        ),
      },
      { code: 3, msg: "Invalid JSON: expected value at line 1 column 1" },
    ]);
  });

  test("change the subscriptions, and whether messages are wrapped", () => {
    const { venue } = start();
    const client = connectObserved(venue, getJson("/ws"));
    const names = () => {
      client.take();
      for (let step = 0; step < 10; step += 1) venue.step();
      return new Set(client.take().map(({ value }) => value["stream"] ?? value["e"]));
    };
    expect(names()).toEqual(new Set());
    client.send({ method: "SUBSCRIBE", params: ["btcusdt@depth@100ms"], id: 1 });
    expect(names()).toEqual(new Set(["depthUpdate"]));
    client.send({ method: "SET_PROPERTY", params: ["combined", true], id: 2 });
    expect(names()).toEqual(new Set(["btcusdt@depth@100ms"]));
    client.send({ method: "UNSUBSCRIBE", params: ["btcusdt@depth@100ms"], id: 3 });
    expect(names()).toEqual(new Set());
  });
});

describe("a connection", () => {
  test("is pinged every 20 s and ends without a pong of the same payload within 60 s", async () => {
    const { clock, venue } = start();
    const [answers, unsolicited] = ["/ws/btcusdt@depth", "/ws/btcusdt@depth"].map((path) =>
      connectObserved(venue, getJson(path)),
    ) as [ObservedClient, ObservedClient];
    for (let pings = 1; pings <= 4; pings += 1) {
      await clock.advance(20_000);
      expect(answers.pings).toHaveLength(pings);
      answers.pong(answers.pings.at(-1) ?? "");
      unsolicited.pong("");
    }
    expect(answers.closes).toEqual([]);
    expect(unsolicited.closes).toEqual([{ code: 1008, reason: "Pong timeout" }]);
  });

  test.each([
    { messages: 5, perMs: 0, closes: 0 },
    { messages: 6, perMs: 0, closes: 1 },
    { messages: 20, perMs: 200, closes: 0 },
    { messages: 20, perMs: 190, closes: 1 },
  ])("may send 5 messages a second: %j", async ({ messages, perMs, closes }) => {
    const { clock, venue } = start();
    const client = connectObserved(venue, getJson("/ws"));
    for (let sent = 0; sent < messages; sent += 1) {
      client.send({ method: "LIST_SUBSCRIPTIONS", id: sent });
      await clock.advance(perMs);
    }
    expect(client.closes).toHaveLength(closes);
  });

  test("counts pongs as messages", () => {
    const client = connectObserved(start().venue, getJson("/ws"));
    for (let sent = 0; sent < 6; sent += 1) client.pong("");
    expect(client.closes).toEqual([{ code: 1008, reason: "Too many requests" }]);
  });

  test.each([
    ["/ws/btcusdt@trade", { e: "serverShutdown", E: expect.any(Number) }],
    [
      "/stream?streams=btcusdt@trade",
      { stream: "!serverShutdown", data: { e: "serverShutdown", E: expect.any(Number) } },
    ],
    ["/ws-api/v3", { event: { e: "serverShutdown", E: expect.any(Number) } }],
  ])(
    "at %s sends serverShutdown and ends after its lifetime, or at the command",
    async (path, notice) => {
      const { clock, venue } = start(1, { lifeMs: 50_000 });
      const client = connectObserved(venue, getJson(path));
      await clock.advance(39_999);
      expect(client.frames).toEqual([]);
      await clock.advance(10_000);
      expect(client.frames.map(({ value }) => value)).toEqual([notice]);
      expect(client.closes).toEqual([]);
      await clock.advance(1);
      expect(client.closes).toEqual([{ code: 1001, reason: "Connection lifetime reached" }]);
      expect(clock.pending()).toBe(0);

      const next = connectObserved(venue, getJson(path));
      venue.misbehave("age");
      expect(next.frames.map(({ value }) => value)).toEqual([notice]);
      await clock.advance(10_000);
      expect(next.closes).toHaveLength(1);
    },
  );

  test("lives for 24 hours", () => {
    const clock = fakeClock();
    const delays: number[] = [];
    const setTimer: typeof clock.setTimer = (delayMs, run) => {
      delays.push(delayMs);
      return clock.setTimer(delayMs, run);
    };
    const venue = simulateBinance({ clock: { ...clock, setTimer }, random: seededRandom(1) });
    connectObserved(venue, getJson("/ws"));
    expect(delays).toEqual([20_000, 24 * 60 * 60 * 1000 - 10_000]);
  });

  test("is refused at other paths, and after 300 connections within 5 minutes", async () => {
    const { clock, venue } = start();
    expect(tryConnect(venue, getJson("/other"))).toMatchObject({ status: 404 });
    for (let opened = 1; opened < 300; opened += 1) connectObserved(venue, getJson("/ws")).closed();
    expect(tryConnect(venue, getJson("/ws"))).toMatchObject({ status: 429 });
    await clock.advance(5 * 60 * 1000);
    connectObserved(venue, getJson("/ws"));
  });

  test("has times in microseconds if its URL says so", () => {
    const { venue } = start();
    const client = connectObserved(venue, getJson("/ws/btcusdt@depth@100ms?timeUnit=microsecond"));
    for (let step = 0; step < 3; step += 1) venue.step();
    expect(client.frames[0]?.value["E"]).toBe(START_MS * 1000);
  });

  test("listens to at most 1024 streams", () => {
    const client = connectObserved(start().venue, getJson("/ws"));
    const params = Array.from({ length: 1025 }, (_, at) => `s${at}@trade`);
    client.send({ method: "SUBSCRIBE", params: params.slice(1), id: 1 });
    expect(client.closes).toEqual([]);
    client.send({ method: "SUBSCRIBE", params, id: 2 });
    expect(client.closes).toHaveLength(1);
  });
});

describe("a snapshot over REST", () => {
  test.each([
    ["/api/v3/depth?symbol=BTCUSDT&limit=5", 200, { bids: expect.any(Array) }],
    ["/api/v3/depth", 400, { code: -1102 }],
    ["/api/v3/depth?symbol=btcusdt", 400, { code: -1121, msg: "Invalid symbol." }],
    ["/api/v3/depth?symbol=BTCUSDT&limit=x", 400, { code: -1102 }],
  ])("of %s is answered with %i", (target, status, want) => {
    const answer = start().venue.request(getJson(target));
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject(want);
  });

  const { venue } = start(1, { levels: 5200 });

  test.each([
    ["", 100],
    ["&limit=5", 5],
    ["&limit=1000", 1000],
    ["&limit=9999", 5000],
  ])("with %j has %i levels", (limit, levels) => {
    const { body } = venue.request(getJson(`/api/v3/depth?symbol=BTCUSDT${limit}`));
    expect(JSON.parse(body)["bids"]).toHaveLength(levels);
  });
});

describe("the account's events", () => {
  const { apiKey, secretKey } = exampleKey;
  const signed = (parameters: Record<string, unknown>, secret = secretKey) => ({
    id: "s",
    method: "userDataStream.subscribe.signature",
    params: { ...parameters, signature: signParameters(parameters, secret) },
  });

  test("reproduces the documentation's example of a signature", () => {
    const parameters = {
      symbol: "BTCUSDT",
      side: "SELL",
      type: "LIMIT",
      timeInForce: "GTC",
      quantity: "0.01000000",
      price: "52000.00",
      newOrderRespType: "ACK",
      recvWindow: 100,
      timestamp: 1645423376532,
      apiKey,
    };
    expect(signParameters(parameters, secretKey)).toBe(
      "cc15477742bd704c29492d96c7ead9414dfd8e0ec4a00f947bb5bb454ddbd08a",
    );
  });

  test.each([
    ["now", { apiKey, timestamp: START_MS }, 200, undefined],
    ["in microseconds", { apiKey, timestamp: START_MS * 1000 }, 200, undefined],
    ["5 s old", { apiKey, timestamp: START_MS - 5000 }, 200, undefined],
    ["older", { apiKey, timestamp: START_MS - 5001 }, 400, -1021],
    [
      "older, in a longer window",
      { apiKey, timestamp: START_MS - 5001, recvWindow: 6000 },
      200,
      undefined,
    ],
    ["too far ahead", { apiKey, timestamp: START_MS + 1000 }, 400, -1021],
    ["in too long a window", { apiKey, timestamp: START_MS, recvWindow: 60_001 }, 400, -1131],
    ["without a time", { apiKey }, 400, -1102],
    ["with another key", { apiKey: "other", timestamp: START_MS }, 401, -2015],
  ])("responds to %s with its status", (_, parameters, status, code) => {
    const [answer] = connectObserved(start().venue, getJson("/ws-api/v3")).ask(
      signed(parameters),
    ) as [{ id: unknown; status: number; error?: { code: number } }];
    expect({ id: answer.id, status: answer.status, code: answer.error?.code }).toEqual({
      id: "s",
      status,
      code,
    });
  });

  test("a wrong signature is refused, and so is a second subscription", () => {
    const client = connectObserved(start().venue, getJson("/ws-api/v3"));
    const parameters = { apiKey, timestamp: START_MS };
    expect(client.ask(signed(parameters, "other"))).toMatchObject([
      { status: 400, error: { code: -1022, msg: "Signature for this request is not valid." } },
    ]);
    expect(client.ask(signed(parameters))).toMatchObject([{ result: { subscriptionId: 0 } }]);
    expect(client.ask(signed(parameters))).toMatchObject([{ error: { code: -2035 } }]);
  });

  test("arrive in order, with balances that add up, until they are unsubscribed", () => {
    const { venue } = start();
    const client = connectObserved(venue, getJson("/ws-api/v3"));
    for (let step = 0; step < 20; step += 1) venue.step();
    expect(client.frames).toEqual([]);
    client.ask(signed({ apiKey, timestamp: START_MS }));
    for (let step = 0; step < 1000; step += 1) venue.step();
    const orders = new Map<number, string>();
    const balances = new Map<string, bigint>();
    let executions = 0;
    for (const { value } of client.take()) {
      expect(value["subscriptionId"]).toBe(0);
      const event = value["event"] as Record<string, unknown>;
      if (event["e"] === "executionReport") {
        executions += 1;
        const { i, q, z, X } = event as { i: number; q: string; z: string; X: string };
        if (orders.has(i)) expect(["NEW", "PARTIALLY_FILLED"]).toContain(orders.get(i));
        if (X === "FILLED") expect(z).toBe(q);
        orders.set(i, X);
      } else {
        for (const { a, f, l } of event["B"] as { a: string; f: string; l: string }[]) {
          const units = (text: string): bigint => BigInt(text.replace(".", ""));
          expect(units(l)).toBeGreaterThanOrEqual(0n);
          balances.set(a, units(f) + units(l));
        }
      }
    }
    expect(executions).toBeGreaterThan(200);
    expect(new Set(orders.values())).toContain("FILLED");
    expect(new Set(orders.values())).toContain("CANCELED");
    expect(client.ask({ id: 1, method: "session.subscriptions" })).toMatchObject([
      { id: 1, status: 200, result: [{ subscriptionId: 0 }] },
    ]);
    expect(client.ask({ id: 2, method: "userDataStream.unsubscribe" })).toMatchObject([
      { id: 2, status: 200, result: {} },
      { subscriptionId: 0, event: { e: "eventStreamTerminated" } },
    ]);
    for (let step = 0; step < 20; step += 1) venue.step();
    expect(client.take()).toEqual([]);
  });

  test.each([
    ["{", { id: null, status: 400, error: { code: -1135 } }],
    ['{"method":"ping"}', { id: null, status: 400, error: { code: -1102 } }],
    ['{"id":1,"method":"x"}', { id: 1, status: 400, error: { code: -1020 } }],
    ['{"id":1,"method":"ping"}', { id: 1, status: 200, result: {} }],
    ['{"id":1,"method":"v3/time"}', { id: 1, status: 200, result: { serverTime: START_MS } }],
    [
      '{"id":1,"method":"depth","params":{"symbol":"BTCUSDT"}}',
      { status: 200, result: { lastUpdateId: expect.any(Number) } },
    ],
  ])("a session responds to %s", (text, want) => {
    const client = connectObserved(start().venue, getJson("/ws-api/v3"));
    client.sendText(text);
    expect(client.take().map(({ value }) => value)).toMatchObject([want]);
  });
});
