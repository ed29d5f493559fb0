import { parseJson } from "@specwright/runtime";
import { createMemoryLog } from "@specwright/streams/log";
import type {
  EventUpdateFrame,
  OrderRejectFrame,
  OrderRejectPayload,
  OrderUpdateFrame,
  PayoutFrame,
} from "@specwright/streams-api/types";
import type { PublishCommand, SequencedCommand } from "@specwright/streams-sdk/publish";
import { createAccessKeys, createStreamsService } from "@specwright/streams-service";
import { expect, test } from "vitest";
import { createMarketBooks } from "../src/market-books.ts";
import { projectLanguage } from "../src/project-language.ts";

const decimal = (units: bigint, nanos = 0) => ({ units, nanos });
const level = (cents: number, qty: bigint) => ({
  price: decimal(0n, cents * 10_000_000),
  qty: decimal(qty),
});
const text = { en: "Up", pt: "Sobe", id: "Naik" };
const at = "2026-01-01T00:00:00.000Z";

const marketCreated: SequencedCommand<"events", EventUpdateFrame> = {
  channel: "events",
  broker_id: "B",
  message: {
    type: "event_update",
    event_type: "market.created",
    payload: {
      market_id: "M",
      event_id: "E",
      title: text,
      subtitle_yes: text,
      subtitle_no: text,
      floor_strike: null,
      tick_size: decimal(0n, 10_000_000),
      status: "unopened",
      opens_at: at,
      closes_at: at,
      created_at: at,
    },
  },
};
const marketVoided: PublishCommand = {
  channel: "events",
  broker_id: "B",
  message: {
    type: "event_update",
    event_type: "market.voided",
    payload: { market_id: "M", event_id: "E", void_reason: "none", voided_at: at },
  },
};
const payout: SequencedCommand<"payouts", PayoutFrame> = {
  channel: "payouts",
  broker_id: "B",
  message: {
    type: "payout",
    payload: {
      market_id: "M",
      account_id: "A",
      qty_held_at_settlement: decimal(2n ** 53n + 1n),
      settlement_price: decimal(1n),
      payout_amount: decimal(1n),
      settled_at_wall_time_ns: 1n,
    },
  },
};

test("numbers frames for each channel and finds their keys", async () => {
  const log = createMemoryLog();
  const service = createStreamsService({ accessKeys: createAccessKeys(), log });
  expect(await service.publish(marketCreated)).toBe(1n);
  expect(await service.publish(payout)).toBe(1n);
  expect(await service.publish({ ...payout, keys: { account_id: ["other"] } })).toBe(2n);
  const records = await log.read({ brokerId: "B", channelId: "payouts" }, 1n, 10);
  expect(records.map(({ keys }) => keys)).toEqual([
    { market: ["M"], account_id: ["A"], event_id: ["E"] },
    { market: ["M"], account_id: ["other"], event_id: ["E"] },
  ]);
  expect(parseJson(records[0]?.frame ?? "")).toMatchObject({
    type: "payout",
    seq: 1,
    payload: { qty_held_at_settlement: { units: 9007199254740993n } },
  });
  const [event] = await log.read({ brokerId: "B", channelId: "events" }, 1n, 1);
  expect(event?.keys).toEqual({ event_id: ["E"], market_id: ["M"] });
  await service.close();
});

test("knows the markets that /events announces until they end", async () => {
  const service = createStreamsService({ accessKeys: createAccessKeys() });
  await service.publish(marketCreated);
  expect(service.marketIds()).toEqual(["M"]);
  const diff: PublishCommand = {
    channel: "market-data",
    message: { type: "book_diff", market_id: "M", bids: [level(60, 1n)], asks: [] },
  };
  // A market starts with a snapshot of its empty book.
  expect(await service.publish(diff)).toBe(2n);
  expect(await service.publish(diff)).toBe(3n);
  await service.publish(marketVoided);
  expect(service.marketIds()).toEqual([]);
  await service.close();
});

test("refuses a message that breaks the contract and uses no number", async () => {
  const service = createStreamsService({ accessKeys: createAccessKeys() });
  const { message } = payout;
  const bad = { ...payout, message: { ...message, payload: { ...message.payload, market_id: 7 } } };
  // @ts-expect-error a market_id is text
  await expect(service.publish(bad)).rejects.toMatchObject({ code: "encode" });
  expect(await service.publish({ ...payout, keys: { event_id: ["E"] } })).toBe(1n);
  await service.close();
});

