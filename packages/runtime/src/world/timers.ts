import type { Clock } from "./clock.ts";

/** The timers of an object. The object cancels them when it is closed. */
export class Timers {
  readonly #clock: Clock;
  readonly #cancels: Set<() => void> = new Set();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `run` after a delay. */
  after(delayMs: number, run: () => void): void {
    const cancel = this.#clock.setTimer(delayMs, () => {
      this.#cancels.delete(cancel);
      run();
    });
    this.#cancels.add(cancel);
  }

  /** Cancels all timers. */
  clear(): void {
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
  }
}
