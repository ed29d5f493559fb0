import { describe, expect, it } from "vitest";
import { bookChecksum } from "../../examples/feeds/kraken/simulator/checksum.ts";
import {
  ReferenceBook,
  type SentLevel,
  sendSubscribe,
  sentLevels,
  startVenue,
} from "./kraken-client.ts";
import { openConnection } from "./open-connection.ts";

// The worked example of the guide "Book checksum (WebSocket v2)".
const BIDS: SentLevel[] = [
  ["45283.5", "0.10000000"],
  ["45283.4", "1.54582015"],
  ["45282.1", "0.10000000"],
  ["45281.0", "0.10000000"],
  ["45280.3", "1.54592586"],
  ["45279.0", "0.07990000"],
  ["45277.6", "0.03310103"],
  ["45277.5", "0.30000000"],
  ["45277.3", "1.54602737"],
  ["45276.6", "0.15445238"],
];
const ASKS: SentLevel[] = [
  ["45285.2", "0.00100000"],
  ["45286.4", "1.54571953"],
  ["45286.6", "1.54571109"],
  ["45289.6", "1.54560911"],
  ["45290.2", "0.15890660"],
  ["45291.8", "1.54553491"],
  ["45294.7", "0.04454749"],
  ["45296.1", "0.35380000"],
  ["45297.5", "0.09945542"],
  ["45299.5", "0.18772827"],
];

describe("the checksum", () => {
  it.each([
    { given: "the published example", bids: BIDS, asks: ASKS, want: 3310070434 },
    {
      given: "the published example with a deeper book",
      bids: [...BIDS, ["45276.5", "1.00000000"] as const],
      asks: [...ASKS, ["45299.6", "1.00000000"] as const],
      want: 3310070434,
    },
    { given: "nothing", bids: [], asks: [], want: 0 },
  ])("of $given is $want", ({ bids, asks, want }) => {
    expect(bookChecksum(bids, asks)).toBe(want);
  });
});

const TIMES = { time_in: "2023-11-14T22:13:20.000000Z", time_out: "2023-11-14T22:13:20.000000Z" };

