// A record of an exchange over all its channels: orders, balances, payouts and the ends of markets. Amounts
// are billionths as bigint, so that nothing is rounded.

import { integerAt, textAt, valueAt } from "../stimulus/json-values.ts";
import type { SequencedName } from "../stimulus/stimulus.ts";
import { type Frame, isData, seqOf } from "./frame.ts";

/** The payout of one winning contract, in billionths. */
export const UNIT = 1_000_000_000n;

/** The state of an order after its last frame. */
export interface RecordedOrder {
  readonly market: string;
  readonly account: string;
  readonly side: string;
  readonly token: string;
  readonly price: bigint;
  readonly left: bigint;
  readonly filled: bigint;
  readonly volume: bigint;
  readonly fee: bigint;
  /** Whether the remaining quantity of the order rests in the book. */
  readonly rests: boolean;
}

/** The accounting of one account in one market. */
export interface RecordedBalance {
  readonly market: string;
  readonly account: string;
  cash: bigint;
  yes: bigint;
  no: bigint;
  merged: bigint;
  /** The amount that the account was paid, and the position that was removed, at the end of the market. */
  paid: bigint;
  takenYes: bigint;
  takenNo: bigint;
}

export interface RecordedPayout {
  readonly market: string;
  readonly account: string;
  readonly held: bigint;
  readonly price: bigint;
  readonly amount: bigint;
}

/** A market whose creation was received. */
export interface RecordedMarket {
  readonly event: string;
  /** The end of trading, from the definition of the market. */
  readonly closesAt: string;
  readonly createdNs: bigint;
  ended: "settled" | "voided" | undefined;
  /** When the frame about the end of the market arrived. */
  endedMs: number;
  /** The value of a YES contract, if the market was settled. */
  price: bigint | undefined;
}

export class ExchangeRecord {
  readonly orders: Map<string, RecordedOrder> = new Map();
  readonly balances: Map<string, RecordedBalance> = new Map();
  readonly payouts: RecordedPayout[] = [];
  readonly markets: Map<string, RecordedMarket> = new Map();
  /** The frames of /events, in order. */
  readonly lifecycle: Frame[] = [];
  readonly #since = new Map<SequencedName, bigint>();
  readonly #last = new Map<SequencedName, bigint>();

  /** Records the time from which on all frames of a channel are known. */
  begin(channel: SequencedName, sinceNs: bigint): void {
    this.#since.set(channel, sinceNs);
  }