test("refuses a negative quantity in a book and uses no number", async () => {
  const service = createStreamsService({ accessKeys: createAccessKeys() });
  const publish = (type: "book_diff" | "book_snapshot", qty: bigint) =>
    service.publish({
      channel: "market-data",
      message: { type, market_id: "M", bids: [level(60, qty)], asks: [] },
    });
  await expect(publish("book_diff", -1n)).rejects.toMatchObject({ code: "bad_level" });
  await expect(publish("book_snapshot", -1n)).rejects.toMatchObject({ code: "bad_level" });
  expect(service.marketIds()).toEqual([]);
  expect(await publish("book_diff", 1n)).toBe(2n);
  await service.close();
});

test("keeps books by applying diffs", () => {
  const books = createMarketBooks();
  const diff = { type: "book_diff", market_id: "M" } as const;
  books.apply({ ...diff, bids: [level(60, 5n), level(61, 2n)], asks: [level(63, 1n)] });
  books.apply({ ...diff, bids: [level(60, 0n)], asks: [level(62, 4n), level(63, 7n)] });
  expect(books.snapshot("M")).toEqual({
    type: "book_snapshot",
    market_id: "M",
    bids: [level(61, 2n)],
    asks: [level(62, 4n), level(63, 7n)],
  });
});

test("keeps the requested languages", () => {
  const channel = { id: "events", address: "/events", parameters: [], validators: {} };
  const events = { ...channel, serverMessages: [], clientMessages: [] };
  expect(projectLanguage(events, {})).toBeUndefined();
  const projection = projectLanguage(events, { lang: ["pt", "en", "pt"] });
  expect(projection?.variant).toBe("en,pt");
  const frame = { type: "event_update", payload: { title: text, series_title: null, name: "x" } };
  expect(projection?.apply(frame)).toEqual({
    type: "event_update",
    payload: { title: { en: "Up", pt: "Sobe" }, series_title: null, name: "x" },
  });
});

const order = {
  order_id: "5b0c3a52-8a55-4f0e-9d0b-6f3a9b1c7e21",
  client_order_id: "c-1",
  market_id: "M",
  broker_id: "B",
  account_id: "A",
  side: "BUY",
  type: "LIMIT",
  tif: "GTC",
  token: "YES",
  price: decimal(0n, 10_000_000),
  qty: decimal(1n),
  volume: decimal(0n, 10_000_000),
  filled_qty: decimal(0n),
  filled_volume: decimal(0n),
  status: "ACTIVE",
  last_update_wall_time_ns: 1n,
  last_update_engine_seq: 1n,
} as const;
const update: SequencedCommand<"orders", OrderUpdateFrame> = {
  channel: "orders",
  broker_id: "B",
  message: { type: "order_update", payload: order },
};
const reject = (
  names: Pick<OrderRejectPayload, "order_id" | "client_order_id">,
): SequencedCommand<"orders", OrderRejectFrame> => ({
  channel: "orders",
  broker_id: "B",
  message: {
    type: "order_reject",
    payload: { command_type: "CANCEL", reason: "late", correlation_id: order.order_id, ...names },
  },
});

test("T3 selects updates, rejects and payouts by the event, even after a restart", async () => {
  const real = createMemoryLog();
  const log = { ...real, close: async () => {} };
  const service = createStreamsService({ accessKeys: createAccessKeys(), log });
  const { order_id } = order;
  await Promise.all([marketCreated, update, reject({ order_id }), payout].map(service.publish));
  await service.close();
  const next = createStreamsService({ accessKeys: createAccessKeys(), log });
  await Promise.all([reject({ order_id }), payout].map(next.publish));
  const keys = { market: ["M"], account_id: ["A"], event_id: ["E"] };
  for (const [channelId, count] of [
    ["orders", 3],
    ["payouts", 2],
  ] as const) {
    const records = await real.read({ brokerId: "B", channelId }, 1n, 10);
    expect(records.map((record) => record.keys)).toEqual(Array(count).fill(keys));
  }
  await next.close();
});

test("T3 refuses a reject of an unknown order unless it has keys", async () => {
  const service = createStreamsService({ accessKeys: createAccessKeys() });
  await service.publish(marketCreated);
  await service.publish(update);
  const nameless = reject({ client_order_id: "c-1" });
  await expect(service.publish(nameless)).rejects.toMatchObject({
    code: "no_filter_value",
    message: expect.stringContaining('"account_id":["..."]'),
  });
  const keys = { market: ["M"], account_id: ["A"] };
  expect(await service.publish({ ...nameless, keys })).toBe(2n);
  await service.close();
});

test("T4 refuses an order of another broker", async () => {
  const service = createStreamsService({ accessKeys: createAccessKeys() });
  await service.publish(marketCreated);
  const foreign = { ...update, broker_id: "B2" };
  await expect(service.publish(foreign)).rejects.toMatchObject({
    code: "wrong_owner",
    message: expect.stringContaining("/payload/broker_id"),
  });
  await service.close();
});
