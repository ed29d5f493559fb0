import { type LedgerState, openAccounts } from "./ledger.ts";
import type { ListedEvent } from "./listed-event.ts";
import type { KeptMarket } from "./matching-engine.ts";
import type { RandomState } from "./random.ts";

/**
 * All that an exchange goes on from: accounts, books, events and where its random numbers stand.
 * Plain data, which an exchange changes in place.
 */
export interface ExchangeState {
  readonly random: RandomState;
  readonly ledger: LedgerState;
  readonly markets: Map<string, KeptMarket>;
  /** What assets are worth, by name, in ten-thousandths of a dollar. */
  readonly prices: Map<string, number>;
  listed: readonly ListedEvent[];
  /** How many events were resolved. */
  resolved: number;
  engineSeq: bigint;
  trades: number;
  /** When the last step was. */
  lastMs: number;
}

/** What is decided when an exchange begins. */
export interface ExchangeBeginning {
  readonly seed: number;
  readonly accountIds: readonly string[];
  readonly startingCash: bigint;
}

/** Beyond what a double holds, so that a client that loses digits shows it at once. */
const FIRST_ENGINE_SEQ = 2n ** 53n;

/** Makes the state of an exchange that has listed nothing yet. */
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
