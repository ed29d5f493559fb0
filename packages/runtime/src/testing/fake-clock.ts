import type { Clock } from "../world/clock.ts";

/** A clock that advances only on request. */
export interface FakeClock extends Clock {
  /**
   * Advances by `ms`, and runs the timers that become due, in order. Before and after each timer, pending
   * promise reactions run.
   */
  advance(ms: number): Promise<void>;
  /**
   * Moves the time of day by `ms`, which may be negative; timers and intervals are not affected.
   */
  jump(ms: number): void;
  /** Returns the number of waiting timers. */
  pending(): number;
}

/** Creates a clock for tests that starts at `startMs` since the epoch (default 0). */
export function fakeClock(startMs = 0): FakeClock {
  let now = 0;
  let timeOfDay = startMs;
  let order = 0;
  const timers = new Map<number, { readonly dueMs: number; readonly run: () => void }>();

  function nextDue(limitMs: number): number | undefined {
    let found: number | undefined;
    let foundMs = Number.POSITIVE_INFINITY;
    // The map keeps insertion order, so that timers due at the same time run in the order they were
    // set.
    for (const [id, { dueMs }] of timers) {
      if (dueMs <= limitMs && dueMs < foundMs) {
        found = id;
        foundMs = dueMs;
      }
    }
    return found;
  }

  return {
    now: () => timeOfDay + now,
    elapsed: () => now,
    jump(ms) {
      timeOfDay += ms;
    },
    setTimer(delayMs, run) {
      order += 1;
      const id = order;
      timers.set(id, { dueMs: now + Math.max(0, delayMs), run });
      return () => {
        timers.delete(id);
      };
    },
    async advance(ms) {
      const target = now + ms;
      await runDueReactions();
      for (let id = nextDue(target); id !== undefined; id = nextDue(target)) {
        const timer = timers.get(id);
        timers.delete(id);
        if (timer !== undefined) {
          now = Math.max(now, timer.dueMs);
          timer.run();
        }
        await runDueReactions();
      }
      now = target;
    },
    pending: () => timers.size,
  };
}

/** Waits for a macrotask. All promise reactions that are already due run before it. */
function runDueReactions(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
