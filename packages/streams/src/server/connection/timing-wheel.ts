import type { Clock } from "@specwright/runtime";

/** Schedules many calls with similar delays on one timer. */
export interface TimingWheel {
  /** The clock's `elapsed` at the last tick: at most one tick old while something is scheduled. */
  readonly elapsedMs: number;
  /**
   * Calls `run` after the delay, rounded up to whole ticks; returns a function that cancels it. A
   * delay longer than one turn of the wheel ends with that turn, and the callee schedules again.
   */
  schedule(delayMs: number, run: () => void): () => void;
  /** Stops the timer; nothing is called any more. */
  close(): void;
}

/** Options for `createTimingWheel`. */
export interface TimingWheelOptions {
  readonly clock: Clock;
  /** The time between two slots, in milliseconds. */
  readonly tickMs: number;
  /** The number of slots. */
  readonly slots: number;
}

/**
 * Creates a timing wheel. With ten thousand connections, separate heartbeat timers would cost more
 * than the heartbeats; here a single timer runs, and only while something waits.
 */
export function createTimingWheel({ clock, tickMs, slots }: TimingWheelOptions): TimingWheel {
  const wheel = Array.from({ length: slots }, () => new Set<{ readonly run: () => void }>());
  let hand = 0;
  let waiting = 0;
  let elapsedMs = clock.elapsed();
  let cancel: (() => void) | undefined;

  function tick(): void {
    cancel = undefined;
    elapsedMs = clock.elapsed();
    hand = (hand + 1) % slots;
    const due = wheel[hand];
    wheel[hand] = new Set();
    for (const entry of due ?? []) {
      // Removed from the set, so that a later cancellation does not count it twice.
      due?.delete(entry);
      waiting -= 1;
      entry.run();
    }
    arm();
  }

  function arm(): void {
    if (cancel === undefined && waiting > 0) cancel = clock.setTimer(tickMs, tick);
  }

  return {
    get elapsedMs() {
      return elapsedMs;
    },
    schedule(delayMs, run) {
      const ticks = Math.min(Math.max(1, Math.ceil(delayMs / tickMs)), slots - 1);
      const slot = wheel[(hand + ticks) % slots];
      const entry = { run };
      slot?.add(entry);
      if (waiting === 0) elapsedMs = clock.elapsed();
      waiting += 1;
      arm();
      return () => {
        if (slot?.delete(entry)) waiting -= 1;
      };
    },
    close() {
      cancel?.();
      cancel = undefined;
      waiting = 0;
      for (const slot of wheel) slot.clear();
    },
  };
}
