import type { Clock } from "@specwright/runtime";

/** Counts the recent actions of one connection against a limit. */
export interface RateLimit {
  /** Adds an amount unless the total would exceed the limit; returns whether it was added. */
  take(amount: number): boolean;
}

/** The window of limits that are defined for a minute, in milliseconds. */
export const MINUTE_MS = 60_000;

/** Creates an empty counter. */
export function createRateLimit(limit: number, withinMs: number, clock: Clock): RateLimit {
  const taken: { readonly atMs: number; readonly amount: number }[] = [];
  // Old entries are removed in batches, so that an attempt takes constant time on average.
  let [first, total] = [0, 0];
  function forgetOld(now: number): void {
    for (let entry = taken[first]; entry !== undefined; entry = taken[first]) {
      if (now - entry.atMs < withinMs) break;
      total -= entry.amount;
      first += 1;
    }
    if (first * 2 <= taken.length) return;
    taken.splice(0, first);
    first = 0;
  }
  return {
    take(amount) {
      const now = clock.elapsed();
      forgetOld(now);
      if (total + amount > limit) return false;
      if (amount === 0) return true;
      total += amount;
      taken.push({ atMs: now, amount });
      return true;
    },
  };
}

/**
 * Creates the request limit of a contract. The network may delay requests, so a client that
 * respects the limit may seem to send twice as many in a second. The created limit allows that.
 */
export function createRequestLimit(perSecond: number, clock: Clock): RateLimit {
  return createRateLimit(2 * perSecond, 1_000, clock);
}
