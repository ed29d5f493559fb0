import { takerFee, totalPrice, UNIT } from "./amounts.ts";
import type { BalanceChange } from "./ledger.ts";
import type { EngineWorld, MarketState } from "./market-state.ts";
import { bookPriceOf, bookSideOf, type Order, remainingOf } from "./order.ts";
import { negateChange, reservationOf } from "./release-order.ts";
import type { Tick } from "./tick.ts";

/** A trade between two orders at the price of the maker. */
export interface Fill {
  readonly taker: Order;
  readonly maker: Order;
  readonly qty: bigint;
}

/** Executes a trade: updates both orders, both accounts and the book. */
export function fillOrders(
  world: EngineWorld,
  market: MarketState,
  tick: Tick,
  { taker, maker, qty }: Fill,
): void {
  const price = bookPriceOf(maker.request);
  // The resting order of the maker reserved cash or contracts for this quantity. The trade uses
  // them up.
  tick.change(maker.request.accountId, maker, negateChange(reservationOf(maker, qty)));
  fillOne(world, market, tick, maker, { price, qty, takes: false });
  if (remainingOf(maker) === 0n) market.book.remove(maker);
  tick.touch(bookSideOf(maker.request), price);
  fillOne(world, market, tick, taker, { price, qty, takes: true });
  // The book contains YES contracts. A taker that fills a bid sells YES, even if the order buys NO.
  tick.trade(price, qty, bookSideOf(taker.request) === "bids" ? "BUY" : "SELL");
}

function fillOne(
  { ledger }: EngineWorld,
  { marketId }: MarketState,
  tick: Tick,
  order: Order,
  { price, qty, takes }: { readonly price: bigint; readonly qty: bigint; readonly takes: boolean },
): void {
  const { accountId, side, token } = order.request;
  const cost = totalPrice(token === "YES" ? price : UNIT - price, qty);
  const fee = takes ? takerFee(cost) : 0n;
  ledger.takeFee(fee);
  const holding = ledger.holding(accountId, marketId);
  const [heldQty, heldCost] =
    token === "YES" ? [holding.yesQty, holding.yesCost] : [holding.noQty, holding.noCost];
  const buys = side === "BUY";
  const change: Partial<BalanceChange> = contractsOf(token, {
    qty: buys ? qty : -qty,
    // A sale reduces the acquisition cost in proportion to the sold quantity.
    cost: buys ? cost : -((heldCost * qty) / heldQty),
  });
  tick.change(accountId, order, { ...change, cash: (buys ? -cost : cost) - fee });
  order.filledQty += qty;
  order.filledVolume += cost;
  order.filledFee += fee;
  order.state = remainingOf(order) === 0n ? "FILLED" : "PARTIALLY_FILLED";
  tick.announce(order);
}

function contractsOf(
  token: "YES" | "NO",
  { qty, cost }: { readonly qty: bigint; readonly cost: bigint },
): Partial<BalanceChange> {
  return token === "YES" ? { yesQty: qty, yesCost: cost } : { noQty: qty, noCost: cost };
}
