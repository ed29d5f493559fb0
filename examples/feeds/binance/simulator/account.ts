import type { SeededRandom } from "@specwright/runtime/testing";
import { fixedText } from "../../scaled-number.ts";
import type { TimeUnit } from "./events.ts";
import type { SymbolMarket } from "./symbol-market.ts";
import { DECIMALS, ONE } from "./symbols.ts";

/** An order of the account. Amounts are in hundred-millionths. */
interface AccountOrder {
  readonly id: number;
  readonly clientId: string;
  readonly market: SymbolMarket;
  readonly side: "BUY" | "SELL";
  readonly price: bigint;
  readonly quantity: bigint;
  readonly createdMs: number;
  filled: bigint;
  paid: bigint;
  /** The amount of the sold asset that is still locked. */
  locked: bigint;
}

/** The event of an order. */
interface Execution {
  readonly type: "NEW" | "TRADE" | "CANCELED";
  readonly quantity: bigint;
  readonly quote: bigint;
  readonly commission: bigint;
}

/** Returns events with times in that unit. */
export type AccountEvents = (unit: TimeUnit) => readonly object[];

const MOST_ORDERS = 6;
/** The initial balance of each asset. */
const ENDOWMENT = 1_000_000_000n * ONE;

/** The account whose events the user data stream sends: it places, fills and cancels orders. */
export class TradingAccount {
  readonly #random: SeededRandom;
  readonly #balances = new Map<string, { free: bigint; locked: bigint }>();
  readonly #orders: AccountOrder[] = [];
  #orderId: number;
  #executionId: number;
  #tradeId: number;

  constructor(random: SeededRandom) {
    this.#random = random;
    this.#orderId = random.between(1_000_000, 4_000_000_000);
    this.#executionId = random.between(1_000_000, 4_000_000_000);
    this.#tradeId = random.between(1_000_000, 4_000_000_000);
  }

  /**
   * Lets one order be placed, traded or canceled. Returns what happened to the order and then the
   * balances that may have changed.
   */
  act(market: SymbolMarket, nowMs: number): AccountEvents {
    const places = this.#orders.length === 0 || this.#random.chance(0.4);
    if (places && this.#orders.length < MOST_ORDERS) return this.#place(market, nowMs);
    const order = this.#random.pick(this.#orders);
    return this.#random.chance(0.6) ? this.#fill(order, nowMs) : this.#cancel(order, nowMs);
  }

  #place(market: SymbolMarket, nowMs: number): AccountEvents {
    const buys = this.#random.chance(0.5);
    const price = market.bestPrice(buys ? "bid" : "ask");
    const quantity = market.shape.lotSize * BigInt(this.#random.between(1, 9_999));
    const locked = buys ? (price * quantity + ONE - 1n) / ONE : quantity;
    this.#orderId += 1;
    const order: AccountOrder = {
      id: this.#orderId,
      clientId: this.#random.hex(22),
      market,
      side: buys ? "BUY" : "SELL",
      price,
      quantity,
      createdMs: nowMs,
      filled: 0n,
      paid: 0n,
      locked,
    };
    this.#orders.push(order);
    this.#move(given(order), -locked, locked);
    return this.#events(order, { type: "NEW", quantity: 0n, quote: 0n, commission: 0n }, nowMs);
  }

  #fill(order: AccountOrder, nowMs: number): AccountEvents {
    const rest = order.quantity - order.filled;
    const part = (rest * BigInt(this.#random.between(1, 10))) / 10n;
    const lots = part / order.market.shape.lotSize;
    const quantity =
      this.#random.chance(0.3) || lots === 0n ? rest : lots * order.market.shape.lotSize;
    const quote = (order.price * quantity) / ONE;
    const [spent, got] = order.side === "BUY" ? [quote, quantity] : [quantity, quote];
    const commission = got / 1000n;
    order.filled += quantity;
    order.paid += quote;
    order.locked -= spent;
    this.#move(given(order), 0n, -spent);
    this.#move(received(order), got - commission, 0n);
    if (order.filled === order.quantity) this.#release(order);
    return this.#events(order, { type: "TRADE", quantity, quote, commission }, nowMs);
  }

  #cancel(order: AccountOrder, nowMs: number): AccountEvents {
    this.#release(order);
    return this.#events(
      order,
      { type: "CANCELED", quantity: 0n, quote: 0n, commission: 0n },
      nowMs,
    );
  }

  #release(order: AccountOrder): void {
    this.#move(given(order), order.locked, -order.locked);
    order.locked = 0n;
    this.#orders.splice(this.#orders.indexOf(order), 1);
  }

  #balance(asset: string): { free: bigint; locked: bigint } {
    const balance = this.#balances.get(asset) ?? { free: ENDOWMENT, locked: 0n };
    this.#balances.set(asset, balance);
    return balance;
  }

  #move(asset: string, free: bigint, locked: bigint): void {
    const balance = this.#balance(asset);
    balance.free += free;
    balance.locked += locked;
  }

  #events(order: AccountOrder, execution: Execution, nowMs: number): AccountEvents {
    const report = this.#report(order, execution);
    const assets = [order.market.shape.base, order.market.shape.quote];
    const balances = assets.map((asset) => {
      const { free, locked } = this.#balance(asset);
      return { a: asset, f: amount(free), l: amount(locked) };
    });
    return (unit) => {
      const time = nowMs * unit;
      const created = order.createdMs * unit;
      return [
        { e: "executionReport", E: time, ...report, T: time, O: created, W: created },
        { e: "outboundAccountPosition", E: time, u: time, B: balances },
      ];
    };
  }

  #report(order: AccountOrder, execution: Execution): object {
    const { type, quantity, quote, commission } = execution;
    const done = order.filled === order.quantity;
    const traded = type === "TRADE";
    if (traded) this.#tradeId += 1;
    this.#executionId += 1;
    return {
      s: order.market.symbol,
      // The cancellation is an order of its own; the order that it ends is named by C.
      c: type === "CANCELED" ? this.#random.hex(22) : order.clientId,
      S: order.side,
      o: "LIMIT",
      f: "GTC",
      q: amount(order.quantity),
      p: amount(order.price),
      P: amount(0n),
      F: amount(0n),
      g: -1,
      C: type === "CANCELED" ? order.clientId : "",
      x: type,
      X: traded ? (done ? "FILLED" : "PARTIALLY_FILLED") : type,
      r: "NONE",
      i: order.id,
      l: amount(quantity),
      z: amount(order.filled),
      L: amount(traded ? order.price : 0n),
      n: traded ? amount(commission) : "0",
      N: traded ? received(order) : null,
      t: traded ? this.#tradeId : -1,
      I: this.#executionId,
      w: type !== "CANCELED" && !done,
      m: traded,
      M: false,
      Z: amount(order.paid),
      Y: amount(quote),
      Q: amount(0n),
      V: "NONE",
    };
  }
}

/** Returns the asset that is given for what the order is for. */
function given({ side, market }: AccountOrder): string {
  return side === "BUY" ? market.shape.quote : market.shape.base;
}

/** Returns the asset that a fill of the order brings. */
function received({ side, market }: AccountOrder): string {
  return side === "BUY" ? market.shape.base : market.shape.quote;
}

function amount(units: bigint): string {
  return fixedText(units, DECIMALS);
}
