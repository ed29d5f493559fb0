// The behaviour of traders. They quote around a fair price, take, cancel, amend and merge.
// Sometimes they send a command that the exchange must reject.

import type { SeededRandom } from "@specwright/runtime/testing";
import type { OrderSide, Token } from "@specwright/streams-api/types";
import type { PublishCommand } from "@specwright/streams-sdk/publish";
import { LOT, smallerAmount, TICK, UNIT } from "./amounts.ts";
import type { Ledger } from "./ledger.ts";
import type { MatchingEngine } from "./matching-engine.ts";
import { type BookSide, type Order, type OrderRequest, remainingOf } from "./order.ts";
import { MAX_ORDER_QTY } from "./place-order.ts";

/** The services that traders use. */
export interface TraderWorld {
  readonly engine: MatchingEngine;
  readonly ledger: Ledger;
  readonly random: SeededRandom;
  readonly accountIds: readonly string[];
}

/** The market in which a trader acts, and the estimated value of its contracts. */
export interface Situation {
  readonly marketId: string;
  /** The estimated value of a YES contract, in cents from 1 to 99. */
  readonly fairCents: number;
  readonly nowNs: bigint;
}

/** The number of resting orders from which traders cancel orders instead of quoting. */
const CROWDED = 40;

/** Lets one trader perform one action. Returns the resulting frames. */
export function performAction(world: TraderWorld, situation: Situation): readonly PublishCommand[] {
  const { random, engine } = world;
  const { book } = engine.market(situation.marketId);
  const thin = (["bids", "asks"] as const).find((side) => book.inOrder(side).length < 3);
  if (thin !== undefined && random.chance(0.7)) return quoteOrders(world, situation, thin);
  const roll = random.below(100);
  if (roll < 45) {
    const side = random.chance(0.5) ? "bids" : "asks";
    return book.all().length < CROWDED
      ? quoteOrders(world, situation, side)
      : cancelOne(world, situation);
  }
  if (roll < 70) return takeOrder(world, situation);
  if (roll < 84) return cancelOne(world, situation);
  if (roll < 90) return amendOne(world, situation);
  if (roll < 94) return rejectedCommand(world, situation);
  if (roll < 97) return rejectedOrder(world, situation);
  return mergeOne(world, situation);
}

function quoteOrders(
  world: TraderWorld,
  situation: Situation,
  side: BookSide,
): readonly PublishCommand[] {
  const { random } = world;
  const away = random.between(1, 5);
  const cents = situation.fairCents + (side === "bids" ? -away : away);
  const qty = BigInt(random.between(2, 60)) * LOT;
  return placeOrder(world, situation, side, cents, qty, {
    type: "LIMIT",
    tif: random.chance(0.25) ? "DAY" : "GTC",
  });
}

function takeOrder(world: TraderWorld, situation: Situation): readonly PublishCommand[] {
  const { random } = world;
  const side = random.chance(0.5) ? "bids" : "asks";
  const qty = BigInt(random.between(2, 80)) * LOT;
  if (random.chance(0.4)) {
    const worst = side === "bids" ? 99 : 1;
    return placeOrder(world, situation, side, worst, qty, { type: "MARKET", tif: "IOC" });
  }
  const cents = situation.fairCents + (side === "bids" ? 3 : -3);
  const tif = random.pick(["IOC", "FOK", "GTC"] as const);
  return placeOrder(world, situation, side, cents, qty, { type: "LIMIT", tif });
}

function placeOrder(
  world: TraderWorld,
  situation: Situation,
  side: BookSide,
  yesCents: number,
  qty: bigint,
  terms: Pick<OrderRequest, "type" | "tif">,
  clientOrderId?: string,
): readonly PublishCommand[] {
  const { engine, random, accountIds } = world;
  const { marketId, nowNs } = situation;
  const accountId = random.pick(accountIds);
  const yesPrice = BigInt(Math.min(99, Math.max(1, yesCents))) * TICK;
  const way = chooseTradedToken(world, accountId, marketId, side, qty);
  return engine.place(
    {
      clientOrderId: clientOrderId ?? `${accountId.toLowerCase()}-${random.hex(8)}`,
      marketId,
      accountId,
      ...way,
      ...terms,
      price: way.token === "YES" ? yesPrice : UNIT - yesPrice,
      qty,
    },
    nowNs,
  );
}

