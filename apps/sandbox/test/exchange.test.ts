import { decimalToNanos, parseJson, stringifyJson } from "@specwright/runtime";
import type { BookLevel } from "@specwright/streams-api/types";
import type { PublishCommand } from "@specwright/streams-sdk/publish";
import { readPublishCommand } from "@specwright/streams-service";
import { beforeAll, describe, expect, test } from "vitest";
import { createExchange, type Exchange } from "../src/exchange/create-exchange.ts";

const STEPS = 10_000;
const STEP_MS = 400;
const START_MS = Date.UTC(2026, 0, 1);
const UNIT = 1_000_000_000n;

const orderTransitions: Readonly<Record<string, readonly string[]>> = {
  "": ["NEW"],
  NEW: ["ACTIVE", "PARTIALLY_FILLED", "FILLED", "CANCELLED", "EXPIRED", "REJECTED"],
  ACTIVE: ["PARTIALLY_FILLED", "FILLED", "CANCELLED", "EXPIRED"],
  PARTIALLY_FILLED: ["PARTIALLY_FILLED", "FILLED", "CANCELLED", "EXPIRED"],
};
const eventTransitions: Readonly<Record<string, readonly string[]>> = {
  open: ["closed", "voided"],
  closed: ["settled", "voided"],
};
const marketTransitions: Readonly<Record<string, readonly string[]>> = {
  unopened: ["pre-open", "closed", "voided"],
  "pre-open": ["active", "closed", "voided"],
  active: ["suspended", "closed", "voided"],
  suspended: ["active", "closed", "voided"],
  closed: ["settled", "voided"],
};

function start(seed = 7): Exchange {
  return createExchange({ brokerId: "BRK", seed });
}

function run(exchange: Exchange, steps: number, look?: () => void): PublishCommand[] {
  const all: PublishCommand[] = [];
  for (let step = 0; step < steps; step += 1) {
    all.push(...exchange.step(START_MS + step * STEP_MS));
    look?.();
  }
  return all;
}

function setLevels(side: Map<bigint, bigint>, levels: readonly BookLevel[]): void {
  for (const { price, qty } of levels) {
    const amount = decimalToNanos(qty);
    if (amount < 0n) throw new RangeError("a level below 0");
    if (amount === 0n) side.delete(decimalToNanos(price));
    else side.set(decimalToNanos(price), amount);
  }
}

