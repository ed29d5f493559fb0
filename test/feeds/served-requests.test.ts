// Whole response frames of servers made from the contracts, as the venues send them.

import { describe, expect, it } from "vitest";
import { rooms } from "../../examples/feeds/chat/gen/descriptors.ts";
import { talkTo, talkToVenue } from "./talk.ts";

describe("Binance", () => {
  const symbol = "btcusdt";
  const subscribe = (...params: string[]) => ({ method: "SUBSCRIBE", params, id: 1 });

  it("accepts several topics at once, and numbers the changes of all subscribers", () => {
    const { say, heard, server } = talkToVenue("binance", symbol);
    const book = server.book("book", { symbol });
    say(subscribe("btcusdt@depth@100ms", "btcusdt@trade"));
    expect(heard()).toEqual([{ result: null, id: 1 }]);
    book.set({ bids: [["0.40", "0"]], asks: [["0.61", "2"]] });
    const data = { e: "depthUpdate", E: 0, s: "BTCUSDT" };
    expect(heard()).toEqual([
      {
        stream: "btcusdt@depth@100ms",
        data: { ...data, U: 1, u: 2, b: [["0.40", "0"]], a: [["0.61", "2"]] },
      },
    ]);
    book.set({ bids: [["0.40", "0"]] });
    expect(heard()).toEqual([]);
    book.load({ bids: [["0.39", "1"]], asks: [["0.60", "8"]] });
    expect(heard()).toEqual([
      {
        stream: "btcusdt@depth@100ms",
        data: {
          ...data,
          U: 3,
          u: 4,
          b: [],
          a: [
            ["0.61", "0"],
            ["0.60", "8"],
          ],
        },
      },
    ]);
    say({ method: "UNSUBSCRIBE", params: ["btcusdt@depth@100ms"], id: 2 });
    expect(heard()).toEqual([{ result: null, id: 2 }]);
    book.set({ bids: [["0.38", "1"]] });
    expect(heard()).toEqual([]);
  });

  it("responds to the operation for a snapshot with the number of the last change", async () => {
    const { server, say } = talkToVenue("binance", symbol);
    say(subscribe("btcusdt@depth@100ms"));
    server.book("book", { symbol }).set({ bids: [["0.39", "0"]] });
    const ask = async (target: string): Promise<unknown> => {
      const answer = server.answer(new Request(`http://127.0.0.1${target}`));
      return answer && [answer.status, await answer.json()];
    };
    expect(await ask("/api/v3/depth?symbol=BTCUSDT&limit=100")).toEqual([
      200,
      { lastUpdateId: 1, bids: [["0.40", "5.50"]], asks: [["0.60", "7"]] },
    ]);
    expect(await ask("/api/v3/depth?symbol=ETHUSDT")).toEqual([404, { error: "Unknown topic." }]);
    expect(await ask("/api/v3/trades?symbol=BTCUSDT")).toBeUndefined();
    const post = new Request("http://127.0.0.1/api/v3/depth?symbol=BTCUSDT", { method: "POST" });
    expect(server.answer(post)?.status).toBe(405);
  });

  it("publishes messages with the members that the contract defines", () => {
    const { say, heard, server } = talkToVenue("binance", symbol);
    say(subscribe("btcusdt@trade"));
    heard();
    const trade = { E: 5n, s: "BTCUSDT", t: 1n, p: "0.5", q: "2", T: 4n, m: true };
    server.publish("trade", { symbol }, "trade", { data: trade });
    const written = { e: "trade", E: 5, s: "BTCUSDT", t: 1, p: "0.5", q: "2", T: 4, m: true };
    expect(heard()).toEqual([{ stream: "btcusdt@trade", data: written }]);
    expect(() => server.publish("trade", { symbol }, "depthUpdate", {})).toThrow("unknown_message");
    expect(() => server.publish("trade", {}, "trade", {})).toThrow("invalid_parameters");
    expect(() => server.publish("candle", {}, "trade", {})).toThrow("unknown_topic");
  });

  it.each([
    ["not json", "{", undefined],
    ["of no contract", { method: "PING", id: 3 }, 3],
    ["for an unknown book", subscribe("nobody@depth@100ms"), 1],
    ["for a known and an unknown book", subscribe("btcusdt@trade", "nobody@depth@100ms"), 1],
    ["for one topic twice", subscribe("btcusdt@trade", "btcusdt@trade"), 1],
    ["to leave what was not joined", { method: "UNSUBSCRIBE", params: ["a@trade"], id: 4 }, 4],
    ["for too much", subscribe(...Array.from({ length: 101 }, (_, at) => `s${at}@trade`)), 1],
  ])("refuses a request %s", (_, request, id) => {
    const { say, heard } = talkToVenue("binance", symbol);
    say(request);
    const refusal = { code: 0, msg: expect.any(String), ...(id !== undefined && { id }) };
    expect(heard()).toEqual([refusal]);
    // A refused request subscribes to nothing.
    say(subscribe("btcusdt@trade"));
    expect(heard()).toEqual([{ result: null, id: 1 }]);
  });

  it("pings, and closes connections that do not respond, send too much or are too old", async () => {
    const silent = talkToVenue("binance", symbol);
    await silent.clock.advance(20_000);
    expect(silent.pings()).toBe(1);
    silent.connection.heard();
    await silent.clock.advance(59_000);
    expect(silent.closes).toEqual([]);
    await silent.clock.advance(1_000);
    expect([silent.closes, silent.events]).toEqual([[[1006, ""]], [{ type: "silent" }]]);
    const busy = talkToVenue("binance", symbol);
    for (let count = 0; count < 9; count += 1) busy.say(subscribe("btcusdt@trade"));
    expect(busy.closes).toEqual([[1008, "Too many requests."]]);
    const channel = { ...rooms, endings: { maxAgeMs: 30_000 } };
    const old = talkTo(channel, { topics: { room: { open: () => true } } });
    await old.clock.advance(29_999);
    expect(old.closes).toEqual([]);
    await old.clock.advance(1);
    expect(old.closes).toEqual([[1001, "The connection reached its maximum age."]]);
  });
});

