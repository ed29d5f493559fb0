import type { Clock } from "@specwright/runtime";

/** Calls many things after about the same delay, on one timer. */
export interface TimingWheel {
  /** What its clock's `elapsed` gave at the last tick: as old as a tick at most while something waits. */
  readonly elapsedMs: number;
  /**
   * Calls `run` after the delay, which is rounded up to whole ticks; gives a function that prevents
   * it. A delay longer than the wheel goes round is called at its end: the callee asks again.
   */
  schedule(delayMs: number, run: () => void): () => void;
  /** Ends the timer; nothing is called any more. */
  close(): void;
}

/** Options for `createTimingWheel`. */
export interface TimingWheelOptions {
  readonly clock: Clock;
  /** Time between two slots, in milliseconds. */
  readonly tickMs: number;
  /** How many slots there are. */
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
      // Gone from the set, so that taking it back from now on does not count it twice.
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
