// Checks whether a tail is up to date. A consumer may deliver nothing, without an error, if its server is
// frozen or disconnected. The position of the tail is therefore compared with the last number that the
// leader reports.

import type { Clock } from "@specwright/runtime";

/** The input of the check. */
export interface ViewCheckOptions {
  readonly clock: Clock;
  /** Returns the time until the next check, in milliseconds. */
  readonly everyMs: () => number;
  /** Returns the number of the next record that the tail expects. */
  readonly next: () => bigint;
  /** Returns the last number of the log. Rejects if it is uncertain whether the number is current. */
  lastOfLog(): Promise<bigint>;
  /** Called when the current server did not report the last number. */
  onUnknown(): void;
  /** Called when the tail has not advanced since the last check, although the log has more records. */
  onStalled(last: bigint): void;
}

/** The check of a tail. */
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
  /** The last number of the log at a check. A healthy tail soon reaches it. */
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
      // If the tail advances, it is late but not stalled.
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
