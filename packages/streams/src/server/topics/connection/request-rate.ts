import type { Clock } from "@specwright/runtime";

/** Counts the requests of a connection. */
export interface RequestRate {
  /** Counts a request. Returns whether there were too many. */
  exceeds(): boolean;
}

/**
 * Creates a counter of requests. A client that keeps to the limit may be seen to send twice as many
 * in a second, if the line delays some of them.
 */
export function createRequestRate(clock: Clock, perSecond: number | undefined): RequestRate {
  let times: number[] = [];
  return {
    exceeds() {
      if (perSecond === undefined) return false;
      const now = clock.elapsed();
      times = times.filter((time) => now - time < 1_000);
      times.push(now);
      return times.length > 2 * perSecond;
    },
  };
}
