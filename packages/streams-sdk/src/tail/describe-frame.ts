// Formats frames as lines for people: time, type, number, and the most important facts.

import { type Decimal, formatDecimal } from "@specwright/runtime";
import type {
  AccountingPositionDelta,
  BookLevel,
  EventUpdateFrame,
  OrderView,
} from "@specwright/streams-api/types";
import type { AnyFrame } from "./open-selection.ts";

/** Describes a frame in one line. */
export function describeFrame(frame: AnyFrame): string {
  if (frame.type === "$unknown") return `-  unknown frame: ${frame.reason}`;
  const number = "md_seq" in frame ? frame.md_seq : "seq" in frame ? frame.seq : undefined;
  const mark = number === undefined || number === null ? "" : `#${number}`;
  return [formatTime(frame.ts_ns), frame.type.padEnd(17), mark.padEnd(8), describeFacts(frame)]
    .join("  ")
    .trimEnd();
}

function formatTime(tsNs: bigint): string {
  return new Date(Number(tsNs / 1_000_000n)).toISOString().slice(11, 23);
}

function describeFacts(frame: Exclude<AnyFrame, { type: "$unknown" }>): string {
  switch (frame.type) {
    case "order_update":
      return describeOrder(frame.payload);
    case "order_reject": {
      const { command_type, client_order_id, order_id, reason } = frame.payload;
      return `${command_type} of ${client_order_id ?? order_id ?? "an order"}: ${reason}`;
    }
    case "accounting_update": {
      const { account_id, market_id, deltas, merge } = frame.payload;
      const merged = merge === undefined ? "" : `  merged ${formatDecimal(merge.merged_qty)}`;
      const { cash, position_delta, margin_release } = deltas;
      const changes = `cash ${formatSigned(cash)}${describePosition(position_delta)}${merged}`;
      return `${account_id} ${market_id}  ${changes}  released ${formatDecimal(margin_release)}`;
    }
    case "accounting_payout": {
      const { account_id, market_id, reason, cash_delta, position_delta } = frame.payload;
      return `${account_id} ${market_id}  ${reason} ${formatSigned(cash_delta)}${describePosition(position_delta)}`;
    }
    case "payout": {
      const { account_id, market_id, qty_held_at_settlement, payout_amount } = frame.payload;
      const held = formatDecimal(qty_held_at_settlement);
      return `${account_id} ${market_id}  held ${held}, paid ${formatDecimal(payout_amount)}`;
    }
    case "event_update":
      return describeLifecycle(frame);
    case "book_snapshot":
      return `${frame.market_id}  bids ${describeLevels(frame.bids)}  asks ${describeLevels(frame.asks)}`;
    case "book_diff":
      return `${frame.market_id}  bids ${changesText(frame.bids)}  asks ${changesText(frame.asks)}`;
    case "trade": {
      const { market_id, qty, price, taker_side } = frame;
      return `${market_id}  ${formatDecimal(qty)} @ ${formatDecimal(price)}, taker ${taker_side}`;
    }
    case "heartbeat":
      return "";
    case "backlog_end":
      return `backlog ended at ${frame.payload.last_seq}`;
    case "error":
      return `${frame.payload.code}: ${frame.payload.message}`;
    default:
      return frame satisfies never;
  }
}

function describeOrder(view: OrderView): string {
  const { side, qty, token, price, market_id, status, status_reason, filled_qty } = view;
  const why = status_reason === undefined ? "" : ` (${status_reason})`;
  const filled = formatDecimal(filled_qty);
  const wanted = `${side} ${formatDecimal(qty)} ${token} @ ${formatDecimal(price)}`;
  return `${view.account_id} ${market_id}  ${wanted}  ${status}${why}, ${filled} filled`;
}

function describeLifecycle(frame: EventUpdateFrame): string {
  const { event_type, payload } = frame;
  const about = "market_id" in payload ? payload.market_id : payload.event_id;
  const parts: string[] = [event_type, about];
  if ("old_status" in payload) parts.push(`${payload.old_status} -> ${payload.new_status}`);
  if ("result" in payload) parts.push(payload.result);
  if ("floor_strike" in payload && payload.floor_strike) {
    parts.push(`strike ${formatDecimal(payload.floor_strike)}`);
  }
  if ("expiration_value" in payload && payload.expiration_value) {
    parts.push(`at ${payload.expiration_value}`);
  }
  if ("voided_at" in payload) parts.push(payload.void_reason);
  if ("title" in payload && payload.title) {
    parts.push(payload.title.en ?? payload.title.pt ?? payload.title.id ?? "");
  }
  return parts.join("  ");
}

function describePosition(delta: AccountingPositionDelta): string {
  const parts = [
    ["yes", delta.yes_qty],
    ["no", delta.no_qty],
    ["yes reserved", delta.yes_reserved],
    ["no reserved", delta.no_reserved],
  ] as const;
  return parts
    .filter(([, amount]) => amount.units !== 0n || amount.nanos !== 0)
    .map(([name, amount]) => `  ${name} ${formatSigned(amount)}`)
    .join("");
}

function formatSigned(amount: Decimal): string {
  const positive = amount.units > 0n || (amount.units === 0n && amount.nanos > 0);
  return `${positive ? "+" : ""}${formatDecimal(amount)}`;
}

function describeLevels(side: readonly BookLevel[]): string {
  const [best] = side;
  if (best === undefined) return "none";
  return `${formatDecimal(best.qty)} @ ${formatDecimal(best.price)} (${side.length} levels)`;
}

function changesText(side: readonly BookLevel[]): string {
  if (side.length === 0) return "-";
  return side.map(({ price, qty }) => `${formatDecimal(price)}=${formatDecimal(qty)}`).join(" ");
}
