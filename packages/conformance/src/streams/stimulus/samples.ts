// Frames to publish. Each is valid and easy to recognise, and lacks the members that the server adds.

import { randomUUID } from "node:crypto";
import type { JsonObject, SequencedName } from "./stimulus.ts";

/** The broker, market and other facts that a sample frame is about. */
export interface SampleSubject {
  readonly market: string;
  readonly account?: string;
  readonly event?: string;
  /** A text in the frame that distinguishes the frame from others. */
  readonly mark?: string;
}

const at = "2026-01-01T00:00:00.000Z";
const words = { en: "Up", pt: "Sobe", id: "Naik" };

export function decimal(units: number, nanos = 0): JsonObject {
  return { units, nanos };
}

/** Creates a price level with the price in hundredths. */
export function level(cents: number, qty: number): JsonObject {
  return { price: decimal(0, cents * 10_000_000), qty: decimal(qty) };
}

/** Creates an `order_update` (streams source §2.2). */
export function orderUpdate(subject: SampleSubject, more: JsonObject = {}): JsonObject {
  const { market, account = "kit-account", mark = "kit" } = subject;
  const payload = {
    order_id: randomUUID(),
    client_order_id: mark,
    market_id: market,
    broker_id: "kit",
    account_id: account,
    side: "BUY",
    type: "LIMIT",
    tif: "GTC",
    token: "YES",
    price: decimal(0, 620_000_000),
    qty: decimal(100),
    volume: decimal(62),
    filled_qty: decimal(40),
    filled_volume: decimal(24, 800_000_000),
    filled_fee: decimal(0, 49_600_000),
    status: "NEW",
    last_update_wall_time_ns: 1_767_225_600_122_998_311n,
    // The number is odd and beyond 2^53, so that a server that parses it as a double changes it.
    last_update_engine_seq: 9_007_199_254_741_993n,
    ...more,
  };
  return { type: "order_update", payload };
}

export function orderReject(mark = "kit", more: JsonObject = {}): JsonObject {
  const payload = {
    command_type: "CANCEL",
    order_id: randomUUID(),
    client_order_id: mark,
    reason: "the order is already filled",
    correlation_id: randomUUID(),
    ...more,
  };
  return { type: "order_reject", payload };
}

export function accountingUpdate(subject: SampleSubject, more: JsonObject = {}): JsonObject {
  const { market, account = "kit-account", mark = "kit" } = subject;
  const payload = {
    account_id: account,
    market_id: market,
    ref_id: randomUUID(),
    client_ref_id: mark,
    deltas: {
      cash: decimal(-24, -849_600_000),
      position_delta: positionDelta(40),
      margin_release: decimal(24, 800_000_000),
    },
    ...more,
  };
  return { type: "accounting_update", payload };
}

export function accountingPayout(subject: SampleSubject, more: JsonObject = {}): JsonObject {
  const { market, account = "kit-account" } = subject;
  const payload = {
    account_id: account,
    market_id: market,
    payout_id: randomUUID(),
    reason: "SETTLEMENT",
    cash_delta: decimal(140),
    position_delta: positionDelta(-140),
    ...more,
  };
  return { type: "accounting_payout", payload };
}

/** Creates a `payout` (streams source §2.3). */
export function payout(subject: SampleSubject, more: JsonObject = {}): JsonObject {
  const { market, account = "kit-account" } = subject;
  const payload = {
    market_id: market,
    account_id: account,
    qty_held_at_settlement: decimal(0, -500_000_000),
    settlement_price: decimal(1),
    payout_amount: decimal(0),
    settled_at_wall_time_ns: 1_767_229_200_999_000_111n,
    ...more,
  };
  return { type: "payout", payload };
}

/** Creates the usual data frame of a channel. */
export function sampleOf(channel: SequencedName, subject: SampleSubject): JsonObject {
  switch (channel) {
    case "orders":
      return orderUpdate(subject);
    case "accounting":
      return accountingUpdate(subject);
    case "payouts":
      return payout(subject);
    case "events":
      return lifecycle("market.details_changed", subject);
    default:
      return channel satisfies never;
  }
}

/** The types of frames about changes of an event or a market. */
export type LifecycleType =
  | "event.created"
  | "event.status_changed"
  | "event.settled"
  | "event.voided"
  | "market.created"
  | "market.status_changed"
  | "market.details_changed"
  | "market.settled"
  | "market.voided";

/** Creates an `event_update` (streams source §2.10, S16). */
export function lifecycle(
  eventType: LifecycleType,
  subject: SampleSubject,
  more: JsonObject = {},
): JsonObject {
  const { market, event = `event-of-${market}` } = subject;
  const ofMarket = eventType.startsWith("market.");
  const head = { event_id: event, ...(ofMarket && { market_id: market }) };
  return {
    type: "event_update",
    event_id: event,
    market_id: ofMarket ? market : null,
    event_type: eventType,
    payload: { ...head, ...lifecyclePayload(eventType, market), ...more },
  };
}

function lifecyclePayload(eventType: LifecycleType, market: string): JsonObject {
  switch (eventType) {
    case "event.created":
      return {
        title: words,
        rules_primary: words,
        category: "crypto",
        series: "1h",
        status: "open",
        created_at: at,
        opens_at: at,
        closes_at: at,
        settlement_sources: [{ name: "Index", url: "https://index.example/btc-usd" }],
        markets: [market],
      };
    case "event.status_changed":
      return { old_status: "open", new_status: "closed" };
    case "event.settled":
      return { resolved_at: at, expiration_value: "88123.4567", resolved_market_id: market };
    case "event.voided":
      return { void_reason: "no value was published", voided_at: at };
    case "market.created":
      return {
        title: words,
        subtitle_yes: words,
        subtitle_no: words,
        floor_strike: decimal(88_000),
        tick_size: decimal(0, 10_000_000),
        status: "unopened",
        opens_at: at,
        closes_at: at,
        created_at: at,
      };
    case "market.status_changed":
      return { old_status: "pre-open", new_status: "active" };
    case "market.details_changed":
      return { title: words, floor_strike: decimal(88_123, 456_700_000) };
    case "market.settled":
      return {
        result: "YES",
        settlement_price: decimal(1),
        expiration_value: "88123.4567",
        settled_at: at,
      };
    case "market.voided":
      return { void_reason: "no value was published", voided_at: at };
    default:
      return eventType satisfies never;
  }
}

export function bookSnapshot(market: string): JsonObject {
  const bids = [level(60, 250), level(59, 900)];
  return { type: "book_snapshot", market_id: market, bids, asks: [level(63, 175)] };
}

export function bookDiff(
  market: string,
  bids: readonly JsonObject[] = [level(58, 1)],
  asks: readonly JsonObject[] = [],
): JsonObject {
  return { type: "book_diff", market_id: market, bids, asks };
}

export function trade(market: string): JsonObject {
  const price = decimal(0, 630_000_000);
  const trade_id = randomUUID();
  return { type: "trade", market_id: market, trade_id, price, qty: decimal(3), taker_side: "BUY" };
}

function positionDelta(yes: number): JsonObject {
  const none = decimal(0);
  return { yes_qty: decimal(yes), no_qty: none, yes_reserved: none, no_reserved: none };
}
