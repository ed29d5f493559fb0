import type { Clock } from "@specwright/runtime";

/** The number of actions of one connection within the last while, with a limit. */
export interface RateLimit {
  /** Adds an amount unless the total would exceed the limit; returns whether it was added. */
  take(amount: number): boolean;
}

/** The window of limits that are given for a minute, in milliseconds. */
export const MINUTE_MS = 60_000;

/** Creates an empty counter. */
export function createRateLimit(limit: number, withinMs: number, clock: Clock): RateLimit {
  let taken: readonly { readonly atMs: number; readonly amount: number }[] = [];
  return {
    take(amount) {
      const now = clock.elapsed();
      taken = taken.filter(({ atMs }) => now - atMs < withinMs);
      const sum = taken.reduce((total, each) => total + each.amount, amount);
      if (sum > limit) return false;
      if (amount > 0) taken = [...taken, { atMs: now, amount }];
      return true;
    },
  };
}

/**
 * Creates the limit of requests of a contract. The line may delay requests, so that a client that keeps
 * the limit seems to send twice as many in a second.
 */
export function createRequestLimit(perSecond: number, clock: Clock): RateLimit {
  return createRateLimit(2 * perSecond, 1_000, clock);
}
