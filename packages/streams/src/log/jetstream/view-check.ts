// A consumer may fall silent without an error: its server is frozen, or cut off from the others. So
// the position of a tail is compared with the end of the log, which the leader states.

import type { Clock } from "@specwright/runtime";

/** The inputs for checking a tail. */
export interface ViewCheckOptions {
  readonly clock: Clock;
  /** Returns the time until the next check, in milliseconds. */
  readonly everyMs: () => number;
  /** Returns the next number that the tail expects. */
  readonly next: () => bigint;
  /** Asks for the last number of the log; rejects unless it is known to be current. */
  lastOfLog(): Promise<bigint>;
  /** Called when the last number could not be learned from the server in use. */
  onUnknown(): void;
  /** Called when the log has grown and the tail has not moved since the previous check. */
  onStalled(last: bigint): void;
}

/** Checks of one tail. */
export interface ViewCheck {
  /** Returns for how long the tail has not been known to be up to date, in milliseconds. */
  ageMs(): number;
  stop(): void;
}

/** Starts the checks of a tail. */
export function startViewCheck(options: ViewCheckOptions): ViewCheck {
  const { clock, everyMs, next, lastOfLog, onUnknown, onStalled } = options;
  let confirmedMs = clock.elapsed();
  let stopped = false;
  /** The end of the log at a time. A healthy tail reaches it soon. */
  let target: { readonly last: bigint; readonly atMs: number; readonly next: bigint } | undefined;
  let cancel = clock.setTimer(everyMs(), checkView);

  function checkView(): void {
    const atMs = clock.elapsed();
    lastOfLog()
      .then(
        (last) => compareWithLog(last, atMs),
        () => {
          if (!stopped) onUnknown();
        },
      )
      .finally(() => {
        if (!stopped) cancel = clock.setTimer(everyMs(), checkView);
      });
  }

  function compareWithLog(last: bigint, atMs: number): void {
    if (stopped) return;
    const before = target;
    confirmTarget();
    const at = next();
    if (at > last) {
      confirmedMs = atMs;
      target = undefined;
    } else if (before === undefined) {
      target = { last, atMs, next: at };
    } else {
      // A tail that moves is late, but not stalled.
      if (before.next === at) onStalled(last);
      target = target === undefined ? { last, atMs, next: at } : { ...before, next: at };
    }
  }

  function confirmTarget(): void {
    if (target === undefined || next() <= target.last) return;
    confirmedMs = Math.max(confirmedMs, target.atMs);
    target = undefined;
  }

  return {
    ageMs() {
      confirmTarget();
      return clock.elapsed() - confirmedMs;
    },
    stop() {
      stopped = true;
      cancel();
    },
  };
}