describe("10,000 steps", () => {
  let exchange: Exchange;
  let frames: readonly PublishCommand[];
  const conserved = new Set<bigint>();
  let negative = 0;

  beforeAll(() => {
    exchange = start();
    frames = run(exchange, STEPS, () => {
      let total = exchange.ledger.fees();
      let [yes, no] = [0n, 0n];
      for (const { cash, reservedCash, holdings } of exchange.ledger.accounts.values()) {
        total += cash;
        if (cash < 0n || reservedCash < 0n || reservedCash > cash) negative += 1;
        for (const held of holdings.values()) {
          yes += held.yesQty;
          no += held.noQty;
          if (held.yesReserved < 0n || held.yesReserved > held.yesQty) negative += 1;
          if (held.noReserved < 0n || held.noReserved > held.noQty) negative += 1;
        }
      }
      if (yes !== no) throw new RangeError("a contract without its pair");
      conserved.add(total + yes);
    });
  });

  test("keeps its memory bounded, however long it runs", () => {
    expect(exchange.state.listed.length).toBeLessThanOrEqual(8);
    expect(exchange.state.markets.size).toBe(exchange.state.listed.length);
    for (const { orders, clientOrderIds } of exchange.state.markets.values()) {
      const resting = [...orders.values()].filter(({ state }) => /ACTIVE|PARTIALLY/.test(state));
      expect(orders.size).toBeLessThanOrEqual(Math.max(50, resting.length));
      expect(clientOrderIds.size).toBeLessThanOrEqual(orders.size);
    }
  });

  test("conserves all cash, and no balance is negative", () => {
    expect([...conserved]).toEqual([6_000_000n * UNIT]);
    expect(negative).toBe(0);
  });

  test("produces only frames that their codecs accept", () => {
    for (const frame of frames) {
      const line =
        frame.channel === "market-data"
          ? { channel: frame.channel, ...frame.message }
          : { ...frame };
      expect(readPublishCommand(stringifyJson(line)).channel).toBe(frame.channel);
    }
  });

  test("shows every kind of frame in realistic numbers", () => {
    const kinds = new Set(
      frames.map(({ message }) =>
        message.type === "event_update" ? message.event_type : message.type,
      ),
    );
    expect([...kinds].sort()).toEqual([
      "accounting_payout",
      "accounting_update",
      "book_diff",
      "event.created",
      "event.settled",
      "event.status_changed",
      "event.voided",
      "market.created",
      "market.details_changed",
      "market.settled",
      "market.status_changed",
      "market.voided",
      "order_reject",
      "order_update",
      "payout",
      "trade",
    ]);
    const perSecond = frames.length / ((STEPS * STEP_MS) / 1000);
    expect(perSecond).toBeGreaterThan(5);
    expect(perSecond).toBeLessThan(20);
  });

  test("leads orders through valid states with increasing numbers (S14)", () => {
    const states = new Map<string, string>();
    const reasons = new Set<string>();
    let last = 2n ** 53n;
    for (const { message } of frames) {
      if (message.type !== "order_update") continue;
      const view = message.payload;
      const before = states.get(view.order_id) ?? "";
      expect(orderTransitions[before], `${before} -> ${view.status}`).toContain(view.status);
      expect(view.last_update_engine_seq).toBe(last + 1n);
      const [qty, filled] = [decimalToNanos(view.qty), decimalToNanos(view.filled_qty)];
      expect(view.status === "FILLED").toBe(filled === qty && qty > 0n);
      last = view.last_update_engine_seq;
      states.set(view.order_id, view.status);
      if (view.status_reason !== undefined) reasons.add(view.status_reason);
    }
    expect([...reasons].sort()).toEqual(
      [
        "DUPLICATE_CLIENT_ORDER_ID",
        "EXCEEDS_MAX_ORDER_QTY",
        "FOK_FAILED",
        "IOC_PARTIAL",
        "MARKET_CLOSED",
        "NO_MATCHING_LIQUIDITY",
        "QTY_INVALID",
        "SELF_TRADE_PREVENTION",
        "TIF_EXPIRATION",
        "USER_REQUEST",
      ].sort(),
    );
  });

  test("sends diffs that build the same books as the orders, never crossed", () => {
    const books = new Map<string, { bids: Map<bigint, bigint>; asks: Map<bigint, bigint> }>();
    for (const { message } of frames) {
      if (message.type !== "book_diff") continue;
      const book = books.get(message.market_id) ?? { bids: new Map(), asks: new Map() };
      books.set(message.market_id, book);
      setLevels(book.bids, message.bids);
      setLevels(book.asks, message.asks);
      const best = [...book.bids.keys()].reduce((a, b) => (a > b ? a : b), 0n);
      const worst = [...book.asks.keys()].reduce((a, b) => (a < b ? a : b), UNIT);
      expect(best).toBeLessThan(worst);
    }
    for (const marketId of exchange.marketIds()) {
      const { book } = exchange.engine.market(marketId);
      for (const side of ["bids", "asks"] as const) {
        const rebuilt = books.get(marketId)?.[side] ?? new Map<bigint, bigint>();
        expect(rebuilt.size).toBeGreaterThan(0);
        for (const [price, qty] of rebuilt) expect(book.depth(side, price)).toBe(qty);
        const resting = book.inOrder(side).reduce((sum, one) => sum + one.qty - one.filledQty, 0n);
        expect([...rebuilt.values()].reduce((sum, qty) => sum + qty, 0n)).toBe(resting);
      }
    }
    const ended = [...books].filter(([marketId]) => !exchange.marketIds().includes(marketId));
    expect(ended.length).toBeGreaterThan(50);
    for (const [, { bids, asks }] of ended) expect(bids.size + asks.size).toBe(0);
  });

  test("sends accounting frames that add up to the balances of accounts", () => {
    const cash = new Map<string, bigint>();
    const contracts = new Map<string, bigint>();
    for (const { message } of frames) {
      if (message.type !== "accounting_update" && message.type !== "accounting_payout") continue;
      const { account_id, market_id } = message.payload;
      const [change, delta] =
        message.type === "accounting_update"
          ? [message.payload.deltas.cash, message.payload.deltas.position_delta]
          : [message.payload.cash_delta, message.payload.position_delta];
      cash.set(account_id, (cash.get(account_id) ?? 0n) + decimalToNanos(change));
      for (const name of ["yes_qty", "no_qty", "yes_reserved", "no_reserved"] as const) {
        const key = `${account_id} ${market_id} ${name}`;
        const sum = (contracts.get(key) ?? 0n) + decimalToNanos(delta[name]);
        expect(sum, key).toBeGreaterThanOrEqual(0n);
        contracts.set(key, sum);
      }
    }
    for (const { accountId, cash: has, holdings } of exchange.ledger.accounts.values()) {
      expect(1_000_000n * UNIT + (cash.get(accountId) ?? 0n)).toBe(has);
      for (const [marketId, held] of holdings) {
        expect(contracts.get(`${accountId} ${marketId} yes_qty`) ?? 0n).toBe(held.yesQty);
        expect(contracts.get(`${accountId} ${marketId} no_reserved`) ?? 0n).toBe(held.noReserved);
      }
    }
  });

  test("leads events and markets through valid states, with the strike before the settlement (§6)", () => {
    const markets = new Map<string, string>();
    const events = new Map<string, string>();
    const strikes = new Map<string, bigint>();
    for (const { message } of frames) {
      if (message.type !== "event_update") continue;
      switch (message.event_type) {
        case "event.created":
          expect(events.has(message.payload.event_id)).toBe(false);
          events.set(message.payload.event_id, "open");
          break;
        case "market.created":
          expect(events.get(message.payload.event_id)).toBe("open");
          markets.set(message.payload.market_id, "unopened");
          break;
        case "market.status_changed": {
          const { market_id, old_status, new_status } = message.payload;
          expect(markets.get(market_id)).toBe(old_status);
          expect(marketTransitions[old_status]).toContain(new_status);
          markets.set(market_id, new_status);
          break;
        }
        case "event.status_changed":
          expect(events.get(message.payload.event_id)).toBe(message.payload.old_status);
          expect(eventTransitions[message.payload.old_status]).toContain(
            message.payload.new_status,
          );
          events.set(message.payload.event_id, message.payload.new_status);
          break;
        case "market.details_changed": {
          const { market_id, floor_strike } = message.payload;
          expect(markets.get(market_id)).toBe("closed");
          strikes.set(market_id, decimalToNanos(floor_strike ?? { units: 0n, nanos: 0 }));
          break;
        }
        case "market.settled": {
          const { market_id, expiration_value } = message.payload;
          expect(markets.get(market_id)).toBe("closed");
          const [whole, fraction] = (expiration_value ?? "").split(".");
          expect(BigInt(`${whole}${fraction}00000`)).toBe(strikes.get(market_id));
          break;
        }
        case "market.voided":
          expect(markets.get(message.payload.market_id)).toBe("closed");
          break;
        case "event.settled":
          expect(markets.get(message.payload.resolved_market_id ?? "")).toBe("settled");
          expect(events.get(message.payload.event_id)).toBe("closed");
          break;
        case "event.voided":
          expect(events.get(message.payload.event_id)).toBe("closed");
          break;
        default:
          message satisfies never;
      }
    }
    const going = [...events.values()].filter((status) => status === "open" || status === "closed");
    expect(going.length).toBeLessThanOrEqual(8);
  });

  test("T7 announces settled and voided markets by status_changed too, in order (S27)", () => {
    const statesByEvent = new Map<string, string[]>();
    for (const { message } of frames) {
      if (message.type !== "event_update") continue;
      const { event_type: type, payload } = message;
      const list = statesByEvent.get(payload.event_id) ?? [];
      statesByEvent.set(payload.event_id, list);
      const change = "new_status" in payload ? ` ${payload.old_status} ${payload.new_status}` : "";
      list.push(`${type}${change}`);
    }
    const ends = new Set<string>();
    for (const list of statesByEvent.values()) {
      const closed = list.indexOf("event.status_changed open closed");
      if (closed !== -1 && closed < list.length - 1) ends.add(list.slice(closed + 1).join(", "));
    }
    expect([...ends].sort()).toEqual([
      [
        "market.details_changed",
        "market.settled",
        "market.status_changed closed settled",
        "event.settled",
        "event.status_changed closed settled",
      ].join(", "),
      [
        "market.voided",
        "market.status_changed closed voided",
        "event.voided",
        "event.status_changed closed voided",
      ].join(", "),
    ]);
  });
});

test("does not list an event twice when the clock is set back", () => {
  const exchange = start();
  const times = [0, 400, 3_600_000, 0, 400, 60_000, 3_600_400, 3_603_000];
  const frames = times.flatMap((ms) => exchange.step(START_MS + ms));
  const created = frames.flatMap(({ message }) =>
    message.type === "event_update" && message.event_type === "event.created"
      ? [message.payload.event_id]
      : [],
  );
  expect(created.length).toBeGreaterThan(4);
  expect(new Set(created).size).toBe(created.length);
});

test("repeats itself for the same seed, and differs for another", () => {
  const text = (seed: number): string => stringifyJson(run(start(seed), 300));
  expect(text(3)).toBe(text(3));
  expect(text(3)).not.toBe(text(4));
  expect(parseJson(text(3))).toBeInstanceOf(Array);
});
