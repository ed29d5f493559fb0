// Invariants across the channels of an exchange that hold after any fault.

import { decimalFromNanos, decimalToNanos, stringifyJson } from "@specwright/runtime";
import { OrderBook } from "@specwright/streams/books";
import type { Decimal, OrderView } from "@specwright/streams-api/types";
import type { SandboxHistory } from "./sandbox-history.ts";

const UNIT = 1_000_000_000n;
const STARTING_CASH = 1_000_000n * UNIT;

/**
 * Checks that the channels agree with each other and with the stored accounts.
 *
 * @throws Error
 */
export function checkHistory(history: SandboxHistory): { readonly books: number } {
  checkNumbers(history);
  checkEnds(history);
  checkMoney(history);
  checkPayouts(history);
  return { books: checkBooks(history) };
}

/** The exchange numbers its actions: none is missing, and none occurs twice. */
function checkNumbers({ orders, marketData }: SandboxHistory): void {
  let engine = 2n ** 53n;
  for (const frame of orders) {
    if (frame.type !== "order_update") continue;
    const { last_update_engine_seq: number } = frame.payload;
    if (number !== engine + 1n) throw new Error(`the order update ${number} comes after ${engine}`);
    engine = number;
  }
  let trades = 0;
  for (const frame of marketData) {
    if (frame.type !== "trade") continue;
    trades += 1;
    if (frame.trade_id !== `T-${trades}`) throw new Error(`${frame.trade_id} is trade ${trades}`);
  }
}

/** The frame after a settlement or voiding announces the new status. */
function checkEnds({ events }: SandboxHistory): void {
  const ended = new Map<string, string>();
  for (const { event_type: type, payload } of events) {
    const [kind = "", what = ""] = type.split(".");
    const subject =
      kind === "market" && "market_id" in payload ? payload.market_id : payload.event_id;
    const wanted = ended.get(subject);
    ended.delete(subject);
    const status = "new_status" in payload ? payload.new_status : undefined;
    if (wanted !== undefined && (what !== "status_changed" || status !== wanted)) {
      throw new Error(`${subject} is ${wanted}, and then ${type} to ${status}`);
    }
    if (what === "settled" || what === "voided") ended.set(subject, what);
  }
}

interface Sums {
  cash: bigint;
  yes: bigint;
  no: bigint;
}

const nothing: Sums = { cash: 0n, yes: 0n, no: 0n };

/**
 * Accounting matches the orders and merges. Only fees, and the value of open pairs of contracts, change the
 * sum of all money.
 */
function checkMoney({ orders, accounting, turn }: SandboxHistory): void {
  const fills = fillsOf(orders);
  const cash = new Map<string, bigint>();
  const positions = new Map<string, Sums>();
  const booked = new Map<string, Sums>();
  for (const { type, payload } of accounting) {
    const { account_id, market_id } = payload;
    const [change, delta] =
      type === "accounting_update"
        ? [payload.deltas.cash, payload.deltas.position_delta]
        : [payload.cash_delta, payload.position_delta];
    const sums = { cash: nanos(change), yes: nanos(delta.yes_qty), no: nanos(delta.no_qty) };
    cash.set(account_id, (cash.get(account_id) ?? 0n) + sums.cash);
    add(positions, market_id, sums);
    if (type !== "accounting_update") continue;
    const merged = payload.merge === undefined ? 0n : nanos(payload.merge.merged_qty);
    const key = `${account_id} ${market_id}`;
    add(booked, key, { cash: sums.cash - merged, yes: sums.yes + merged, no: sums.no + merged });
  }
  for (const key of new Set([...fills.sums.keys(), ...booked.keys()])) {
    const [filled, accounted] = [
      stringifyJson(fills.sums.get(key) ?? nothing),
      stringifyJson(booked.get(key) ?? nothing),
    ];
    if (filled !== accounted) throw new Error(`${key}: orders ${filled}, accounting ${accounted}`);
  }
  let all = fills.fees;
  for (const [market, { yes, no }] of positions) {
    if (yes !== no) throw new Error(`${market} has ${yes} of YES and ${no} of NO`);
    all += yes;
  }
  for (const sum of cash.values()) all += sum;
  if (all !== 0n) throw new Error(`${all} nanos came from nowhere`);
  for (const { accountId, cash: kept } of turn?.state.ledger.accounts.values() ?? []) {
    const sum = STARTING_CASH + (cash.get(accountId) ?? 0n);
    if (kept !== sum) throw new Error(`${accountId} has ${kept}, and by accounting ${sum}`);
  }
}

