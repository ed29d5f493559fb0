// Ends the connections of a gateway whose view of the log no longer advances. Its clients would
// otherwise wait for frames that other gateways send.

import type { Clock } from "@specwright/runtime";
import type { StreamLogger } from "../stream-logger.ts";

/** The records of a stream that clients of this process see. */
export interface LogView {
  /** The channel, for the log of the service. */
  readonly channel: string;
  /** Returns the time since the view was last known to be up to date, in milliseconds. */
  ageMs(): number;
  /** Ends the connections that read the view. */
  end(): void;
}

/** The views of a process. */
export interface ViewWatch {
  /** Watches a view; returns a function that stops it. */
  add(view: LogView): () => void;
  /** Returns the age of the oldest view, in milliseconds. */
  ageMs(): number;
  close(): void;
}

/** Options for `createViewWatch`. */
export interface ViewWatchOptions {
  /** The age at which the connections of a view are ended, in milliseconds. */
  readonly limitMs: number;
  readonly clock: Clock;
  readonly logger: StreamLogger;
}

const LOOK_MS = 500;

/** Reports whether a view is young enough to count as current. */
export function isCurrent(ageMs: number, limitMs: number): boolean {
  return ageMs <= limitMs / 2;
}

/** Creates a watch without views. */
export function createViewWatch({ limitMs, clock, logger }: ViewWatchOptions): ViewWatch {
  const states = new Map<LogView, "current" | "old" | "ended">();
  let cancel: (() => void) | undefined;

  function lookLater(): void {
    cancel ??= clock.setTimer(LOOK_MS, () => {
      cancel = undefined;
      for (const [view, state] of states) states.set(view, checkView(view, state));
      if (states.size > 0) lookLater();
    });
  }

  function checkView(view: LogView, before: string): "current" | "old" | "ended" {
    const { channel } = view;
    const ageMs = Math.round(view.ageMs());
    if (isCurrent(ageMs, limitMs)) {
      if (before !== "current") logger({ level: "info", event: "view_current", channel });
      return "current";
    }
    if (before === "current") logger({ level: "warn", event: "view_old", channel, ageMs });
    if (ageMs <= limitMs) return before === "ended" ? "ended" : "old";
    if (before !== "ended") logger({ level: "error", event: "view_lost", channel, ageMs });
    // This includes connections that were opened since the last check.
    view.end();
    return "ended";
  }

  return {
    add(view) {
      states.set(view, "current");
      lookLater();
      return () => void states.delete(view);
    },
    ageMs: () => Math.max(0, ...[...states.keys()].map((view) => view.ageMs())),
    close: () => cancel?.(),
  };
}
