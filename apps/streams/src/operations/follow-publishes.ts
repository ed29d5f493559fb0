import { type Clock, systemClock } from "@specwright/runtime";
import { LogError } from "@specwright/streams/log";

/** Measures how long no command has become durable. */
export interface PublishHealth {
  /** Follows a command until it is durable or refused. */
  follow(publishing: Promise<unknown>): void;
  /**
   * Returns how long commands have been pending without any of them becoming durable, in
   * milliseconds. Returns 0 while commands become durable, and while no command is pending.
   */
  stuckMs(): number;
}

/** How long a failure counts if no further command is sent, in milliseconds. */
const FORGET_MS = 10_000;

/** Follows the commands of a publisher. */
export function followPublishes(clock: Clock = systemClock): PublishHealth {
  /** The pending commands with their arrival times, oldest first. */
  const pending = new Set<{ readonly sinceMs: number }>();
  let failingSinceMs = Number.POSITIVE_INFINITY;
  let failedMs = Number.NEGATIVE_INFINITY;
  let durableMs = Number.NEGATIVE_INFINITY;

  function oldestMs(): number {
    const [oldest] = pending;
    return oldest?.sinceMs ?? Number.POSITIVE_INFINITY;
  }

  return {
    follow(publishing) {
      const command = { sinceMs: clock.elapsed() };
      pending.add(command);
      publishing.then(
        () => {
          pending.delete(command);
          failingSinceMs = Number.POSITIVE_INFINITY;
          durableMs = clock.elapsed();
        },
        (error: unknown) => {
          pending.delete(command);
          // Other errors do not mean that the log is unavailable.
          if (!(error instanceof LogError) || error.code !== "log_unavailable") return;
          failingSinceMs = Math.min(failingSinceMs, command.sinceMs);
          failedMs = clock.elapsed();
        },
      );
    },
    stuckMs() {
      const nowMs = clock.elapsed();
      if (pending.size === 0 && nowMs - failedMs > FORGET_MS) return 0;
      const sinceMs = Math.max(Math.min(oldestMs(), failingSinceMs), durableMs);
      return Math.max(0, nowMs - sinceMs);
    },
  };
}