  /** Records a data frame of a channel. Ignores other frames. */
  take(channel: SequencedName, frame: Frame): void {
    const seq = seqOf(frame) ?? 0n;
    if (!isData(frame) || seq <= (this.#last.get(channel) ?? 0n)) return;
    this.#last.set(channel, seq);
    switch (frame.type) {
      case "order_update":
        this.#takeOrder(frame);
        break;
      case "accounting_update":
      case "accounting_payout":
        this.#takeAccounting(frame);
        break;
      case "payout":
        this.#takePayout(frame);
        break;
      case "event_update":
        this.lifecycle.push(frame);
        this.#takeLifecycle(frame);
        break;
      default:
    }
  }

  /** Reports whether a market was observed from its creation on all channels. */
  isWhole({ createdNs }: RecordedMarket): boolean {
    return [...this.#since.values()].every((sinceNs) => createdNs > sinceNs);
  }

  balancesOf(market: string): readonly RecordedBalance[] {
    return [...this.balances.values()].filter((balance) => balance.market === market);
  }

  ordersOf(market: string): readonly RecordedOrder[] {
    return [...this.orders.values()].filter((order) => order.market === market);
  }

  /** Reports whether all holdings in a market are zero. */
  isFlat(market: string): boolean {
    return this.balancesOf(market).every(
      ({ yes, no, takenYes, takenNo }) => yes + takenYes === 0n && no + takenNo === 0n,
    );
  }

  /** Returns the balance of an account in a market. The first call creates an empty balance. */
  balance(market: string, account: string): RecordedBalance {
    const key = JSON.stringify([market, account]);
    const none = { cash: 0n, yes: 0n, no: 0n, merged: 0n, paid: 0n, takenYes: 0n, takenNo: 0n };
    const found = this.balances.get(key) ?? { market, account, ...none };
    this.balances.set(key, found);
    return found;
  }

  #takeOrder({ value }: Frame): void {
    const payload = valueAt(value, "payload");
    const amount = (name: string): bigint => amountAt(payload, name);
    const status = textAt(payload, "status");
    this.orders.set(textAt(payload, "order_id") ?? "", {
      ...subjectOf(payload),
      side: textAt(payload, "side") ?? "",
      token: textAt(payload, "token") ?? "",
      price: amount("price"),
      left: amount("qty") - amount("filled_qty"),
      filled: amount("filled_qty"),
      volume: amount("filled_volume"),
      fee: amount("filled_fee"),
      rests: status === "ACTIVE" || status === "PARTIALLY_FILLED",
    });
  }

  #takeAccounting({ type, value }: Frame): void {
    const payload = valueAt(value, "payload");
    const { market, account } = subjectOf(payload);
    const balance = this.balance(market, account);
    if (type === "accounting_payout") {
      balance.paid += amountAt(payload, "cash_delta");
      balance.takenYes += amountAt(payload, "position_delta", "yes_qty");
      balance.takenNo += amountAt(payload, "position_delta", "no_qty");
      return;
    }
    balance.cash += amountAt(payload, "deltas", "cash");
    balance.yes += amountAt(payload, "deltas", "position_delta", "yes_qty");
    balance.no += amountAt(payload, "deltas", "position_delta", "no_qty");
    balance.merged += amountAt(payload, "merge", "merged_qty");
  }

  #takePayout({ value }: Frame): void {
    const payload = valueAt(value, "payload");
    this.payouts.push({
      ...subjectOf(payload),
      held: amountAt(payload, "qty_held_at_settlement"),
      price: amountAt(payload, "settlement_price"),
      amount: amountAt(payload, "payout_amount"),
    });
  }

  #takeLifecycle({ value, atMs }: Frame): void {
    const market = textAt(value, "market_id") ?? "";
    switch (textAt(value, "event_type")) {
      case "market.created":
        this.markets.set(market, {
          event: textAt(value, "event_id") ?? "",
          closesAt: textAt(value, "payload", "closes_at") ?? "",
          createdNs: integerAt(value, "ts_ns") ?? 0n,
          ended: undefined,
          endedMs: 0,
          price: undefined,
        });
        break;
      case "market.settled":
        this.#end(market, "settled", atMs, amountAt(value, "payload", "settlement_price"));
        break;
      case "market.voided":
        this.#end(market, "voided", atMs, undefined);
        break;
      default:
    }
  }

  #end(name: string, how: "settled" | "voided", atMs: number, price: bigint | undefined): void {
    const market = this.markets.get(name);
    if (market !== undefined) Object.assign(market, { ended: how, endedMs: atMs, price });
  }
}

/** Returns a Decimal member in billionths; 0 if the member is missing. */
export function amountAt(value: unknown, ...path: readonly string[]): bigint {
  const found = valueAt(value, ...path);
  return (integerAt(found, "units") ?? 0n) * UNIT + (integerAt(found, "nanos") ?? 0n);
}

/** Formats billionths as a decimal number. */
export function printAmount(nanos: bigint): string {
  const size = nanos < 0n ? -nanos : nanos;
  const fraction = String(size % UNIT)
    .padStart(9, "0")
    .replace(/0+$/, "");
  return `${nanos < 0n ? "-" : ""}${size / UNIT}${fraction === "" ? "" : `.${fraction}`}`;
}

function subjectOf(payload: unknown): { readonly market: string; readonly account: string } {
  return {
    market: textAt(payload, "market_id") ?? "",
    account: textAt(payload, "account_id") ?? "",
  };
}
