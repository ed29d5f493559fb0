// A second copy of the tables of the streams source, to detect edits of the contract that drop or rename
// something.

import { describe, expect, it } from "vitest";
import {
  asArray,
  asObject,
  enumValues,
  followPointer,
  readSpec,
  resolveReference,
} from "./read-spec.ts";

const document = readSpec("streams/asyncapi.yaml");
const schema = (name: string) => asObject(followPointer(document, `/components/schemas/${name}`));

describe("enumerations (§2.5)", () => {
  it.each([
    ["OrderSide", "BUY SELL"],
    ["OrderType", "LIMIT MARKET"],
    ["OrderTIF", "GTC IOC FOK DAY"],
    ["Token", "YES NO"],
    ["OrderStatus", "NEW ACTIVE PARTIALLY_FILLED FILLED CANCELLED EXPIRED REJECTED"],
    [
      "OrderStatusReason",
      "USER_REQUEST MARKET_CLOSED MARKET_SETTLED MARKET_VOIDED TIF_EXPIRATION FOK_FAILED IOC_PARTIAL SELF_TRADE_PREVENTION INSUFFICIENT_FUNDS SYSTEM_ERROR ORDER_ALREADY_FILLED ORDER_ALREADY_CANCELLED ORDER_NOT_FOUND QTY_INVALID QTY_BELOW_EXECUTED NO_MATCHING_LIQUIDITY DUPLICATE_CLIENT_ORDER_ID EXCEEDS_MAX_ORDER_QTY EXCEEDS_MAX_ORDER_NOTIONAL EXCEEDS_MAX_POSITION",
    ],
    [
      "LifecycleEventType",
      "event.created event.status_changed event.settled event.voided market.created market.status_changed market.details_changed market.settled market.voided",
    ],
    ["EventSeries", " 1min 5min 15min 1h 4h 1d"],
    ["EventStatus", "open closed settled voided"],
    ["EventCategory", "crypto forex"],
    ["AccountingPayoutReason", "SETTLEMENT VOID"],
    ["RejectCommandType", "AMEND CANCEL"],
    ["LanguageCode", "en pt id"],
    ["MarketStatus", "unopened pre-open active suspended closed settled voided"],
  ])("%s", (name, values) => {
    expect(enumValues(schema(name))).toEqual(values.split(" "));
  });
});

// `?` marks a field that may be absent, `!` a field that may be null.
describe("fields (§2.1 to §2.10)", () => {
  it.each([
    ["Decimal", "units nanos"],
    [
      "OrderView",
      "order_id client_order_id market_id broker_id account_id side type tif token price qty volume filled_qty filled_volume filled_fee? status status_reason? last_update_wall_time_ns last_update_engine_seq last_cmd_id_hex?",
    ],
    [
      "PayoutView",
      "market_id account_id qty_held_at_settlement settlement_price payout_amount settled_at_wall_time_ns",
    ],
    ["AccountingPositionDelta", "yes_qty no_qty yes_reserved no_reserved"],
    ["LocalizedText", "en? pt? id?"],
    ["SettlementSource", "name url underlying?"],
    ["SettlementUnderlying", "base_currency quote_currency"],
    ["OrderRejectPayload", "command_type order_id? client_order_id? reason correlation_id"],
    ["AccountingUpdatePayload", "account_id market_id ref_id client_ref_id deltas merge?"],
    ["AccountingDeltas", "cash position_delta margin_release"],
    ["AccountingMerge", "merge_id merged_qty pnl_realized"],
    ["AccountingPayoutPayload", "account_id market_id payout_id reason cash_delta position_delta"],
    ["HeartbeatPayload", "interval_sec log_id?"],
    ["BacklogEndPayload", "last_seq log_id?"],
    ["ErrorPayload", "code message details?"],
    ["OrderUpdateFrame", "type seq ts_ns payload"],
    ["OrderRejectFrame", "type seq ts_ns payload"],
    ["PayoutFrame", "type seq ts_ns payload"],
    ["AccountingUpdateFrame", "type seq ts_ns payload"],
    ["AccountingPayoutFrame", "type seq ts_ns payload"],
    ["EventCreatedFrame", "type seq ts_ns event_id?! market_id?! event_type payload"],
    ["MarketVoidedFrame", "type seq ts_ns event_id?! market_id?! event_type payload"],
    ["HeartbeatFrame", "type seq? ts_ns watermark_seq? payload"],
    ["BacklogEndFrame", "type seq ts_ns payload"],
    ["ErrorFrame", "type seq ts_ns payload"],
    ["BookLevel", "price qty"],
    ["BookSnapshotFrame", "type market_id md_seq ts_ns bids asks"],
    ["BookDiffFrame", "type market_id md_seq ts_ns bids asks"],
    ["TradeFrame", "type market_id md_seq ts_ns trade_id price qty taker_side"],
    ["MarketDataHeartbeatFrame", "type market_id?! md_seq?! ts_ns"],
    ["MarketDataErrorFrame", "type ts_ns payload"],
    ["SubscribeFrame", "type markets force_snapshot?"],
    ["UnsubscribeFrame", "type markets"],
    [
      "EventCreatedPayload",
      "event_id title series_title?! rules_primary category image_url? series status void_reason?! created_at opens_at closes_at settlement_sources markets",
    ],
    ["EventStatusChangedPayload", "event_id old_status new_status"],
    ["EventSettledPayload", "event_id resolved_at expiration_value! resolved_market_id!"],
    ["EventVoidedPayload", "event_id void_reason voided_at"],
    [
      "MarketCreatedPayload",
      "market_id event_id title subtitle_yes subtitle_no floor_strike! tick_size status opens_at closes_at created_at",
    ],
    ["MarketStatusChangedPayload", "market_id event_id old_status new_status"],
    [
      "MarketDetailsChangedPayload",
      "market_id event_id title? subtitle_yes? subtitle_no? floor_strike?!",
    ],
    [
      "MarketSettledPayload",
      "market_id event_id result settlement_price expiration_value! settled_at",
    ],
    ["MarketVoidedPayload", "market_id event_id void_reason voided_at"],
  ])("%s", (name, fields) => {
    const { properties, required } = schema(name);
    const written = Object.entries(asObject(properties)).map(([field, value]) => {
      const { type, oneOf } = asObject(value);
      const types = [...asArray(type), ...asArray(oneOf).map((branch) => asObject(branch)["type"])];
      const optional = asArray(required).includes(field) ? "" : "?";
      return `${field}${optional}${types.includes("null") ? "!" : ""}`;
    });
    expect(written.join(" ")).toBe(fields);
  });
});

