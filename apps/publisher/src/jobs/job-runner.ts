import { type Clock, type Logger, UnavailableError } from "@specwright/runtime";
import type { ProcessDocument } from "../processing/protocol.ts";
import type { PublisherStorage } from "../storage/publisher-storage.ts";
import { jobTaker } from "./job-taker.ts";
import { waitingRequests } from "./waiting-requests.ts";

/** Options for `startJobRunner`. */
export interface JobRunnerOptions {
  readonly storage: PublisherStorage;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Processes a document. */
  readonly process: ProcessDocument;
  /**
   * How many documents this process works on at once. If this number is two or more, one slot is
   * always reserved for jobs of other shares, so one share cannot use all slots. Default 2.
   */
  readonly concurrency?: number;
  /**
   * How long a claim is valid if it is not renewed, in milliseconds. If this process crashes, a
   * different process can claim the job when the claim has expired. Default 15,000.
   */
  readonly leaseMs?: number;
  /**
   * The interval at which the runner looks for jobs that other processes added, in milliseconds.
   * Default 1,000.
   */
  readonly pollMs?: number;
  /**
   * How long the runner waits before it retries a job that has failed, in milliseconds. Default
   * 1,000.
   */
  readonly retryMs?: number;
  /** Called when a job that this process ran has ended. */
  readonly onEnd?: () => void;
}

/** Processes the jobs of the database, a limited number at a time. */
export interface JobRunner {
  /**
   * Looks for jobs now. Call it after adding a job. The runner polls for jobs that other processes
   * added.
   */
  wake(): void;
  /**
   * Resolves when any process has processed the version or comparison, after `timeoutMs`, or when
   * `signal` aborts.
   */
  settled(ownerId: string, timeoutMs: number, signal?: AbortSignal): Promise<void>;
  /** Stops. The jobs that are running here can then be claimed by other processes. */
  close(): Promise<void>;
}

const FORGET_EVERY_MS = 3_600_000;

/** Starts to process the jobs of a database. Several processes may share a database. */
export function startJobRunner(options: JobRunnerOptions): JobRunner {
  const { storage, clock, logger, pollMs = 1_000 } = options;
  const closing = new AbortController();
  const waiting = waitingRequests(storage, clock, closing.signal);
  const taker = jobTaker({ ...options, closing: closing.signal, report: reportError, onEnd });
  let lastForgotten = clock.elapsed();
  let cancelTimer = clock.setTimer(0, pollJobs);

  function onEnd(ownerId: string): void {
    waiting.tell(ownerId);
    options.onEnd?.();
  }

  function pollJobs(): void {
    cancelTimer = clock.setTimer(pollMs, pollJobs);
    taker.wake();
    if (clock.elapsed() - lastForgotten < FORGET_EVERY_MS) return;
    lastForgotten = clock.elapsed();
    storage.transaction(({ diffs }) => diffs.forget(clock.now())).catch(reportError);
  }

  /** Logs an error, except an outage of the storage, which the storage logs itself. */
  function reportError(error: unknown): void {
    if (error instanceof UnavailableError || closing.signal.aborted) return;
    logger.error({ err: error }, "jobs cannot be processed");
  }

  return {
    wake: taker.wake,
    settled: waiting.settled,
    async close() {
      cancelTimer();
      closing.abort(new UnavailableError("the service is stopping"));
      await taker.ended();
    },
  };
}
