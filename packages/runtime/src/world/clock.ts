/** A source of time, which tests can replace. */
export interface Clock {
  /** Returns milliseconds since the epoch. */
  now(): number;
  /**
   * Returns the milliseconds since a fixed moment. Use it for intervals, because `now` jumps when
   * the machine's clock is changed.
   */
  elapsed(): number;
  /** Calls `run` once after `delayMs`. Returns a function that cancels the timer. */
  setTimer(delayMs: number, run: () => void): () => void;
}

/**
 * The longest delay of a platform timer, about 24 days. A timer with a longer delay would fire at
 * once.
 */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The clock of the machine. A timer with a delay of more than about 24 days runs after that time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  setTimer(delayMs, run) {
    const timer = setTimeout(run, Math.min(delayMs, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

/** Waits `delayMs` by the clock. If the signal aborts, rejects at once with the signal's reason. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.setTimer(delayMs, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
}
