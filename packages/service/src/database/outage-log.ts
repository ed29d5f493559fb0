import type { Clock, Logger } from "@specwright/runtime";
import { outageReason } from "./outage-reason.ts";

/**
 * Logs the outages of a dependency: one line when an outage begins, further lines at intervals, and one
 * line when it ends.
 */
export interface OutageLog {
  /** Records that the dependency did not answer. */
  failed(cause: unknown): void;
  /** Records that the dependency answered. */
  worked(): void;
}

/** The time after a success in which a new failure belongs to the same outage. */
const RECOVERED_MS = 3_000;
const REMIND_MS = 60_000;

/** Creates the outage log of a dependency. It logs each outage once, not once for each failed request. */
export function outageLog(
  what: string,
  { logger, clock }: { readonly logger: Logger; readonly clock: Pick<Clock, "elapsed"> },
): OutageLog {
  let outage:
    | { readonly since: number; failures: number; lastFailure: number; lastSaid: number }
    | undefined;

  return {
    failed(cause) {
      const now = clock.elapsed();
      const reason = outageReason(cause);
      if (outage === undefined) {
        outage = { since: now, failures: 1, lastFailure: now, lastSaid: now };
        logger.warn({ reason }, `${what} unreachable: ${reason}; retrying`);
        return;
      }
      outage.failures += 1;
      outage.lastFailure = now;
      if (now - outage.lastSaid < REMIND_MS) return;
      outage.lastSaid = now;
      const details = { reason, awayMs: Math.round(now - outage.since), failures: outage.failures };
      logger.warn(details, `${what} still unreachable: ${reason}; retrying`);
    },
    worked() {
      if (outage === undefined) return;
      const now = clock.elapsed();
      if (now - outage.lastFailure < RECOVERED_MS) return;
      const { since, lastFailure, failures } = outage;
      outage = undefined;
      logger.info({ awayMs: Math.round(lastFailure - since), failures }, `${what} reachable again`);
    },
  };
}
