import type { Token } from "@specwright/streams-api/types";

/** The contracts of an account in one market. Amounts are in nanos. */
export interface Holding {
  yesQty: bigint;
  noQty: bigint;
  /** How many of the YES contracts resting orders offer for sale. */
  yesReserved: bigint;
  noReserved: bigint;
  /** The amount that the account paid for its YES contracts. */
  yesCost: bigint;
  noCost: bigint;
}

/** An account. Amounts are in nanos. */
export interface Account {
  readonly accountId: string;
  cash: bigint;
  /** How much of the cash resting buy orders reserve. */
  reservedCash: bigint;
  readonly holdings: Map<string, Holding>;
}

/** The changes to an account from trading in one market. Each amount is added to the account. */
export interface BalanceChange {
  readonly cash: bigint;
  readonly reservedCash: bigint;
  readonly yesQty: bigint;
  readonly noQty: bigint;
  readonly yesReserved: bigint;
  readonly noReserved: bigint;
  readonly yesCost: bigint;
  readonly noCost: bigint;
}

/** The accounts, and the fees that they have paid. */
export interface Ledger {
  readonly accounts: ReadonlyMap<string, Account>;
  /** Returns the sum of all fees so far. */
  fees(): bigint;
  takeFee(amount: bigint): void;
  /** Returns the cash that no order reserves. */
  freeCash(accountId: string): bigint;
  /** Returns the contracts that no order offers for sale. */
  freeContracts(accountId: string, marketId: string, token: Token): bigint;
  holding(accountId: string, marketId: string): Holding;
  apply(accountId: string, marketId: string, change: Partial<BalanceChange>): void;
  /** Removes a settled market from all accounts. */
  forget(marketId: string): void;
}

/** The accounts and fees of a ledger, as plain data. */
export interface LedgerState {
  readonly accounts: Map<string, Account>;
  fees: bigint;
}

/** Creates the state of a ledger. All accounts start with the same cash. */
export function openAccounts(accountIds: readonly string[], cash: bigint): LedgerState {
  const accounts = accountIds.map((accountId): [string, Account] => [
    accountId,
    { accountId, cash, reservedCash: 0n, holdings: new Map() },
  ]);
  return { accounts: new Map(accounts), fees: 0n };
}

/** Creates a ledger that continues from a state. The ledger modifies this state. */
export function createLedger(state: LedgerState): Ledger {
  const { accounts } = state;

  function requireAccount(accountId: string): Account {
    const account = accounts.get(accountId);
    if (account === undefined) throw new RangeError(`unknown account ${accountId}`);
    return account;
  }

  function holding(accountId: string, marketId: string): Holding {
    const { holdings } = requireAccount(accountId);
    const known = holdings.get(marketId);
    if (known !== undefined) return known;
    const made = {
      yesQty: 0n,
      noQty: 0n,
      yesReserved: 0n,
      noReserved: 0n,
      yesCost: 0n,
      noCost: 0n,
    };
    holdings.set(marketId, made);
    return made;
  }

  return {
    accounts,
    fees: () => state.fees,
    takeFee(amount) {
      state.fees += amount;
    },
    freeCash(accountId) {
      const { cash: whole, reservedCash } = requireAccount(accountId);
      return whole - reservedCash;
    },
    freeContracts(accountId, marketId, token) {
      const { yesQty, yesReserved, noQty, noReserved } = holding(accountId, marketId);
      return token === "YES" ? yesQty - yesReserved : noQty - noReserved;
    },
    holding,
    apply(accountId, marketId, change) {
      const account = requireAccount(accountId);
      const held = holding(accountId, marketId);
      account.cash += change.cash ?? 0n;
      account.reservedCash += change.reservedCash ?? 0n;
      held.yesQty += change.yesQty ?? 0n;
      held.noQty += change.noQty ?? 0n;
      held.yesReserved += change.yesReserved ?? 0n;
      held.noReserved += change.noReserved ?? 0n;
      held.yesCost += change.yesCost ?? 0n;
      held.noCost += change.noCost ?? 0n;
    },
    forget(marketId) {
      for (const { holdings } of accounts.values()) holdings.delete(marketId);
    },
  };
}
