// Requests of other clients, such as ccxt 4.5: with more or fewer members than the contract's templates,
// and with ids of any type.

import { describe, expect, it } from "vitest";
import { loadDocument } from "../foreign/load-document.ts";
import { talkTo, talkToVenue } from "./talk.ts";

/** A contract whose request schemas allow members to be absent. */
const desk = (): string => `
asyncapi: 3.0.0
info: { title: Desk, version: "1" }
servers: { main: { host: localhost, protocol: ws } }
defaultContentType: application/json
channels:
  desk:
    address: /desk
    messages:
      subscribe:
        payload:
          type: object
          required: [type, channel, id]
          additionalProperties: false
          properties:
            type: { const: subscribe }
            channel: { enum: [book, trades] }
            id: { type: string }
            batched: { type: boolean }
            mode: { type: string }
      subscribed: { payload: { type: object, required: [type, channel, id], properties: {
        type: { const: subscribed }, channel: { type: string }, id: { type: string } } } }
      data: { payload: { type: object, required: [type, channel, id], properties: {
        type: { const: data }, channel: { type: string }, id: { type: string }, price: { type: string } } } }
      error: { payload: { type: object, required: [type, message], properties: {
        type: { const: error }, message: { type: string } } } }
    x-envelope:
      version: 1
      match:
        - { message: subscribed, where: { /type: subscribed } }
        - { message: data, where: { /type: data } }
        - { message: error, where: { /type: error } }
    x-subscription:
      version: 1
      acknowledgement: { messages: [subscribed] }
      refusal: { messages: [error], text: /message }
      topics:
        book:
          parameters: { market: { type: string } }
          subscribe: { type: subscribe, channel: book, id: "{market}", batched: false, mode: full }
          messages: [data]
          where: { /channel: book, /id: "{market}" }
          acknowledged: { /channel: book, /id: "{market}" }
        trades:
          parameters: { market: { type: string } }
          subscribe: { type: subscribe, channel: trades, id: "{market}" }
          messages: [data]
          where: { /channel: trades, /id: "{market}" }
          acknowledged: { /channel: trades, /id: "{market}" }
    x-sequence: { version: 1, counters: [] }
operations:
  receive: { action: receive, channel: { $ref: "#/channels/desk" }, messages: [
    { $ref: "#/channels/desk/messages/subscribed" }, { $ref: "#/channels/desk/messages/data" }, { $ref: "#/channels/desk/messages/error" }] }
  ask: { action: send, channel: { $ref: "#/channels/desk" }, messages: [{ $ref: "#/channels/desk/messages/subscribe" }] }
`;

describe("33 ids of any type and size", () => {
  const subscribe = (id: string): string =>
    `{"method":"SUBSCRIBE","params":["btcusdt@trade"],"id":${id}}`;
  const ids = [
    "1",
    `"one"`,
    "9223372036854775807",
    "-9007199254740993",
    "1.0",
    "12e3",
    "1.5",
    "null",
    "true",
    `["a",1]`,
    `{"a":"b"}`,
    "123456789012345678901234567890",
  ];

  it.each(ids)("repeat %s exactly", (id) => {
    const texts: string[] = [];
    const { say, closes, events } = talkToVenue("binance", "btcusdt", {
      send: (text) => texts.push(text),
    });
    say(subscribe(id));
    say(subscribe(id));
    say(`{"method":"NOTHING","id":${id}}`);
    const [first = "", ...refusals] = texts;
    expect(first).toContain(`"id":${id}`);
    expect(refusals).toHaveLength(2);
    for (const refusal of refusals) expect(refusal).toContain(`"id":${id}`);
    expect(closes).toEqual([]);
    expect(events.filter(({ type }) => type !== "refused")).toEqual([]);
  });

  it("repeat an id that the response schema does not have", () => {
    const { say, heard, closes } = talkToVenue("kraken", "BTC/USD");
    const params = { channel: "trade", symbol: ["BTC/USD"], snapshot: false };
    say({ method: "subscribe", params, req_id: "a1" });
    expect(heard()).toMatchObject([{ method: "subscribe", success: true, req_id: "a1" }]);
    expect(closes).toEqual([]);
  });
});

