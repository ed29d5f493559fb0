// The fifth contract, with frames from the venue's documentation.

import { fakeClock } from "@specwright/runtime/testing";
import {
  type SocketHandlers,
  type StreamEvent,
  streamTransport,
  topics,
} from "@specwright/streams/client";
import { expect, it } from "vitest";
import { createDeribitClient } from "../../examples/feeds/deribit/gen/client.ts";

/** Opens the feed of the contract; the test plays the venue. */
async function open() {
  const clock = fakeClock();
  const events: StreamEvent[] = [];
  const sent: { id?: number; method?: string; params?: unknown }[] = [];
  let handlers: SocketHandlers | undefined;
  const feed = createDeribitClient(
    streamTransport({
      topics,
      url: "wss://www.deribit.com/ws/api",
      clock,
      onEvent: (event) => void events.push(event),
      openSocket(_url, _headers, given) {
        handlers = given;
        return {
          send: async (bytes) => void sent.push(JSON.parse(new TextDecoder().decode(bytes))),
          close() {},
          terminate() {},
        };
      },
    }),
  ).market();
  await clock.advance(0);
  handlers?.opened();
  const say = (frame: object): void =>
    handlers?.received(new TextEncoder().encode(JSON.stringify({ jsonrpc: "2.0", ...frame })));
  const notify = (channel: string, data: unknown): void =>
    say({ method: "subscription", params: { channel, data } });
  return { feed, clock, events, sent, say, notify };
}

const channel = "book.BTC-PERPETUAL.100ms";
const snapshot = {
  type: "snapshot",
  timestamp: 1554373962454,
  instrument_name: "BTC-PERPETUAL",
  change_id: 297217,
  bids: [
    ["new", 5042.34, 30],
    ["new", 5041.94, 20],
  ],
  asks: [
    ["new", 5042.64, 40],
    ["new", 5043.3, 40],
  ],
};
const change = {
  type: "change",
  timestamp: 1554373911330,
  prev_change_id: 297217,
  instrument_name: "BTC-PERPETUAL",
  change_id: 297218,
  bids: [
    ["delete", 5041.94, 0],
    ["delete", 5042.34, 0],
  ],
  asks: [["change", 5042.64, 12.5]],
};

it("keeps a book by linked changes of levels", async () => {
  const { feed, sent, say, notify } = await open();
  const book = feed.book({ instrument: "BTC-PERPETUAL" });
  expect(sent).toMatchObject([{ id: 1, method: "public/set_heartbeat" }]);
  say({ id: 1, result: "ok" });
  expect(sent.at(-1)).toMatchObject({ id: 2, params: { channels: [channel] } });
  say({ id: 2, result: [channel] });
  notify(channel, snapshot);
  expect([book.status, book.book?.topTexts("bids", 1)]).toEqual(["ready", [["5042.34", "30"]]]);
  notify(channel, change);
  expect([book.book?.topTexts("bids"), book.book?.topTexts("asks", 1)]).toEqual([
    [],
    [["5042.64", "12.5"]],
  ]);
});

it("subscribes again after a change whose link is missing", async () => {
  const { feed, clock, sent, say, notify, events } = await open();
  const book = feed.book({ instrument: "BTC-PERPETUAL" });
  say({ id: 1, result: "ok" });
  say({ id: 2, result: [channel] });
  notify(channel, snapshot);
  notify(channel, { ...change, change_id: 297230, prev_change_id: 297229 });
  expect([book.status, events.at(-1)]).toEqual([
    "stale",
    { type: "gap", channel: "market", topic: book.name, action: "resubscribe" },
  ]);
  expect(sent.at(-1)).toMatchObject({ id: 3, method: "public/unsubscribe" });
  say({ id: 3, result: [channel] });
  // The venue accepts at most three requests in a second.
  await clock.advance(1_000);
  expect(sent.at(-1)).toMatchObject({ id: 4, method: "public/subscribe" });
  say({ id: 4, result: [channel] });
  notify(channel, { ...snapshot, change_id: 297240 });
  expect(book.status).toBe("ready");
});

it("responds to the venue's test requests, and decodes trades exactly", async () => {
  const { feed, sent, say, notify, events } = await open();
  const trades = feed.trade({ instrument: "BTC-PERPETUAL" });
  const got: unknown[] = [];
  trades.onMessage((message) => got.push(message));
  say({ id: 1, result: "ok" });
  say({ method: "heartbeat", params: { type: "test_request" } });
  expect(sent.at(-1)).toMatchObject({ id: 0, method: "public/test" });
  say({ id: 0, result: { version: "1.2.26" } });
  say({ id: 2, result: ["trades.BTC-PERPETUAL.100ms"] });
  const trade = {
    trade_id: "48079573",
    trade_seq: 30289730,
    timestamp: 1590484512188,
    instrument_name: "BTC-PERPETUAL",
    direction: "sell",
    price: 8950,
    amount: 10,
  };
  notify("trades.BTC-PERPETUAL.100ms", [trade]);
  expect(got).toMatchObject([{ params: { data: [{ price: "8950", trade_seq: 30289730n }] } }]);
  expect(events.filter(({ type }) => type === "violation")).toEqual([]);
});
