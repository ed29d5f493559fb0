import { decimalFromNanos } from "@specwright/runtime";
import type { MarketResult } from "@specwright/streams-api/types";
import type { PublishCommand } from "@specwright/streams-sdk/publish";
import { UNIT } from "./amounts.ts";
import type { Account } from "./ledger.ts";
import type { EngineWorld } from "./market-state.ts";

/** The result of a market. */
export interface Settlement {
  readonly marketId: string;
  readonly eventId: string;
  readonly result: Extract<MarketResult, "YES" | "NO" | "VOID">;
  readonly nowNs: bigint;
}

/**
 * Returns the value of a YES contract in a settled market: 1, 0, or one half if the market is void.
 */
export function settlementPrice(result: Settlement["result"]): bigint {
  if (result === "VOID") return UNIT / 2n;
  return result === "YES" ? UNIT : 0n;
}

/**
 * Pays every account for its contracts in a market, and removes them. The market must not have
 * orders.
 */
export function settleMarket(
  world: EngineWorld,
  settlement: Settlement,
): readonly PublishCommand[] {
  const frames = [...world.ledger.accounts.values()].flatMap((account) =>
    settleAccount(world, account, settlement),
  );
  world.ledger.forget(settlement.marketId);
  return frames;
}

function settleAccount(
  world: EngineWorld,
  { accountId, holdings }: Account,
  { marketId, eventId, result, nowNs }: Settlement,
): readonly PublishCommand[] {
  const { brokerId, ledger, nextUuid } = world;
  const { yesQty = 0n, noQty = 0n } = holdings.get(marketId) ?? {};
  if (yesQty === 0n && noQty === 0n) return [];
  const price = settlementPrice(result);
  const paid = (yesQty * price + noQty * (UNIT - price)) / UNIT;
  ledger.apply(accountId, marketId, { cash: paid, yesQty: -yesQty, noQty: -noQty });
  const none = decimalFromNanos(0n);
  const accounting: PublishCommand = {
    channel: "accounting",
    broker_id: brokerId,
    message: {
      type: "accounting_payout",
      payload: {
        account_id: accountId,
        market_id: marketId,
        payout_id: nextUuid(),
        reason: result === "VOID" ? "VOID" : "SETTLEMENT",
        cash_delta: decimalFromNanos(paid),
        position_delta: {
          yes_qty: decimalFromNanos(-yesQty),
          no_qty: decimalFromNanos(-noQty),
          yes_reserved: none,
          no_reserved: none,
        },
      },
    },
  };
  if (result === "VOID") return [accounting];
  const payout: PublishCommand = {
    channel: "payouts",
    broker_id: brokerId,
    keys: { event_id: [eventId] },
    message: {
      type: "payout",
      payload: {
        market_id: marketId,
        account_id: accountId,
        qty_held_at_settlement: decimalFromNanos(yesQty - noQty),
        settlement_price: decimalFromNanos(price),
        payout_amount: decimalFromNanos(paid),
        settled_at_wall_time_ns: nowNs,
      },
    },
  };
  return [accounting, payout];
}