/** Sums up the effects of orders by account and market. */
function fillsOf(orders: SandboxHistory["orders"]) {
  const shown = new Map<string, OrderView>();
  const sums = new Map<string, Sums>();
  let fees = 0n;
  for (const frame of orders) {
    if (frame.type !== "order_update") continue;
    const view = frame.payload;
    const before = shown.get(view.order_id);
    shown.set(view.order_id, view);
    const grown = (name: "filled_qty" | "filled_volume" | "filled_fee"): bigint =>
      nanos(view[name]) - (before === undefined ? 0n : nanos(before[name]));
    const sign = view.side === "BUY" ? 1n : -1n;
    const qty = sign * grown("filled_qty");
    const fee = grown("filled_fee");
    fees += fee;
    if (grown("filled_qty") < 0n) throw new Error(`${view.order_id} lost a fill`);
    const cash = -sign * grown("filled_volume") - fee;
    const [yes, no] = view.token === "YES" ? [qty, 0n] : [0n, qty];
    add(sums, `${view.account_id} ${view.market_id}`, { cash, yes, no });
  }
  return { sums, fees };
}

/** Both channels pay the same amounts. */
function checkPayouts({ accounting, payouts }: SandboxHistory): void {
  const text = (account: string, market: string, amount: Decimal): string =>
    `${account} ${market} ${nanos(amount)}`;
  const booked = accounting.flatMap(({ type, payload }) =>
    type === "accounting_payout" && payload.reason === "SETTLEMENT"
      ? [text(payload.account_id, payload.market_id, payload.cash_delta)]
      : [],
  );
  const paid = payouts.map(({ payload }) =>
    text(payload.account_id, payload.market_id, payload.payout_amount),
  );
  if (booked.join() !== paid.join()) throw new Error("the two channels of payouts differ");
}

/** Compares the books built from orders with the books of market data; returns their number. */
function checkBooks({ orders, marketData }: SandboxHistory): number {
  const byOrders = new Map<string, Map<string, bigint>>();
  const resting = new Map<string, OrderView>();
  for (const frame of orders) {
    if (frame.type !== "order_update") continue;
    const { payload } = frame;
    const rests = payload.status === "ACTIVE" || payload.status === "PARTIALLY_FILLED";
    if (rests) resting.set(payload.order_id, payload);
    else resting.delete(payload.order_id);
  }
  for (const { market_id, side, token, price, qty, filled_qty } of resting.values()) {
    const levels = byOrders.get(market_id) ?? new Map<string, bigint>();
    byOrders.set(market_id, levels);
    const isBid = (side === "BUY") === (token === "YES");
    const yes = token === "YES" ? nanos(price) : UNIT - nanos(price);
    const level = `${isBid ? "bid" : "ask"} ${yes}`;
    levels.set(level, (levels.get(level) ?? 0n) + nanos(qty) - nanos(filled_qty));
  }
  const books = new Map<string, OrderBook>();
  for (const frame of marketData) {
    const book = books.get(frame.market_id) ?? new OrderBook();
    books.set(frame.market_id, book);
    if (frame.type === "book_diff") book.applyDiff(frame);
    if (frame.type === "book_snapshot") book.applySnapshot(frame);
  }
  for (const [market, book] of books) {
    const wanted = bookOf(byOrders.get(market) ?? new Map());
    if (stringifyJson(book.snapshot()) === stringifyJson(wanted.snapshot())) continue;
    throw new Error(`the orders of ${market} make another book than its market data`);
  }
  return byOrders.size;
}

function bookOf(levels: ReadonlyMap<string, bigint>): OrderBook {
  const side = (name: string) =>
    [...levels].flatMap(([level, qty]) => {
      const [of, price = ""] = level.split(" ");
      if (of !== name) return [];
      return [{ price: decimalFromNanos(BigInt(price)), qty: decimalFromNanos(qty) }];
    });
  const book = new OrderBook();
  book.applyDiff({ bids: side("bid"), asks: side("ask") });
  return book;
}

function add(into: Map<string, Sums>, key: string, { cash, yes, no }: Sums): void {
  const sums = into.get(key) ?? { cash: 0n, yes: 0n, no: 0n };
  into.set(key, { cash: sums.cash + cash, yes: sums.yes + yes, no: sums.no + no });
}

function nanos(decimal: Decimal | undefined): bigint {
  return decimal === undefined ? 0n : decimalToNanos(decimal);
}
