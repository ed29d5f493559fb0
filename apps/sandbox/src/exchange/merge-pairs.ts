import { decimalFromNanos } from "@specwright/runtime";
import type { EngineWorld } from "./market-state.ts";
import type { Tick } from "./tick.ts";

/** A request to convert pairs of YES and NO contracts into cash. */
export interface MergeRequest {
  readonly accountId: string;
  readonly marketId: string;
  readonly qty: bigint;
}

/**
 * Converts pairs of contracts into cash. Each pair is a YES and a NO contract, and becomes one unit
 * of cash. The account must have enough contracts of both kinds that no order offers for sale.
 */
export function mergePairs(world: EngineWorld, tick: Tick, request: MergeRequest): void {
  const { accountId, marketId, qty } = request;
  const { yesQty, noQty, yesCost, noCost } = world.ledger.holding(accountId, marketId);
  const paidYes = (yesCost * qty) / yesQty;
  const paidNo = (noCost * qty) / noQty;
  const mergeId = world.nextUuid();
  const cause = { clientRefId: `merge-${mergeId.slice(0, 8)}` };
  tick.change(accountId, cause, {
    cash: qty,
    yesQty: -qty,
    noQty: -qty,
    yesCost: -paidYes,
    noCost: -paidNo,
  });
  tick.merged(accountId, {
    merge_id: mergeId,
    merged_qty: decimalFromNanos(qty),
    pnl_realized: decimalFromNanos(qty - paidYes - paidNo),
  });
}
