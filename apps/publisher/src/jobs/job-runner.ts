import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { type Clock, type Logger, sleep, UnavailableError } from "@specwright/runtime";
import type { ProcessDocument } from "../processing/protocol.ts";
import type { PublisherStorage } from "../storage/publisher-storage.ts";
import type { ClaimedJob } from "./job-repository.ts";
import { runJob } from "./run-job.ts";

/** Options for `startJobRunner`. */
export interface JobRunnerOptions {
  readonly storage: PublisherStorage;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Works on a document. */
  readonly process: ProcessDocument;
  /** How many documents this process works on at once. Default 1. */
  readonly concurrency?: number;
  /**
   * How long a process has a job without renewing its claim, in milliseconds; if it ends, the job
   * waits that long for another process. Default 30,000.
   */
  readonly leaseMs?: number;
  /** How often to look for jobs of other processes, in milliseconds. Default 1,000. */
  readonly pollMs?: number;
  /** How long to wait after processing has failed, in milliseconds. Default 1,000. */
  readonly retryMs?: number;
}

/** Processes the jobs of the database, some at a time. */
export interface JobRunner {
  /** Looks for jobs now, because one was added. Those of other processes are found soon, too. */
  wake(): void;
  /**
   * Resolves when a version or a comparison has been processed, by whichever process, or when the
   * time is over or the signal aborts.
   */
  settled(ownerId: string, timeoutMs: number, signal?: AbortSignal): Promise<void>;
  /** Gives back what is being processed, and stops. */
  close(): Promise<void>;
}

/** How often a waiting request looks whether another process has finished a job. */
const LOOK_MS = 250;
const FORGET_EVERY_MS = 3_600_000;

/** Starts to process the jobs of a database. Any number of processes may do so. */
export function startJobRunner(options: JobRunnerOptions): JobRunner {
  const { storage, clock, logger, concurrency = 1, leaseMs = 30_000, pollMs = 1_000 } = options;
  const running = new Set<Promise<void>>();
  const finished = new EventEmitter({ captureRejections: false }).setMaxListeners(0);
  const closing = new AbortController();
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;
  let lastForgotten = clock.elapsed();
  let cancelTimer = clock.setTimer(0, poll);

  function poll(): void {
    cancelTimer = clock.setTimer(pollMs, poll);
    wake();
    if (clock.elapsed() - lastForgotten < FORGET_EVERY_MS) return;
    lastForgotten = clock.elapsed();
    storage.transaction(({ diffs }) => diffs.forget(clock.now())).catch(report);
  }

  function wake(): void {
    isAskedAgain = true;
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }

  /** Takes jobs until there are none, or enough. */
  async function look(): Promise<void> {
    try {
      while (isAskedAgain && !closing.signal.aborted) {
        isAskedAgain = false;
        while (running.size < concurrency && (await takeOne()));
      }
    } catch (error) {
      report(error);
    }
  }

  async function takeOne(): Promise<boolean> {
    if (closing.signal.aborted) return false;
    const now = clock.now();
    const claim = randomUUID();
    const job = await storage.transaction(({ jobs }) => jobs.claim(now, now + leaseMs, claim));
    if (job === undefined) return false;
    const run = work(job).finally(() => {
      running.delete(run);
      wake();
    });
    running.add(run);
    return true;
  }

  async function work(job: ClaimedJob): Promise<void> {
    try {
      await runJob(job, { ...options, retryMs: options.retryMs ?? 1_000, leaseMs }, closing.signal);
    } catch (error) {
      report(error);
    }
    finished.emit(job.ownerId);
  }

  /** Logs an error, unless the storage is away, which the storage logs itself. */
  function report(error: unknown): void {
    if (error instanceof UnavailableError || closing.signal.aborted) return;
    logger.error({ err: error }, "jobs cannot be processed");
  }

  async function settled(ownerId: string, timeoutMs: number, signal?: AbortSignal): Promise<void> {
    const until = clock.elapsed() + timeoutMs;
    const ended = AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])]);
    while (!ended.aborted && (await storage.committed.jobs.isThere(ownerId))) {
      const leftMs = until - clock.elapsed();
      if (leftMs <= 0) return;
      const heard = new AbortController();
      const onFinished = (): void => heard.abort();
      finished.once(ownerId, onFinished);
      const either = AbortSignal.any([ended, heard.signal]);
      await sleep(clock, Math.min(LOOK_MS, leftMs), either).catch(() => {});
      finished.off(ownerId, onFinished);
    }
  }

  return {
    wake,
    settled,
    async close() {
      cancelTimer();
      closing.abort(new UnavailableError("the service stops"));
      await looking;
      await Promise.all(running);
    },
  };
}