describe("requests", () => {
  it("starts with a status, whose connection number needs 64 bits", async () => {
    const { open } = await startVenue();
    const { frames } = await open();
    expect(frames).toHaveLength(1);
    expect(JSON.parse(frames[0]?.text ?? "")).toMatchObject({
      channel: "status",
      type: "update",
      data: [{ system: "online", api_version: "v2", version: expect.any(String) }],
    });
    expect(frames[0]?.text).toMatch(/"connection_id":\d{20}\b/);
  });

  const book = { channel: "book", symbol: ["BTC/USD"] };
  it.each([
    {
      given: { method: "ping", req_id: 101 },
      want: { method: "pong", req_id: 101, ...TIMES },
    },
    {
      given: { method: "subscribe", params: book, req_id: 7 },
      want: {
        method: "subscribe",
        req_id: 7,
        result: { channel: "book", depth: 10, snapshot: true, symbol: "BTC/USD" },
        success: true,
        ...TIMES,
      },
    },
    {
      given: { method: "subscribe", params: { ...book, symbol: ["XBT/USD"] }, req_id: 8 },
      want: {
        error: "Currency pair not supported XBT/USD",
        method: "subscribe",
        req_id: 8,
        success: false,
        symbol: "XBT/USD",
        ...TIMES,
      },
    },
    {
      given: { method: "subscribe", params: { ...book, depth: 11 } },
      want: {
        error: "Subscription depth not supported",
        method: "subscribe",
        success: false,
        ...TIMES,
      },
    },
    {
      given: { method: "subscribe", params: { channel: "weather" } },
      want: {
        error: "Channel not supported weather",
        method: "subscribe",
        success: false,
        ...TIMES,
      },
    },
    {
      given: { method: "subscribe", params: { channel: "book" } },
      want: { error: "Symbol(s) not found", method: "subscribe", success: false, ...TIMES },
    },
    {
      given: { method: "unsubscribe", params: book, req_id: 9 },
      want: {
        error: "Subscription not found",
        method: "unsubscribe",
        req_id: 9,
        success: false,
        symbol: "BTC/USD",
        ...TIMES,
      },
    },
    {
      given: { method: "dance", req_id: 10 },
      want: {
        error: "Method not supported",
        method: "dance",
        req_id: 10,
        success: false,
        ...TIMES,
      },
    },
    { given: [], want: { error: "Request is not a JSON object", success: false, ...TIMES } },
  ])("responds to $given", async ({ given, want }) => {
    const { client } = await startVenue();
    client.send(given);
    expect(client.read()[0]).toEqual(want);
  });

  it("acknowledges each symbol of a request with its number", async () => {
    const { client, venue } = await startVenue();
    sendSubscribe(client, { channel: "ticker", symbol: [...venue.markets, "NO/PE"] }, 5);
    const answers = client.read().filter((frame) => JSON.stringify(frame).includes("req_id"));
    expect(answers).toMatchObject([
      ...venue.markets.map((symbol) => ({ req_id: 5, success: true, result: { symbol } })),
      { req_id: 5, success: false, symbol: "NO/PE" },
    ]);
  });

  it("refuses a second subscription, and sends nothing after the end of the first", async () => {
    const { client, venue, clock } = await startVenue();
    sendSubscribe(client, book);
    client.read();
    sendSubscribe(client, { ...book, depth: 25 });
    expect(client.read()).toMatchObject([{ error: "Already subscribed", success: false }]);
    client.send({ method: "unsubscribe", params: book, req_id: 3 });
    expect(client.read()).toMatchObject([{ method: "unsubscribe", req_id: 3, success: true }]);
    for (let step = 0; step < 20; step += 1) venue.step();
    await clock.advance(10_000);
    expect(client.read()).toEqual([]);
  });

  it("sends no data of a channel that is unsubscribed or closed during a message", async () => {
    const { venue, clock } = await startVenue();
    const one = { channel: "book", symbol: ["ETH/USD"] };
    const ended = openConnection(venue, "/v2", ({ text }) => {
      if (text.includes('"update","data":[{"symbol"')) ended.connection.closed();
    });
    const client = openConnection(venue, "/v2", ({ text }) => {
      if (text.includes('"update","data":[{"symbol"')) {
        client.send({ method: "unsubscribe", params: one });
      }
    });
    for (const each of [ended, client]) sendSubscribe(each, one);
    for (let step = 0; step < 30; step += 1) venue.step();
    await clock.advance(60_000);
    for (const { frames } of [ended, client]) {
      expect(frames.filter(({ text }) => text.includes('"update","data":[{"symbol"'))).toHaveLength(
        1,
      );
    }
    expect(clock.pending()).toBe(0);
  });

  it("refuses another path", async () => {
    const { venue } = await startVenue();
    expect(() => openConnection(venue, "/v1")).toThrow("refused with 404");
  });
});

