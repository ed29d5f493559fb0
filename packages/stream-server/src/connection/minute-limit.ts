import type { Clock } from "@specwright/runtime";

/** A count of what one connection did within the last minute, against a limit. */
export interface MinuteLimit {
  /** Counts so many more, unless that makes more than the limit; returns whether it did. */
  take(amount: number): boolean;
}

const MINUTE_MS = 60_000;

/** Creates a count that nothing has been added to. */
export function createMinuteLimit(limit: number, clock: Clock): MinuteLimit {
  let taken: readonly { readonly atMs: number; readonly amount: number }[] = [];
  return {
    take(amount) {
      const now = clock.elapsed();
      taken = taken.filter(({ atMs }) => now - atMs < MINUTE_MS);
      const sum = taken.reduce((total, each) => total + each.amount, amount);
      if (sum > limit) return false;
      if (amount > 0) taken = [...taken, { atMs: now, amount }];
      return true;
    },
  };
}