describe("Bitfinex", () => {
  const symbol = "tBTCUSD";
  const subscribe = {
    event: "subscribe",
    channel: "book",
    symbol,
    prec: "P0",
    freq: "F0",
    len: "25",
    subId: "7",
  };
  const accepted = { event: "subscribed", channel: "book", chanId: 1, symbol, subId: "7" };

  it("numbers lists, and has a checksum after changes", async () => {
    const { say, heard, server, clock } = talkToVenue("bitfinex", symbol);
    say({ event: "conf", flags: 196608 });
    expect(heard()).toEqual([{ event: "conf", status: "OK" }]);
    say(subscribe);
    const levels = [
      [0.4, 1, 5.5],
      [0.39, 1, 1],
      [0.6, 1, -7],
    ];
    expect(heard()).toEqual([accepted, [1, levels, 1], [1, "cs", expect.any(Number), 2]]);
    server.book("book", { symbol }).set({ asks: [["0.60", "0"]], bids: [["0.40", "2"]] });
    expect(heard()).toEqual([
      [1, [0.4, 1, 2], 3],
      [1, [0.6, 0, -1], 4],
      [1, "cs", expect.any(Number), 5],
    ]);
    await clock.advance(15_000);
    expect(heard()).toEqual([[0, "hb", 6]]);
    say({ event: "unsubscribe", chanId: 1 });
    expect(heard()).toEqual([{ event: "unsubscribed", chanId: 1 }]);
    say({ event: "unsubscribe", chanId: 1 });
    const text = "Unknown subscription.";
    expect(heard()).toEqual([{ event: "error", code: 0, msg: text }]);
  });

  it("starts an empty book with an empty list", () => {
    const { say, heard, server } = talkToVenue("bitfinex", symbol);
    server.book("book", { symbol }).load({});
    say(subscribe);
    expect(heard()).toEqual([accepted, [1, [], 1], [1, "cs", 0, 2]]);
  });
});

