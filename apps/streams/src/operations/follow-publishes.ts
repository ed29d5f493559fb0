import { type Clock, systemClock } from "@specwright/runtime";
import { LogError } from "@specwright/streams/log";

/** Measures how long the log has not accepted any command. */
export interface PublishHealth {
  /** Follows a command until it is durable or refused. */
  follow(publishing: Promise<unknown>): void;
  /**
   * Returns for how long no pending command has become durable, in milliseconds. Returns 0 while
   * the log accepts commands, or if no command is pending.
   */
  stuckMs(): number;
}

/** How long a failure counts if no command follows it, in milliseconds. */
const FORGET_MS = 10_000;

/** Follows the commands of a publisher. */
export function followPublishes(clock: Clock = systemClock): PublishHealth {
  /** The arrival times of the pending commands, oldest first. */
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
