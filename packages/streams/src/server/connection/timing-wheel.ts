import type { Clock } from "@specwright/runtime";

/** A task for the wheel. It is an object, because a closure for each task would need more memory. */
export interface WheelTask {
  run(): void;
}

/** The tasks that are due at one tick. */
export type WheelSlot = Set<WheelTask>;

/** Runs many tasks with one timer. */
export interface TimingWheel {
  /**
   * The value of the clock's `elapsed` at the last tick. While a task is scheduled, it is at most one tick
   * old.
   */
  readonly elapsedMs: number;
  /**
   * Schedules a task after a delay, which is rounded up to whole ticks. Returns the slot, which `cancel`
   * needs. A task must not be scheduled twice. If the delay is longer than a turn of the wheel, the task
   * runs after one turn, and must schedule itself again.
   */
  schedule(delayMs: number, task: WheelTask): WheelSlot;
  /** Cancels a task that has not run yet. */
  cancel(slot: WheelSlot, task: WheelTask): void;
  /** Stops the timer; no task runs any more. */
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
 * than the heartbeats. The wheel has a single timer, which runs only while a task is scheduled.
 */
export function createTimingWheel({ clock, tickMs, slots }: TimingWheelOptions): TimingWheel {
  const wheel = Array.from({ length: slots }, (): WheelSlot => new Set());
  let hand = 0;
  let waiting = 0;
  let elapsedMs = clock.elapsed();
  let cancel: (() => void) | undefined;

  function slotAt(index: number): WheelSlot {
    return wheel[index % slots] ?? new Set();
  }

  function runDueTasks(): void {
    cancel = undefined;
    elapsedMs = clock.elapsed();
    hand = (hand + 1) % slots;
    const due = slotAt(hand);
    wheel[hand] = new Set();
    for (const task of due) {
      // Removing the task from the set prevents that a later `cancel` counts it twice.
      due.delete(task);
      waiting -= 1;
      task.run();
    }
    scheduleTick();
  }

  function scheduleTick(): void {
    if (cancel === undefined && waiting > 0) cancel = clock.setTimer(tickMs, runDueTasks);
  }

  return {
    get elapsedMs() {
      return elapsedMs;
    },
    schedule(delayMs, task) {
      const ticks = Math.min(Math.max(1, Math.ceil(delayMs / tickMs)), slots - 1);
      const slot = slotAt(hand + ticks);
      slot.add(task);
      if (waiting === 0) elapsedMs = clock.elapsed();
      waiting += 1;
      scheduleTick();
      return slot;
    },
    cancel(slot, task) {
      if (slot.delete(task)) waiting -= 1;
    },
    close() {
      cancel?.();
      cancel = undefined;
      waiting = 0;
      for (const slot of wheel) slot.clear();
    },
  };
}