/**
 * Selects whether to buy one token or sell the other token. A trader can only sell a token that it
 * holds.
 */
function chooseTradedToken(
  { ledger, random }: TraderWorld,
  accountId: string,
  marketId: string,
  side: BookSide,
  qty: bigint,
): { readonly side: OrderSide; readonly token: Token } {
  const [bought, sold] = side === "bids" ? (["YES", "NO"] as const) : (["NO", "YES"] as const);
  const holds = ledger.freeContracts(accountId, marketId, sold) >= qty;
  return holds && random.chance(0.6)
    ? { side: "SELL", token: sold }
    : { side: "BUY", token: bought };
}

function cancelOne(
  { engine, random }: TraderWorld,
  situation: Situation,
): readonly PublishCommand[] {
  const { marketId, nowNs } = situation;
  const order = pickAny(random, engine.market(marketId).book.all());
  return order === undefined ? [] : engine.cancel(commandFor(order, random), nowNs);
}

function amendOne(
  { engine, random }: TraderWorld,
  situation: Situation,
): readonly PublishCommand[] {
  const { marketId, nowNs } = situation;
  // An order that is not partially filled must not be announced again in the same state (S14).
  const partly = engine
    .market(marketId)
    .book.all()
    .filter((order) => order.state === "PARTIALLY_FILLED" && remainingOf(order) > LOT);
  const order = pickAny(random, partly);
  if (order === undefined) return [];
  return engine.amend(commandFor(order, random), order.qty - LOT, nowNs);
}

function rejectedCommand(world: TraderWorld, situation: Situation): readonly PublishCommand[] {
  const { engine, random } = world;
  const { marketId, nowNs } = situation;
  const order = pickAny(random, [...engine.market(marketId).orders.values()].slice(-50));
  if (order === undefined) return [];
  const command = commandFor(order, random);
  switch (random.below(3)) {
    case 0:
      return engine.cancel({ ...command, orderId: random.uuid() }, nowNs);
    case 1:
      return engine.amend(command, order.filledQty, nowNs);
    default:
      return engine.amend(command, order.qty + LOT, nowNs);
  }
}

function rejectedOrder(world: TraderWorld, situation: Situation): readonly PublishCommand[] {
  const { engine, random } = world;
  const cents = situation.fairCents - 5;
  const terms = { type: "LIMIT", tif: "GTC" } as const;
  const side = "bids";
  switch (random.below(3)) {
    case 0:
      return placeOrder(world, situation, side, cents, 0n, terms);
    case 1:
      return placeOrder(world, situation, side, cents, MAX_ORDER_QTY + LOT, terms);
    default: {
      const known = pickAny(
        random,
        [...engine.market(situation.marketId).clientOrderIds].slice(-20),
      );
      return placeOrder(world, situation, side, cents, 2n * LOT, terms, known);
    }
  }
}

function mergeOne(world: TraderWorld, situation: Situation): readonly PublishCommand[] {
  const { engine, ledger, random, accountIds } = world;
  const { marketId, nowNs } = situation;
  const accountId = random.pick(accountIds);
  const qty = smallerAmount(
    ledger.freeContracts(accountId, marketId, "YES"),
    ledger.freeContracts(accountId, marketId, "NO"),
  );
  return qty === 0n ? [] : engine.merge(accountId, marketId, qty, nowNs);
}

/** Returns a random element of the list; undefined if the list is empty. */
function pickAny<Value>(random: SeededRandom, values: readonly Value[]): Value | undefined {
  return values[random.below(values.length)];
}

function commandFor({ orderId, request }: Order, random: SeededRandom) {
  const { accountId, marketId } = request;
  return { orderId, accountId, marketId, correlationId: random.uuid() };
}
