// Generates frames of orders, accounts and books. Their members have the order of the contract:
// first the required ones as `required` lists them, and then the optional ones by name.

import type {
  AccountingUpdateFrame,
  BookDiffFrame,
  BookLevel,
  Decimal,
  OrderUpdateFrame,
} from "@specwright/streams-api/types";
import type { Random } from "./random.ts";

/** Generates an `order_update`. */
export function drawOrderUpdate(random: Random): OrderUpdateFrame {
  const price = random.integer(1, 99) * 10_000_000;
  const qty = random.integer(1, 5000);
  const status = random.pick(["NEW", "ACTIVE", "PARTIALLY_FILLED", "FILLED", "CANCELLED"]);
  const filled =
    status === "FILLED" ? qty : status === "PARTIALLY_FILLED" ? random.integer(1, qty) : 0;
  const time = drawTime(random);
  return {
    type: "order_update",
    seq: BigInt(random.integer(100_000, 99_999_999)),
    ts_ns: time + BigInt(random.integer(20_000, 900_000)),
    payload: {
      order_id: random.uuid(),
      client_order_id: random.uuid(),
      market_id: drawMarket(random),
      broker_id: `brk-${random.integer(10, 99)}`,
      account_id: `acc-${random.hex(16)}`,
      side: random.pick(["BUY", "SELL"]),
      type: random.chance(90) ? "LIMIT" : "MARKET",
      tif: random.pick(["GTC", "GTC", "IOC", "FOK", "DAY"]),
      token: random.pick(["YES", "NO"]),
      price: decimal(price),
      qty: { units: BigInt(qty), nanos: 0 },
      volume: decimal(price * qty),
      filled_qty: { units: BigInt(filled), nanos: 0 },
      filled_volume: decimal(price * filled),
      status,
      last_update_wall_time_ns: time,
      last_update_engine_seq: BigInt(random.integer(1_000_000, 999_999_999)),
      ...(filled > 0 ? { filled_fee: decimal(price * filled * 0.002) } : {}),
      ...(random.chance(90) ? { last_cmd_id_hex: random.hex(32) } : {}),
      ...(status === "CANCELLED"
        ? { status_reason: random.pick(["USER_REQUEST", "TIF_EXPIRATION", "FOK_FAILED"]) }
        : {}),
    },
  };
}

/** Generates an `accounting_update`. One in seven contains a merge. */
export function drawAccountingUpdate(random: Random): AccountingUpdateFrame {
  const price = random.integer(1, 99) * 10_000_000;
  const qty = random.integer(1, 5000);
  const sign = random.chance(50) ? 1 : -1;
  const yes = random.chance(50);
  const moved = { units: BigInt(sign * qty), nanos: 0 };
  const nothing = { units: 0n, nanos: 0 };
  const held = random.chance(60) ? decimal(random.integer(1, 90_000) * 10_000_000) : nothing;
  const merged = random.chance(14);
  return {
    type: "accounting_update",
    seq: BigInt(random.integer(100_000, 99_999_999)),
    ts_ns: drawTime(random),
    payload: {
      account_id: `acc-${random.hex(16)}`,
      market_id: drawMarket(random),
      ref_id: random.uuid(),
      client_ref_id: random.uuid(),
      deltas: {
        cash: decimal(-sign * price * qty),
        position_delta: {
          yes_qty: yes ? moved : nothing,
          no_qty: yes ? nothing : moved,
          yes_reserved: yes ? held : nothing,
          no_reserved: yes ? nothing : held,
        },
        margin_release: random.chance(40) ? decimal(price * random.integer(1, qty)) : nothing,
      },
      ...(merged
        ? {
            merge: {
              merge_id: random.uuid(),
              merged_qty: { units: BigInt(qty), nanos: 0 },
              pnl_realized: decimal(sign * random.integer(1, 400) * 5_000_000),
            },
          }
        : {}),
    },
  };
}

/** Generates a `book_diff` with 20 levels on each side of a price. Prices are in thousandths. */
export function drawBookDiff(
  random: Random,
  middle: number = random.integer(300, 700),
): BookDiffFrame {
  const level = (tick: number): BookLevel => ({
    price: decimal(tick * 1_000_000),
    qty: random.chance(20)
      ? decimal(0)
      : decimal(random.integer(1, 9999) * (random.chance(25) ? 250_000_000 : 1e9)),
  });
  const side = (step: number): BookLevel[] => {
    let tick = middle;
    return Array.from({ length: 20 }, () => {
      tick += step * random.integer(1, 9);
      return level(tick);
    });
  };
  return {
    type: "book_diff",
    market_id: drawMarket(random),
    md_seq: BigInt(random.integer(1000, 9_999_999)),
    ts_ns: drawTime(random),
    bids: side(-1),
    asks: side(1),
  };
}

/** Returns a random time in late 2025, in nanoseconds. */
export function drawTime(random: Random): bigint {
  const second = 1_763_700_000 + random.integer(0, 5_000_000);
  return BigInt(second) * 1_000_000_000n + BigInt(random.integer(0, 999_999_999));
}

function drawMarket(random: Random): string {
  const asset = random.pick(["BTC", "ETH", "SOL", "EURUSD"]);
  const day = String(random.integer(1, 28)).padStart(2, "0");
  const hour = String(random.integer(0, 23)).padStart(2, "0");
  return `${asset}-1H-202512${day}${hour}-T${random.integer(1, 9)}`;
}

/**
 * Divides an amount below 2^53 billionths into units and nanos. Both have the sign of the amount.
 */
function decimal(billionths: number): Decimal {
  const whole = Math.round(billionths);
  const units = Math.trunc(whole / 1e9);
  return { units: BigInt(units), nanos: whole - units * 1e9 };
}
