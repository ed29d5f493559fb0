// The frames of an exchange with two accounts and one market, from its creation to its settlement. A
// stimulus publishes them. They contain a resting order, trades that create and move contracts, a merge,
// and the payouts at the end.

import { randomUUID } from "node:crypto";
import {
  accountingPayout,
  accountingUpdate,
  bookDiff,
  decimal,
  level,
  lifecycle,
  orderUpdate,
  payout,
  type SampleSubject,
  trade,
} from "./samples.ts";
import type { ChannelName, JsonObject } from "./stimulus.ts";

export interface Step {
  readonly channel: ChannelName;
  readonly message: JsonObject;
}

/** The ids of the market, the event and the accounts of the exchange. */
export interface SmallExchange {
  readonly market: string;
  readonly event: string;
  readonly accounts: readonly [string, string];
}

type Order = Readonly<Record<"side" | "token", string>> & {
  readonly order_id: string;
  readonly price: JsonObject;
  readonly qty: JsonObject;
  readonly volume: JsonObject;
};

const none = decimal(0);

/** Returns the frames up to the last trade. After these frames, an order still rests in the book. */
export function openingSteps({ market, event, accounts }: SmallExchange): readonly Step[] {
  const [maker, taker] = accounts.map((account): SampleSubject => ({ market, event, account })) as [
    SampleSubject,
    SampleSubject,
  ];
  // A bid for 100 YES at 0.62; 40 NO are bought against it, then 10 YES are sold back at 0.70.
  const bid = sampleOrder("BUY", "YES", cents(62), 100, decimal(62));
  const no = sampleOrder("BUY", "NO", cents(38), 40, decimal(15, 200_000_000));
  const ask = sampleOrder("SELL", "YES", cents(70), 10, decimal(7));
  const buy = sampleOrder("BUY", "YES", cents(70), 10, decimal(7));
  return [
    eventStep("event.created", market, event),
    eventStep("market.created", market, event),
    bookStep({ type: "book_snapshot", market_id: market, bids: [], asks: [] }),
    orderStep(maker, bid, "NEW"),
    orderStep(maker, bid, "ACTIVE"),
    bookStep(bookDiff(market, [level(62, 100)])),
    orderStep(maker, bid, "PARTIALLY_FILLED", [decimal(40), decimal(24, 800_000_000), none]),
    orderStep(taker, no, "FILLED", [decimal(40), decimal(15, 200_000_000), decimal(0, 30_400_000)]),
    balanceStep(maker, decimal(-24, -800_000_000), 40, 0),
    balanceStep(taker, decimal(-15, -230_400_000), 0, 40),
    bookStep({ ...trade(market), price: cents(62), qty: decimal(40), taker_side: "SELL" }),
    bookStep(bookDiff(market, [level(62, 60)])),
    orderStep(maker, ask, "ACTIVE"),
    bookStep(bookDiff(market, [], [level(70, 10)])),
    orderStep(maker, ask, "FILLED", [decimal(10), decimal(7), none]),
    orderStep(taker, buy, "FILLED", [decimal(10), decimal(7), decimal(0, 14_000_000)]),
    balanceStep(maker, decimal(7), -10, 0),
    balanceStep(taker, decimal(-7, -14_000_000), 10, 0),
    bookStep({ ...trade(market), price: cents(70), qty: decimal(10), taker_side: "BUY" }),
    bookStep(bookDiff(market, [], [level(70, 0)])),
    balanceStep(taker, decimal(10), -10, -10, {
      merge: { merge_id: randomUUID(), merged_qty: decimal(10), pnl_realized: none },
    }),
  ];
}

/** Returns the frames of the end of the market, whose outcome is YES. */
export function closingSteps({ market, event, accounts }: SmallExchange): readonly Step[] {
  const [maker, taker] = accounts;
  return [
    eventStep("market.settled", market, event),
    eventStep("market.status_changed", market, event, {
      old_status: "closed",
      new_status: "settled",
    }),
    ...settledSteps({ market, event, account: maker }, [30, 0], 30),
    ...settledSteps({ market, event, account: taker }, [0, 30], 0),
    eventStep("event.settled", market, event),
    eventStep("event.status_changed", market, event, {
      old_status: "closed",
      new_status: "settled",
    }),
  ];
}

function cents(count: number): JsonObject {
  return decimal(0, count * 10_000_000);
}

function sampleOrder(
  side: string,
  token: string,
  price: JsonObject,
  qty: number,
  volume: JsonObject,
): Order {
  return { order_id: randomUUID(), side, token, price, qty: decimal(qty), volume };
}

function eventStep(
  type: Parameters<typeof lifecycle>[0],
  market: string,
  event: string,
  more: JsonObject = {},
): Step {
  return { channel: "events", message: lifecycle(type, { market, event }, more) };
}

function orderStep(
  subject: SampleSubject,
  of: Order,
  status: string,
  [qty, volume, fee]: readonly [JsonObject, JsonObject, JsonObject] = [none, none, none],
): Step {
  const filled = { filled_qty: qty, filled_volume: volume, filled_fee: fee };
  return { channel: "orders", message: orderUpdate(subject, { ...of, status, ...filled }) };
}

function balanceStep(
  subject: SampleSubject,
  cash: JsonObject,
  yes: number,
  no: number,
  more: JsonObject = {},
): Step {
  const position = { yes_qty: decimal(yes), no_qty: decimal(no) };
  const position_delta = { ...position, yes_reserved: none, no_reserved: none };
  const deltas = { cash, position_delta, margin_release: none };
  return { channel: "accounting", message: accountingUpdate(subject, { deltas, ...more }) };
}

function settledSteps(
  subject: SampleSubject,
  [yes, no]: readonly [number, number],
  paid: number,
): readonly Step[] {
  const position = { yes_qty: decimal(-yes), no_qty: decimal(-no) };
  const position_delta = { ...position, yes_reserved: none, no_reserved: none };
  const accounting = accountingPayout(subject, { cash_delta: decimal(paid), position_delta });
  const held = { qty_held_at_settlement: decimal(yes - no), payout_amount: decimal(paid) };
  return [
    { channel: "accounting", message: accounting },
    { channel: "payouts", message: payout(subject, held) },
  ];
}

function bookStep(message: JsonObject): Step {
  return { channel: "market-data", message };
}
