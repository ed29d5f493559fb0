// Within minutes, a visitor of the sandbox sees all kinds of frames, and they agree with each
// other.

import { decimalToNanos } from "@specwright/runtime";
import type { AccountingUpdatePayload, Decimal, OrderView } from "@specwright/streams-api/types";
import type { PublishCommand } from "@specwright/streams-sdk/publish";
import { describe, expect, test } from "vitest";
import { createExchange } from "../src/exchange/create-exchange.ts";

/** Two and a half minutes; the first minute is over when the sandbox starts. */
const STEPS = 400;
const STEP_MS = 400;

const everything = [
  "accounting_payout SETTLEMENT",
  "accounting_payout VOID",
  "accounting_update",
  "accounting_update with merge",
  "book_diff",
  "event_update event.created",
  "event_update event.settled",
  "event_update event.status_changed",
  "event_update event.voided",
  "event_update market.created",
  "event_update market.details_changed",
  "event_update market.settled",
  "event_update market.status_changed",
  "event_update market.voided",
  "order_reject",
  "order_update ACTIVE",
  "order_update CANCELLED",
  "order_update EXPIRED",
  "order_update FILLED",
  "order_update NEW",
  "order_update PARTIALLY_FILLED",
  "order_update REJECTED",
  "payout",
  "trade",
];

function run(seed: number): readonly PublishCommand["message"][] {
  const exchange = createExchange({ brokerId: "BRK", seed });
  const startMs = Date.UTC(2026, 0, 1);
  return Array.from({ length: STEPS }, (_, step) => exchange.step(startMs + step * STEP_MS))
    .flat()
    .map(({ message }) => message);
}

function kindOf(message: PublishCommand["message"]): string {
  switch (message.type) {
    case "event_update":
      return `${message.type} ${message.event_type}`;
    case "order_update":
      return `${message.type} ${message.payload.status}`;
    case "accounting_payout":
      return `${message.type} ${message.payload.reason}`;
    case "accounting_update":
      return message.payload.merge === undefined ? message.type : `${message.type} with merge`;
    default:
      return message.type;
  }
}

/** The sum of what order changes and merges do to an account in a market. */
interface Sum {
  cash: bigint;
  yes: bigint;
  no: bigint;
}

const amount = (decimal: Decimal | undefined): bigint =>
  decimal === undefined ? 0n : decimalToNanos(decimal);

/** Adds the quantity that was filled since the previous view of the order. */
function addFill(sum: Sum, view: OrderView, before: OrderView | undefined): void {
  const grown = (name: "filled_qty" | "filled_volume" | "filled_fee"): bigint =>
    amount(view[name]) - amount(before?.[name]);
  const sign = view.side === "BUY" ? 1n : -1n;
  sum.cash -= sign * grown("filled_volume") + grown("filled_fee");
  sum[view.token === "YES" ? "yes" : "no"] += sign * grown("filled_qty");
}

function addMerge(sum: Sum, { merge }: AccountingUpdatePayload): void {
  const merged = merge === undefined ? 0n : amount(merge.merged_qty);
  sum.cash += merged;
  sum.yes -= merged;
  sum.no -= merged;
}

describe.each([1, 2, 3, 4, 5, 6])("a short run with the seed %i", (seed) => {
  const messages = run(seed);

  test("shows every frame of the exchange, every OrderStatus and every lifecycle event", () => {
    expect([...new Set(messages.map(kindOf))].sort()).toEqual(everything);
  });

  test("has one accounting frame for each change by orders and merges", () => {
    const shown = new Map<string, OrderView>();
    const open = new Map<string, Sum>();
    const sumOf = (account: string, market: string): Sum => {
      const key = `${account} ${market}`;
      const sum = open.get(key) ?? { cash: 0n, yes: 0n, no: 0n };
      open.set(key, sum);
      return sum;
    };
    let compared = 0;
    for (const message of messages) {
      if (message.type === "order_update") {
        const view = message.payload;
        addFill(sumOf(view.account_id, view.market_id), view, shown.get(view.order_id));
        shown.set(view.order_id, view);
      }
      if (message.type !== "accounting_update") continue;
      const { payload } = message;
      const sum = sumOf(payload.account_id, payload.market_id);
      addMerge(sum, payload);
      const { cash, position_delta } = payload.deltas;
      expect(sum).toEqual({
        cash: amount(cash),
        yes: amount(position_delta.yes_qty),
        no: amount(position_delta.no_qty),
      });
      Object.assign(sum, { cash: 0n, yes: 0n, no: 0n });
      const order = shown.get(payload.ref_id);
      if (order !== undefined) {
        expect(payload).toMatchObject({
          account_id: order.account_id,
          market_id: order.market_id,
          client_ref_id: order.client_order_id,
        });
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(20);
    for (const sum of open.values()) expect(sum).toEqual({ cash: 0n, yes: 0n, no: 0n });
  });

  test("pays out the same on both channels", () => {
    const paid = new Map<string, bigint>();
    const add = (key: string, value: bigint): void => {
      paid.set(key, (paid.get(key) ?? 0n) + value);
    };
    for (const message of messages) {
      if (message.type === "payout") {
        const { account_id, market_id, payout_amount } = message.payload;
        add(`${account_id} ${market_id}`, amount(payout_amount));
      }
      if (message.type === "accounting_payout" && message.payload.reason === "SETTLEMENT") {
        const { account_id, market_id, cash_delta } = message.payload;
        add(`${account_id} ${market_id}`, -amount(cash_delta));
      }
    }
    expect(paid.size).toBeGreaterThan(0);
    expect([...paid.values()].every((left) => left === 0n)).toBe(true);
  });
});
