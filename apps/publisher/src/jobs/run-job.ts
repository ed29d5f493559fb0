import type { Clock, Logger } from "@specwright/runtime";
import type { Outcome, ProcessDocument, ResultBatch } from "../processing/protocol.ts";
import type { PublisherStorage, Repositories } from "../storage/publisher-storage.ts";
import type { ClaimedJob } from "./job-repository.ts";
import { readTask } from "./read-task.ts";
import { settleJob } from "./settle-job.ts";

/** What running a job needs. */
export interface JobSetup {
  readonly storage: PublisherStorage;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly process: ProcessDocument;
  readonly leaseMs: number;
  readonly retryMs: number;
}

/** The reason to stop: another process has the job by now. */
class LostJob extends Error {
  override readonly name: string = "LostJob";
}

/**
 * Runs a claimed job and stores its result. Every write checks in its transaction that no other
 * process has taken the job meanwhile, so that a job has one result, however often it was begun.
 */
export async function runJob(
  job: ClaimedJob,
  setup: JobSetup,
  closing: AbortSignal,
): Promise<void> {
  const { storage, clock, logger, leaseMs, retryMs } = setup;
  const lost = new AbortController();
  const startedAt = clock.elapsed();

  /** Runs a transaction as the owner of the job. */
  function own<T>(work: (stored: Repositories) => Promise<T>): Promise<T> {
    return storage.transaction(async (stored) => {
      if (!(await stored.jobs.hold(job, clock.now() + leaseMs))) throw new LostJob("lost the job");
      return await work(stored);
    });
  }

  let cancelRenewal = clock.setTimer(leaseMs / 3, renew);

  function renew(): void {
    cancelRenewal = clock.setTimer(leaseMs / 3, renew);
    own(async () => {}).catch((error: unknown) => {
      // A storage that is away may be back before the claim has expired.
      if (error instanceof LostJob) lost.abort(error);
    });
  }

  try {
    const signal = AbortSignal.any([closing, lost.signal]);
    const task = await own((stored) => readTask(stored, job));
    const outcome: Outcome = await setup.process(task, {
      onBatch: (batch) => own((stored) => storeBatch(stored, job, batch)),
      signal,
    });
    const state = await own((stored) => settleJob(stored, { job, outcome, clock, retryMs }));
    const ms = Math.round(clock.elapsed() - startedAt);
    const entry = { owner: job.ownerId, kind: job.kind, state, ms };
    if (outcome.kind !== "failed") logger.info(entry, "document processed");
    else
      logger.warn({ ...entry, ...outcome, attempts: job.attempts + 1 }, "document not processed");
  } catch (error) {
    if (error instanceof LostJob) {
      logger.warn({ owner: job.ownerId }, "another process has taken the document");
      return;
    }
    if (!closing.aborted) throw error;
    await storage.transaction(({ jobs }) => jobs.release(job, clock.now()));
  } finally {
    cancelRenewal();
  }
}

async function storeBatch(
  { changes, pages }: Repositories,
  { ownerId }: ClaimedJob,
  batch: ResultBatch,
): Promise<void> {
  if (batch.changes !== undefined) await changes.insert(ownerId, batch.changes);
  if (batch.fragments !== undefined) await pages.insertFragments(batch.fragments);
  if (batch.searchTexts !== undefined) await pages.insertSearchTexts(batch.searchTexts);
  if (batch.pages !== undefined) await pages.insert(ownerId, batch.pages);
}
