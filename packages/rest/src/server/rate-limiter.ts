import type { Clock } from "@specwright/runtime";

/**
 * The state of a key's window after an attempt: the number of attempts, including this one, and the time
 * left.
 */
export interface Taken {
  readonly count: number;
  /** The time until the window ends, in milliseconds. */
  readonly resetMs: number;
}

/**
 * Counts attempts by key. `memoryRateLimiter` counts in the memory of one process. For several processes,
 * implement a limiter that all of them share.
 */
export interface RateLimiter {
  /**
   * Counts an attempt. A window starts with the first attempt after the end of the previous window.
   */
  take(key: string, windowMs: number): Taken | Promise<Taken>;
  /** Subtracts one attempt of a key if its window is still open. */
  refund(key: string): void | Promise<void>;
  /** Clears the attempts of a key. */
  reset(key: string): void | Promise<void>;
}

/** Options for `memoryRateLimiter`. */
export interface MemoryRateLimiterOptions {
  readonly clock: Pick<Clock, "now">;
  /**
   * The maximum number of keys in memory. When it is reached, the oldest windows are dropped. Default
   * 100,000, about 20 MB.
   */
  readonly maxKeys?: number;
}

interface Window {
  count: number;
  readonly endsAt: number;
}

/** Creates a limiter that counts in the memory of this process. */
export function memoryRateLimiter(options: MemoryRateLimiterOptions): RateLimiter {
  const { clock, maxKeys = 100_000 } = options;
  const windows = new Map<string, Window>();

  function makeRoom(now: number): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt <= now) windows.delete(key);
    }
    // Keys are in the order of their first attempt. A tenth of the keys is removed at once, because
    // searching is expensive.
    const most = maxKeys - Math.ceil(maxKeys / 10);
    for (const key of windows.keys()) {
      if (windows.size <= most) return;
      windows.delete(key);
    }
  }

  return {
    take(key, windowMs) {
      const now = clock.now();
      const open = windows.get(key);
      if (open !== undefined && open.endsAt > now) {
        open.count += 1;
        return { count: open.count, resetMs: open.endsAt - now };
      }
      windows.delete(key);
      if (windows.size >= maxKeys) makeRoom(now);
      windows.set(key, { count: 1, endsAt: now + windowMs });
      return { count: 1, resetMs: windowMs };
    },
    refund(key) {
      const open = windows.get(key);
      if (open !== undefined && open.count > 0) open.count -= 1;
    },
    reset(key) {
      windows.delete(key);
    },
  };
}
