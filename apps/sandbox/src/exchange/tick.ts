// Collects the frames that one command of the engine causes: order changes in the order in which
// they happen, one accounting frame for each account (streams source §2.8), trades, and one diff of
// the book.

import { decimalFromNanos } from "@specwright/runtime";
import type {
  AccountingMerge,
  BookLevel,
  OrderRejectPayload,
  OrderSide,
} from "@specwright/streams-api/types";
import type { PublishCommand } from "@specwright/streams-sdk/publish";
import type { BalanceChange, Ledger } from "./ledger.ts";
import { type BookSide, type Order, viewOrder } from "./order.ts";
import type { OrderBook } from "./order-book.ts";

/** The services that all ticks of an exchange share. */
export interface TickWorld {
  readonly brokerId: string;
  readonly ledger: Ledger;
  /** Returns the next value of `last_update_engine_seq` (§2.2). */
  readonly nextEngineSeq: () => bigint;
  readonly nextTradeId: () => string;
  /** Returns 32 hex digits. */
  readonly nextCmdId: () => string;
}

/** The cause of a balance change: an order, or a different command. */
export type ChangeCause = Order | { readonly clientRefId: string };

/** Collects the effects of one command. */
export interface Tick {
  readonly cmdIdHex: string;
  /** Announces the current state of an order. */
  announce(order: Order): void;
  refuse(accountId: string, payload: OrderRejectPayload): void;
  /**
   * Changes balances. If the change releases reserved cash, the frame reports this cash as released
   * margin.
   */
  change(accountId: string, cause: ChangeCause, change: Partial<BalanceChange>): void;
  merged(accountId: string, merge: AccountingMerge): void;
  trade(price: bigint, qty: bigint, takerSide: OrderSide): void;
  /** Records that the quantity at a price has changed. */
  touch(side: BookSide, price: bigint): void;
  /** Returns the frames of the command. */
  finish(): readonly PublishCommand[];
}

interface Sum {
  cash: bigint;
  yesQty: bigint;
  noQty: bigint;
  yesReserved: bigint;
  noReserved: bigint;
  released: bigint;
  merge: AccountingMerge | undefined;
  readonly causes: Set<ChangeCause>;
}

export interface TickMarket {
  readonly marketId: string;
  readonly eventId: string;
  readonly book: OrderBook;
}

/** Starts to collect the frames of a command in one market. */
export function createTick(world: TickWorld, market: TickMarket, nowNs: bigint): Tick {
  const { brokerId, ledger } = world;
  const { marketId, eventId, book } = market;
  // Readers can filter by the event. The payloads do not contain the event, so it is passed as a
  // key.
  const keys = { event_id: [eventId] };
  const cmdIdHex = world.nextCmdId();
  const orders: PublishCommand[] = [];
  const trades: PublishCommand[] = [];
  const sums = new Map<string, Sum>();
  const touched = { bids: new Set<bigint>(), asks: new Set<bigint>() };

  function accountSum(accountId: string): Sum {
    const known = sums.get(accountId);
    if (known !== undefined) return known;
    const none = { cash: 0n, yesQty: 0n, noQty: 0n, yesReserved: 0n, noReserved: 0n, released: 0n };
    const made: Sum = { ...none, merge: undefined, causes: new Set() };
    sums.set(accountId, made);
    return made;
  }

  function changedLevels(side: BookSide): BookLevel[] {
    return [...touched[side]].map((price) => ({
      price: decimalFromNanos(price),
      qty: decimalFromNanos(book.depth(side, price)),
    }));
  }

  return {
    cmdIdHex,
    announce(order) {
      order.cmdIdHex = cmdIdHex;
      const stamp = { brokerId, wallTimeNs: nowNs, engineSeq: world.nextEngineSeq() };
      const payload = viewOrder(order, stamp);
      orders.push({
        channel: "orders",
        broker_id: brokerId,
        message: { type: "order_update", payload },
        keys,
      });
    },
    refuse(accountId, payload) {
      orders.push({
        channel: "orders",
        broker_id: brokerId,
        message: { type: "order_reject", payload },
        keys: { ...keys, market: [marketId], account_id: [accountId] },
      });
    },
    change(accountId, cause, change) {
      ledger.apply(accountId, marketId, change);
      const sum = accountSum(accountId);
      const { reservedCash = 0n } = change;
      sum.cash += change.cash ?? 0n;
      sum.yesQty += change.yesQty ?? 0n;
      sum.noQty += change.noQty ?? 0n;
      sum.yesReserved += change.yesReserved ?? 0n;
      sum.noReserved += change.noReserved ?? 0n;
      if (reservedCash < 0n) sum.released -= reservedCash;
      sum.causes.add(cause);
    },
    merged(accountId, merge) {
      accountSum(accountId).merge = merge;
    },
    trade(price, qty, takerSide) {
      const trade_id = world.nextTradeId();
      trades.push({
        channel: "market-data",
        message: {
          type: "trade",
          market_id: marketId,
          trade_id,
          price: decimalFromNanos(price),
          qty: decimalFromNanos(qty),
          taker_side: takerSide,
        },
      });
    },
    touch: (side, price) => void touched[side].add(price),
    finish() {
      const accounting = [...sums].flatMap(([accountId, sum]) =>
        isEmptySum(sum) ? [] : [accountingUpdate(world, market, accountId, sum, cmdIdHex)],
      );
      const [bids, asks] = [changedLevels("bids"), changedLevels("asks")];
      const diff: PublishCommand[] =
        bids.length + asks.length === 0
          ? []
          : [
              {
                channel: "market-data",
                message: { type: "book_diff", market_id: marketId, bids, asks },
              },
            ];
      return [...orders, ...accounting, ...trades, ...diff];
    },
  };
}

function isEmptySum({ merge, causes, ...amounts }: Sum): boolean {
  return merge === undefined && Object.values(amounts).every((amount) => amount === 0n);
}

function accountingUpdate(
  { brokerId }: TickWorld,
  { marketId }: TickMarket,
  accountId: string,
  sum: Sum,
  cmdIdHex: string,
): PublishCommand {
  const [first] = sum.causes;
  // If several orders of one account change in one tick, the frame names the command instead of one
  // order.
  const single = sum.causes.size === 1 && first !== undefined && "orderId" in first;
  const clientRef =
    first === undefined
      ? cmdIdHex
      : "orderId" in first
        ? first.request.clientOrderId
        : first.clientRefId;
  return {
    channel: "accounting",
    broker_id: brokerId,
    message: {
      type: "accounting_update",
      payload: {
        account_id: accountId,
        market_id: marketId,
        ref_id: single ? first.orderId : cmdIdHex,
        client_ref_id: clientRef,
        deltas: {
          cash: decimalFromNanos(sum.cash),
          position_delta: {
            yes_qty: decimalFromNanos(sum.yesQty),
            no_qty: decimalFromNanos(sum.noQty),
            yes_reserved: decimalFromNanos(sum.yesReserved),
            no_reserved: decimalFromNanos(sum.noReserved),
          },
          margin_release: decimalFromNanos(sum.released),
        },
        ...(sum.merge !== undefined && { merge: sum.merge }),
      },
    },
  };
}