describe("channels", () => {
  it("sends a heartbeat each second of silence, once there is a subscription", async () => {
    const { client, clock, venue } = await startVenue();
    await clock.advance(5_000);
    expect(client.read()).toEqual([]);
    sendSubscribe(client, { channel: "book", symbol: ["ETH/USD"] });
    client.read();
    await clock.advance(600);
    while (client.read().length === 0) venue.step();
    await clock.advance(999);
    expect(client.read()).toEqual([]);
    await clock.advance(2_001);
    const heartbeat = { channel: "heartbeat" };
    expect(client.read()).toEqual([heartbeat, heartbeat, heartbeat]);
  });

  it("sends numbers with the precision of the market", async () => {
    const { client, venue } = await startVenue();
    sendSubscribe(client, { channel: "book", symbol: venue.markets, depth: 25 });
    const want: Record<string, RegExp> = {
      "BTC/USD": /^\d+\.\d \d+\.\d{8}$/,
      "ETH/USD": /^\d+\.\d{2} \d+\.\d{8}$/,
      "PEPE/USD": /^0\.\d{9} \d+\.\d{5}$/,
    };
    const snapshots = client.frames.filter(({ text }) => text.includes('"type":"snapshot"'));
    expect(snapshots).toHaveLength(3);
    for (const { text, truths } of snapshots) {
      const levels = [...sentLevels(text, "bids"), ...sentLevels(text, "asks")];
      expect(levels.length).toBeGreaterThan(10);
      for (const level of levels)
        expect(level.join(" ")).toMatch(want[truths[0]?.market ?? ""] ?? "");
    }
  });

  it("sends the last trades on request, then the trades of each step together", async () => {
    const { client, venue } = await startVenue();
    sendSubscribe(client, { channel: "trade", symbol: ["BTC/USD"], snapshot: true });
    sendSubscribe(client, { channel: "trade", symbol: ["ETH/USD"] });
    for (let step = 0; step < 100; step += 1) venue.step();
    const messages = client.read().filter((frame) => !JSON.stringify(frame).includes("method"));
    expect(messages.filter((frame) => JSON.stringify(frame).includes("snapshot"))).toHaveLength(1);
    const sizes = client.frames.map(({ text }) => text.match(/"trade_id"/g)?.length ?? 0);
    expect(Math.max(...sizes.slice(3))).toBeGreaterThan(1);
    expect(messages.at(-1)).toMatchObject({
      channel: "trade",
      type: "update",
      data: [{ ord_type: "market", timestamp: expect.stringMatching(/\.\d{6}Z$/) }],
    });
  });

  it("sends the ticker with trades, or with the best levels", async () => {
    const { client, venue } = await startVenue();
    sendSubscribe(client, { channel: "ticker", symbol: ["BTC/USD"] });
    sendSubscribe(client, { channel: "ticker", symbol: ["ETH/USD"], event_trigger: "bbo" });
    sendSubscribe(client, { channel: "trade", symbol: ["BTC/USD"] });
    client.read();
    let last = "";
    for (let step = 0; step < 100; step += 1) {
      venue.step();
      const texts = client.read().map((frame) => JSON.stringify(frame));
      const of = (channel: string, symbol: string) =>
        texts.filter((text) => text.includes(`"${channel}"`) && text.includes(symbol));
      expect(of("ticker", "BTC/USD")).toHaveLength(of("trade", "BTC/USD").length);
      const { bids, asks } = venue.book("ETH/USD");
      const best = JSON.stringify([bids[0], asks[0]]);
      if (step > 0) expect(of("ticker", "ETH/USD")).toHaveLength(best === last ? 0 : 1);
      last = best;
    }
  });

  it("sends the instruments with their precisions", async () => {
    const { client } = await startVenue();
    sendSubscribe(client, { channel: "instrument" }, 2);
    expect(client.read()).toMatchObject([
      { method: "subscribe", req_id: 2, success: true, result: { channel: "instrument" } },
      {
        channel: "instrument",
        type: "snapshot",
        data: {
          assets: [{ id: "USD" }, { id: "BTC" }, { id: "ETH" }, { id: "PEPE" }],
          pairs: [
            { symbol: "BTC/USD", price_precision: 1, qty_precision: 8, price_increment: 0.1 },
            { symbol: "ETH/USD", price_precision: 2, qty_precision: 8 },
            { symbol: "PEPE/USD", price_precision: 9, qty_precision: 5 },
          ],
        },
      },
    ]);
  });
});

describe("a client that follows the documentation", () => {
  it.each([
    { symbol: "BTC/USD", depth: 10, steps: 3_000 },
    { symbol: "ETH/USD", depth: 10, steps: 3_000 },
    { symbol: "PEPE/USD", depth: 10, steps: 3_000 },
    { symbol: "BTC/USD", depth: 25, steps: 1_000 },
    { symbol: "BTC/USD", depth: 100, steps: 1_000 },
    { symbol: "ETH/USD", depth: 1000, steps: 500 },
  ])("keeps the book $symbol $depth for $steps steps", async ({ symbol, depth, steps }) => {
    const { client, venue } = await startVenue(depth + steps);
    sendSubscribe(client, { channel: "book", symbol: [symbol], depth });
    const book = new ReferenceBook(depth);
    let messages = 0;
    let at = 2;
    for (let step = 0; step <= steps; step += 1) {
      for (; at < client.frames.length; at += 1) {
        const { text, truths } = client.frames[at] ?? { text: "", truths: [] };
        book.apply(text);
        expect(text).toContain(`"checksum":${book.checksum()}`);
        expect(JSON.stringify(truths)).toBe(
          JSON.stringify([{ market: symbol, book: book.text() }]),
        );
        messages += 1;
      }
      venue.step();
    }
    const { bids, asks } = venue.book(symbol);
    const top = { bids: bids.slice(0, depth), asks: asks.slice(0, depth) };
    expect(client.frames.at(-1)?.truths[0]?.book).toEqual(top);
    expect(messages).toBeGreaterThan(steps / 4);
    expect(book.repeats).toBeGreaterThan(steps / 100);
    if (depth < 1000) expect(book.cut).toBeGreaterThan(steps / 50);
  });
});