describe("Kalshi", () => {
  const ticker = "KXBTCD-1";
  const request = (id: number, cmd: string, params: object) => ({ id, cmd, params });
  const subscribe = { channels: ["orderbook_delta"], market_tickers: [ticker] };

  it("numbers the frames of a subscription, and writes asks as bids for the opposite", () => {
    const { say, heard, server } = talkToVenue("kalshi", ticker);
    say(request(1, "subscribe", subscribe));
    const ladders = {
      market_ticker: ticker,
      yes_dollars_fp: [
        ["0.40", "5.50"],
        ["0.39", "1"],
      ],
      no_dollars_fp: [["0.40", "7"]],
    };
    const snapshot = { type: "orderbook_snapshot", sid: 1, msg: ladders };
    expect(heard()).toEqual([
      { id: 1, type: "subscribed", msg: { channel: "orderbook_delta", sid: 1 } },
      { ...snapshot, seq: 1 },
    ]);
    server.book("book", { ticker }).set({
      bids: [["0.40", "5"]],
      asks: [
        ["0.61", "2"],
        ["0.60", "0"],
      ],
    });
    const delta = (seq: number, side: string, price: string, change: string) => ({
      type: "orderbook_delta",
      sid: 1,
      seq,
      msg: { market_ticker: ticker, price_dollars: price, delta_fp: change, side },
    });
    expect(heard()).toEqual([
      delta(2, "yes", "0.40", "-0.50"),
      delta(3, "no", "0.40", "-7"),
      delta(4, "no", "0.39", "2"),
    ]);
    const again = { sids: [1], action: "get_snapshot", market_tickers: [ticker] };
    say(request(2, "update_subscription", again));
    expect(heard()).toMatchObject([{ type: "orderbook_snapshot", sid: 1, seq: 5 }]);
    say(request(3, "unsubscribe", { sids: [1] }));
    expect(heard()).toEqual([{ id: 3, type: "unsubscribed", sid: 1, seq: 6 }]);
    say(request(4, "subscribe", { ...subscribe, market_tickers: ["NOBODY"] }));
    const msg = { code: 0, msg: "Unknown topic." };
    expect(heard()).toEqual([{ id: 4, type: "error", msg }]);
  });
});

describe("Kraken", () => {
  const symbol = "BTC/USD";
  const subscribe = (params: object) => ({
    method: "subscribe",
    params: { channel: "book", snapshot: true, ...params },
    req_id: 9,
  });
  const answer = (method: string) => ({
    method,
    success: true,
    req_id: 9,
    result: { channel: "book", symbol },
  });

  it("responds for each topic, and cuts books to the subscribed depth", () => {
    const { say, heard, server } = talkToVenue("kraken", symbol);
    const book = server.book("book", { symbol });
    const bids = Array.from({ length: 12 }, (_, at) => [`0.${30 - at}`, "1"] as const);
    book.load({ bids });
    say(subscribe({ symbol: [symbol, "NOBODY"], depth: 10 }));
    const frames = heard();
    expect(frames.slice(0, 2)).toEqual([
      { success: false, error: "Unknown topic.", symbol: "NOBODY", req_id: 9 },
      answer("subscribe"),
    ]);
    const levels = bids.slice(0, 10).map(([price]) => ({ price: Number(price), qty: 1 }));
    const checksum = expect.any(Number);
    const frame = (type: string, data: object) => ({
      channel: "book",
      type,
      data: [{ symbol, checksum, bids: [], asks: [], ...data }],
    });
    expect(frames.slice(2)).toEqual([frame("snapshot", { bids: levels })]);
    // Changes beyond the depth are not sent. If a level within the depth is deleted, the next one takes its
    // place.
    book.set({ bids: [["0.19", "3"]] });
    expect(heard()).toEqual([]);
    book.set({ bids: [["0.30", "0"]] });
    const moved = [
      { price: 0.3, qty: 0 },
      { price: 0.2, qty: 1 },
    ];
    expect(heard()).toEqual([frame("update", { bids: moved })]);
    book.set({ bids: [["0.31", "4"]] });
    expect(heard()).toEqual([frame("update", { bids: [{ price: 0.31, qty: 4 }] })]);
    say({
      method: "unsubscribe",
      params: { channel: "book", symbol: [symbol], depth: 10 },
      req_id: 9,
    });
    expect(heard()).toEqual([answer("unsubscribe")]);
  });

  it.each([0, -1, 1.5, "many", false])("refuses a depth of %j", (depth) => {
    const { say, heard } = talkToVenue("kraken", symbol);
    say(subscribe({ symbol: [symbol], depth }));
    const error = "The parameter depth of the topic book is not one of 10, 25, 100, 500, 1000.";
    expect(heard()).toEqual([{ success: false, error, symbol, req_id: 9 }]);
  });

  it("uses the default of a parameter, and sends heartbeats while it is quiet", async () => {
    const { say, heard, clock } = talkToVenue("kraken", symbol);
    say(subscribe({ symbol: [symbol] }));
    expect(heard()).toMatchObject([answer("subscribe"), { type: "snapshot" }]);
    await clock.advance(999);
    expect(heard()).toEqual([]);
    await clock.advance(1);
    expect(heard()).toEqual([{ channel: "heartbeat" }]);
  });
});
