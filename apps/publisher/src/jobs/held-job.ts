import type { Clock } from "@specwright/runtime";
import type { ClaimedJob } from "../storage/job-repository.ts";
import type { PublisherStorage, Repositories } from "../storage/publisher-storage.ts";

/** The services and settings for holding a job. */
export interface JobHolder {
  readonly storage: PublisherStorage;
  readonly clock: Clock;
  /** How long a claim is valid, in milliseconds. */
  readonly leaseMs: number;
}

/** A job that this process has claimed. The process renews the claim until it calls `letGo`. */
export interface HeldJob {
  /** Aborts when a different process has claimed the job. */
  readonly lost: AbortSignal;
  /**
   * Runs a transaction. If a different process has claimed the job, the transaction changes nothing
   * and rejects with the reason of `lost`.
   */
  transaction<T>(work: (stored: Repositories) => Promise<T>): Promise<T>;
  /** Stops renewing the claim. */
  letGo(): void;
}

/** Renews the claim on a job until `letGo` is called. */
export function holdJob(job: ClaimedJob, { storage, clock, leaseMs }: JobHolder): HeldJob {
  const lost = new AbortController();

  function transaction<T>(work: (stored: Repositories) => Promise<T>): Promise<T> {
    return storage.transaction(async (stored) => {
      if (!(await stored.jobs.hold(job, clock.now() + leaseMs))) lost.abort();
      lost.signal.throwIfAborted();
      return await work(stored);
    });
  }

  function renewClaim(): void {
    cancelRenewal = clock.setTimer(leaseMs / 3, renewClaim);
    // Errors are ignored here. If the storage is unreachable, it may be reachable again before the
    // claim expires.
    transaction(async () => {}).catch(() => {});
  }

  let cancelRenewal = clock.setTimer(leaseMs / 3, renewClaim);
  return { lost: lost.signal, transaction, letGo: () => cancelRenewal() };
}
