import type { Clock } from "@specwright/runtime";

/** Limits the actions of a connection within a period. */
export interface RateLimit {
  /** Adds an amount, unless the total would exceed the limit. Returns whether the amount was added. */
  take(amount: number): boolean;
}

/** One minute, for limits of actions per minute. In milliseconds. */
export const MINUTE_MS = 60_000;

/** Creates a limit for the amounts within any period of `withinMs` milliseconds. */
export function createRateLimit(limit: number, withinMs: number, clock: Clock): RateLimit {
  const taken: { readonly atMs: number; readonly amount: number }[] = [];
  // Old entries are removed in batches, so that a call takes constant time on average.
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
 * Creates the limit of requests that a contract states. The network can delay requests, so that those of
 * two seconds arrive in one. The created limit therefore allows twice as many.
 */
export function createRequestLimit(perSecond: number, clock: Clock): RateLimit {
  return createRateLimit(2 * perSecond, 1_000, clock);
}
