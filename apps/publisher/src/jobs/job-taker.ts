import { randomUUID } from "node:crypto";
import type { Clock, Logger } from "@specwright/runtime";
import type { ProcessDocument } from "../processing/protocol.ts";
import type { ClaimedJob } from "../storage/job-repository.ts";
import type { PublisherStorage } from "../storage/publisher-storage.ts";
import { runJob } from "./run-job.ts";

/** Options for `jobTaker`. */
export interface JobTakerOptions {
  readonly storage: PublisherStorage;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly process: ProcessDocument;
  /** Default 2. */
  readonly concurrency?: number;
  /** Default 15,000. */
  readonly leaseMs?: number;
  /** Default 1,000. */
  readonly retryMs?: number;
  /** Aborts when the process stops. */
  readonly closing: AbortSignal;
  readonly report: (error: unknown) => void;
  /** Called when work on a version or a comparison has ended. */
  readonly onEnd: (ownerId: string) => void;
}

/** Claims jobs and runs them, a limited number at a time. */
export interface JobTaker {
  /** Looks for jobs now. */
  wake(): void;
  /** Resolves when no job is running any more. */
  ended(): Promise<void>;
}

/** How many documents a process works on at once. */
const CONCURRENCY = 2;

/**
 * Creates a job taker. The job taker looks for jobs when `wake` is called, and when a job has
 * ended.
 */
export function jobTaker(options: JobTakerOptions): JobTaker {
  const { storage, clock, closing, report, onEnd } = options;
  const { concurrency = CONCURRENCY, leaseMs = 15_000, retryMs = 1_000 } = options;
  const running = new Map<Promise<void>, ClaimedJob>();
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;

  function wake(): void {
    isAskedAgain = true;
    looking ??= takeJobs().finally(() => {
      looking = undefined;
      // `wake` may have been called after the loop checked `isAskedAgain` and before this line.
      if (isAskedAgain && !closing.aborted) wake();
    });
  }

  /** Claims jobs until no job is left or the limit is reached. */
  async function takeJobs(): Promise<void> {
    try {
      while (isAskedAgain && !closing.aborted) {
        isAskedAgain = false;
        while (running.size < concurrency && (await takeOne()));
      }
    } catch (error) {
      report(error);
    }
  }

  async function takeOne(): Promise<boolean> {
    if (closing.aborted) return false;
    const now = clock.now();
    const claim = randomUUID();
    const order = { now, until: now + leaseMs, claim, except: sharesAtLimit() };
    const job = await storage.transaction(({ jobs }) => jobs.claim(order));
    if (job === undefined) return false;
    const run = workOn(job).finally(() => {
      running.delete(run);
      wake();
    });
    running.set(run, job);
    return true;
  }

  /**
   * Returns the shares that must not get another slot. If there are two or more slots, one share
   * can use all slots but one. Heavy documents of one share thus cannot block the other shares.
   */
  function sharesAtLimit(): readonly string[] {
    const most = Math.max(1, concurrency - 1);
    const byShare = Map.groupBy(running.values(), ({ share }) => share);
    return [...byShare].filter(([, jobs]) => jobs.length >= most).map(([share]) => share);
  }

  async function workOn(job: ClaimedJob): Promise<void> {
    try {
      await runJob(job, { ...options, retryMs, leaseMs }, closing);
    } catch (error) {
      report(error);
    }
    onEnd(job.ownerId);
  }

  return {
    wake,
    async ended() {
      await looking;
      await Promise.all(running.keys());
    },
  };
}
