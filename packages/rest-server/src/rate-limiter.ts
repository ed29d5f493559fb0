import type { Clock } from "@specwright/runtime";

/** Says how often a key was taken in the window under way, this time included. */
export interface Taken {
  readonly count: number;
  /** Until the window ends, in milliseconds. */
  readonly resetMs: number;
}

/** Counts attempts by key. One in memory is `memoryRateLimiter`; processes may share another. */
export interface RateLimiter {
  /** Counts an attempt. A window starts with the first attempt after the last one ended. */
  take(key: string, windowMs: number): Taken | Promise<Taken>;
  /** Takes one attempt of a key back, where the window that it was counted in is still open. */
  giveBack(key: string): void | Promise<void>;
  /** Forgets the attempts of a key. */
  reset(key: string): void | Promise<void>;
}

/** Options for `memoryRateLimiter`. */
export interface MemoryRateLimiterOptions {
  readonly clock: Pick<Clock, "now">;
  /** How many keys are remembered; the oldest windows go first. Default 100,000, about 20 MB. */
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
    // Keys are in the order of their first attempt. A tenth goes at once: looking is dear.
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
    giveBack(key) {
      const open = windows.get(key);
      if (open !== undefined && open.count > 0) open.count -= 1;
    },
    reset(key) {
      windows.delete(key);
    },
  };
}
