// A consumer may fall silent without an error, if its server is frozen or disconnected. This check
// compares the position of a tail with the end of the log, which the leader states.

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
  /** Called when the server in use did not state the last number. */
  onUnknown(): void;
  /** Called when the log has grown and the tail has not moved since the previous check. */
  onStalled(last: bigint): void;
}

/** The running checks of one tail. */
export interface ViewCheck {
  /** Returns the time since the tail was last known to be up to date, in milliseconds. */
  ageMs(): number;
  stop(): void;
}

/** Starts the checks of a tail. */
export function startViewCheck(options: ViewCheckOptions): ViewCheck {
  const { clock, everyMs, next, lastOfLog, onUnknown, onStalled } = options;
  let confirmedMs = clock.elapsed();
  let stopped = false;
  /** The end of the log at the time of a check. A healthy tail reaches this number soon. */
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
