import type { RandomState } from "@specwright/runtime/testing";
import { type LedgerState, openAccounts } from "./ledger.ts";
import type { ListedEvent } from "./listed-event.ts";
import type { KeptMarket } from "./market-state.ts";

/**
 * The state from which an exchange continues: accounts, books, events and random numbers. It is
 * plain data, and the exchange modifies it.
 */
export interface ExchangeState {
  readonly random: RandomState;
  readonly ledger: LedgerState;
  readonly markets: Map<string, KeptMarket>;
  /** The prices of assets by name, in ten-thousandths of a dollar. */
  readonly prices: Map<string, number>;
  listed: readonly ListedEvent[];
  /** How many events have been resolved or voided. */
  resolved: number;
  engineSeq: bigint;
  trades: number;
  /** The time of the last step, in milliseconds since the epoch. */
  lastMs: number;
}

/** The parameters of an exchange. They do not change after its start. */
export interface ExchangeBeginning {
  readonly seed: number;
  readonly accountIds: readonly string[];
  readonly startingCash: bigint;
}

/**
 * The first engine sequence number. A double cannot represent all numbers from here on, so a client
 * that loses digits fails immediately.
 */
const FIRST_ENGINE_SEQ = 2n ** 53n;

/** Creates the state of an exchange that has not listed any event yet. */
export function beginExchange(beginning: ExchangeBeginning): ExchangeState {
  const { seed, accountIds, startingCash } = beginning;
  return {
    random: { value: seed | 0 },
    ledger: openAccounts(accountIds, startingCash),
    markets: new Map(),
    prices: new Map(),
    listed: [],
    resolved: 0,
    engineSeq: FIRST_ENGINE_SEQ,
    trades: 0,
    lastMs: 0,
  };
}