describe("channels (§4)", () => {
  const types: Readonly<Record<string, string>> = { since: "integer", log_id: "string" };
  it.each([
    ["orders", "/orders", "since log_id market event_id account_id"],
    ["accounting", "/accounting", "since log_id market account_id"],
    ["payouts", "/payouts", "since log_id market event_id account_id"],
    ["marketData", "/market-data", ""],
    ["events", "/events", "since log_id event_id market_id lang"],
  ])("%s", (id, address, parameters) => {
    const channel = asObject(followPointer(document, `/channels/${id}`));
    expect(channel["address"]).toBe(address);
    const query = asObject(followPointer(channel, "/bindings/ws/query/properties"));
    expect(Object.keys(query).join(" ")).toBe(parameters);
    for (const [name, value] of Object.entries(query)) {
      expect(asObject(resolveReference(document, value))["type"]).toBe(types[name] ?? "array");
    }
  });

  it.each([
    ["orders", "order_update order_reject heartbeat backlog_end error"],
    ["accounting", "accounting_update accounting_payout heartbeat backlog_end error"],
    ["payouts", "payout heartbeat backlog_end error"],
    ["marketData", "subscribe unsubscribe book_snapshot book_diff trade heartbeat error"],
    ["events", "event_update heartbeat backlog_end error"],
  ])("%s has its frames", (id, types) => {
    const messages = Object.values(asObject(followPointer(document, `/channels/${id}/messages`)));
    const names = messages.map((message) => {
      const payload = asObject(
        resolveReference(document, asObject(resolveReference(document, message))["payload"]),
      );
      const [variant = payload] = asArray(payload["oneOf"]);
      return asObject(
        followPointer(asObject(resolveReference(document, variant)), "/properties/type"),
      )["const"];
    });
    expect(names.join(" ")).toBe(types);
  });
});

describe("bounds (§2, §5, §8)", () => {
  it.each([
    ["Decimal/properties/nanos/minimum", -999_999_999n],
    ["Decimal/properties/nanos/maximum", 999_999_999n],
    ["ResumePoint/minimum", 1n],
    ["HeartbeatPayload/properties/interval_sec/minimum", 1n],
    ["SubscribeFrame/properties/markets/minItems", 1n],
    ["UnsubscribeFrame/properties/markets/minItems", 1n],
    ["SubscribeFrame/properties/force_snapshot/default", false],
    ["OrderUpdateFrame/properties/seq/minimum", 0n],
    ["BookDiffFrame/properties/md_seq/minimum", 0n],
    ["AccessKey/pattern", "^[A-Za-z0-9._~-]{1,64}$"],
    ["AccessSignature/pattern", "^[0-9a-f]{64}$"],
    ["OrderView/properties/last_cmd_id_hex/pattern", "^[0-9a-f]{32}$"],
  ])("%s", (pointer, value) => {
    expect(followPointer(document, `/components/schemas/${pointer}`)).toBe(value);
  });

  it("lists every close code (§7.1), and those of RFC 6455 that it prescribes", () => {
    const closes = asArray(followPointer(document, "/x-endings/closes")).map(asObject);
    expect(closes.map(({ codes, name }) => `${String(codes)} ${String(name)}`)).toEqual([
      "1000 normal",
      "1001 going_away",
      "1002 protocol_error",
      "1007 invalid_payload",
      "1008 invalid_frame",
      "1009 message_too_big",
      "1011 internal_error",
      "4008 flow_control",
      "4009 resume_too_old",
      "4009 protocol_version",
      "4401 unauthorized",
    ]);
  });
});
