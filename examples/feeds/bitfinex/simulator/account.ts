// The private events of the account: frames of channel 0.

import type { MarketEvent, MarketOrder, OrderMarket } from "../../order-market.ts";
import { toNumber } from "../../scaled-number.ts";

/** A frame of channel 0 without its numbers: its type and its payload. */
export interface AccountFrame {
  readonly type: "os" | "on" | "ou" | "oc" | "te" | "tu" | "ws" | "wu" | "n";
  readonly payload: unknown;
  /** Whether it reports that a request has failed. */
  readonly failed?: boolean;
}

/** The orders and wallets of the one account of the venue. */
export class Account {
  readonly #markets: readonly OrderMarket[];
  readonly #balances = new Map<string, number>();

  constructor(markets: readonly OrderMarket[]) {
    this.#markets = markets;
    for (const { traits } of markets) {
      this.#balances.set(traits.base, 50);
      this.#balances.set(traits.quote, 1_000_000);
    }
  }

  /** Returns the snapshots that follow an authentication. */
  snapshots(nowMs: number): AccountFrame[] {
    const orders = this.#markets.flatMap((market) =>
      [...market.orders("bid"), ...market.orders("ask")]
        .filter(({ own }) => own)
        .map((order) => orderFields(market, order, "ACTIVE", nowMs)),
    );
    const wallets = [...this.#balances].map(([currency, balance]) => wallet(currency, balance));
    return [
      { type: "os", payload: orders },
      { type: "ws", payload: wallets },
    ];
  }

  /** Returns the frames that tell of an event; none if it is about someone else's order. */
  tell(market: OrderMarket, event: MarketEvent, nowMs: number): AccountFrame[] {
    const { kind, order, trade } = event;
    if (!order.own) return [];
    const fields = (status: string): unknown => orderFields(market, order, status, nowMs);
    if (kind === "placed") {
      const text = "Submitting exchange limit order.";
      return [
        { type: "n", payload: notification("SUCCESS", text, fields("ACTIVE"), nowMs) },
        { type: "on", payload: fields("ACTIVE") },
      ];
    }
    if (kind === "cancelled") return [{ type: "oc", payload: fields("CANCELED") }];
    if (trade === undefined) return [{ type: "ou", payload: fields("ACTIVE") }];
    const { traits } = market;
    const price = toNumber(trade.price, traits.priceDecimals);
    const size = toNumber(trade.amount, traits.amountDecimals);
    const amount = order.side === "bid" ? size : -size;
    const execution = [
      trade.id,
      traits.name,
      trade.timeMs,
      order.id,
      amount,
      price,
      "EXCHANGE LIMIT",
      price,
      1,
    ];
    const fee = [toNumber(-Math.ceil(trade.amount / 1000), traits.amountDecimals), traits.base];
    return [
      { type: "te", payload: [...execution, null, null, order.id] },
      order.amount === 0
        ? { type: "oc", payload: fields(`EXECUTED @ ${price}(${amount})`) }
        : { type: "ou", payload: fields(`PARTIALLY FILLED @ ${price}(${amount})`) },
      { type: "tu", payload: [...execution, ...fee, order.id] },
      this.#move(traits.base, amount),
      this.#move(traits.quote, -amount * price),
    ];
  }

  /** Returns the notification of an order that was refused. */
  refusal(nowMs: number): AccountFrame {
    const text = "Invalid order: not enough exchange balance";
    return {
      type: "n",
      payload: notification("ERROR", text, [null, null, nowMs], nowMs),
      failed: true,
    };
  }

  #move(currency: string, amount: number): AccountFrame {
    const balance = Number(((this.#balances.get(currency) ?? 0) + amount).toFixed(8));
    this.#balances.set(currency, balance);
    return { type: "wu", payload: wallet(currency, balance) };
  }
}

function wallet(currency: string, balance: number): unknown[] {
  return ["exchange", currency, balance, 0, null, null, null];
}

function notification(status: string, text: string, info: unknown, nowMs: number): unknown[] {
  return [nowMs, "on-req", null, null, info, null, status, text];
}

function orderFields(
  { traits }: OrderMarket,
  order: MarketOrder,
  status: string,
  nowMs: number,
): unknown[] {
  const sign = order.side === "bid" ? 1 : -1;
  const amount = toNumber(sign * order.amount, traits.amountDecimals);
  const original = toNumber(sign * (order.amount + order.filled), traits.amountDecimals);
  const price = toNumber(order.price, traits.priceDecimals);
  const filled = order.filled > 0;
  return [
    ...[order.id, null, order.placedMs, traits.name, order.placedMs, nowMs, amount, original],
    ...["EXCHANGE LIMIT", null, null, null, 0, status, null, null],
    ...[price, filled ? price : 0, 0, 0, null, null, null, 0],
    ...[0, null, null, null, "BFX", null, null, {}],
  ];
}