describe("33 requests as ccxt sends them", () => {
  it("Kraken: without the settings of the contract", () => {
    const { say, heard, closes } = talkToVenue("kraken", "BTC/USD");
    say({ method: "subscribe", params: { channel: "book", symbol: ["BTC/USD"] }, req_id: 1 });
    expect(heard()).toMatchObject([
      { success: true, result: { channel: "book", symbol: "BTC/USD" }, req_id: 1 },
      { channel: "book", type: "snapshot" },
    ]);
    say({ method: "subscribe", params: { channel: "trade", symbol: ["BTC/USD"] }, req_id: 2 });
    expect(heard()).toMatchObject([{ success: true, result: { channel: "trade" }, req_id: 2 }]);
    const more = { channel: "book", symbol: ["BTC/USD"], depth: 25, event_trigger: "bbo" };
    say({ method: "subscribe", params: more, req_id: 3, extra: [] });
    expect(heard()).toMatchObject([{ success: true, req_id: 3 }, { type: "snapshot" }]);
    expect(closes).toEqual([]);
  });

  it("Kraken: refuses a request that selects no topic, by its error message", () => {
    const { say, heard, closes } = talkToVenue("kraken", "BTC/USD");
    for (const request of [
      {},
      { method: "subscribe", req_id: 1 },
      { method: "subscribe", params: { channel: "candles", symbol: ["BTC/USD"] } },
      { method: "subscribe", params: { channel: "book" } },
      { params: { channel: "book", symbol: ["BTC/USD"] } },
      { method: "subscribe", params: { channel: "book", symbol: "BTC/USD" } },
      { method: "subscribe", params: { channel: "book", symbol: [5] }, req_id: {} },
    ]) {
      say(request);
      expect(heard(), JSON.stringify(request)).toMatchObject([{ success: false }]);
    }
    expect(closes).toEqual([]);
  });

  it("Bitfinex: without the length, and with its own flags", () => {
    const { say, heard, closes } = talkToVenue("bitfinex", "tBTCUSD");
    const request = { event: "subscribe", channel: "book", symbol: "tBTCUSD" };
    say({ ...request, prec: "P0", freq: "F0" });
    const [answer, snapshot] = heard();
    expect(answer).toMatchObject({ event: "subscribed", channel: "book", symbol: "tBTCUSD" });
    expect(snapshot).toMatchObject([1, { length: 3 }, 1]);
    say({ event: "conf", flags: 131072 });
    expect(heard()).toMatchObject([{ event: "conf", status: "OK" }]);
    say({ ...request, prec: "P1", freq: "F0" });
    expect(heard()).toMatchObject([{ event: "error" }]);
    expect(closes).toEqual([]);
  });

  it("dYdX: as the request schema allows, and in no other form", async () => {
    const { descriptors, diagnostics, remove } = await loadDocument({ text: desk() }, "consumer");
    expect(diagnostics).toEqual([]);
    const channel = descriptors["desk"] ?? expect.unreachable();
    expect(channel.clientMessages.map(({ id }) => id)).toEqual(["subscribe"]);
    const open = (): boolean => true;
    const { say, heard, closes } = talkTo(channel, {
      topics: { book: { open }, trades: { open } },
    });
    say({ type: "subscribe", channel: "book", id: "BTC-USD" });
    expect(heard()).toEqual([{ type: "subscribed", channel: "book", id: "BTC-USD" }]);
    say({ type: "subscribe", channel: "trades", id: "BTC-USD", batched: true });
    expect(heard()).toEqual([{ type: "subscribed", channel: "trades", id: "BTC-USD" }]);
    for (const [request, text] of [
      [{ type: "subscribe", channel: "book", id: 5 }, "/id"],
      [{ type: "subscribe", channel: "book", id: "ETH-USD", depth: 5 }, "/depth"],
      [{ type: "subscribe", channel: "book" }, "/id"],
      [{ type: "subscribe", channel: "candles", id: "BTC-USD" }, "/channel"],
    ] as const) {
      say(request);
      expect(heard()).toEqual([{ type: "error", message: expect.stringContaining(text) }]);
    }
    expect(closes).toEqual([]);
    await remove();
  });
});
