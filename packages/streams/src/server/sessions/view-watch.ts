// Ends connections whose view of the log no longer advances. Otherwise clients would wait for frames that
// other gateways have already sent.

import type { Clock } from "@specwright/runtime";
import type { StreamLogger } from "../stream-logger.ts";

/** The part of a stream that this process has read from the log. */
export interface LogView {
  /** The id of the channel, for log entries of the server. */
  readonly channel: string;
  /** Returns the time since the view was last known to be up to date, in milliseconds. */
  ageMs(): number;
  /** Ends the connections that depend on the view. */
  end(): void;
}

/** Watches the views of a process. */
export interface ViewWatch {
  /** Watches a view. Returns a function that ends the watch. */
  add(view: LogView): () => void;
  /** Returns the age of the oldest view, in milliseconds. */
  ageMs(): number;
  close(): void;
}

/** Options for `createViewWatch`. */
export interface ViewWatchOptions {
  /** If a view is older than this, its connections are ended. In milliseconds. */
  readonly limitMs: number;
  readonly clock: Clock;
  readonly logger: StreamLogger;
}

const LOOK_MS = 500;

/** Reports whether a view is at most half as old as the limit. */
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
    // Called at every check, because connections may have been opened since the last one.
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
