import type { Logger } from "@specwright/runtime";
import type { Outcome, ProcessDocument, ResultBatch } from "../processing/protocol.ts";
import type { ClaimedJob } from "../storage/job-repository.ts";
import type { Repositories } from "../storage/publisher-storage.ts";
import { holdJob, type JobHolder } from "./held-job.ts";
import { readTask } from "./read-task.ts";
import { type JobState, settleJob } from "./settle-job.ts";

/** The services and settings for running a job. */
export interface JobSetup extends JobHolder {
  readonly logger: Logger;
  readonly process: ProcessDocument;
  /** How long the runner waits before it retries a job that has failed, in milliseconds. */
  readonly retryMs: number;
}

/**
 * Runs a claimed job and stores its result. Each write checks in its transaction whether the claim
 * is still valid. The job therefore gets one result, even if several processes have started it.
 */
export async function runJob(
  job: ClaimedJob,
  setup: JobSetup,
  closing: AbortSignal,
): Promise<void> {
  const { storage, clock, logger, retryMs } = setup;
  const startedAt = clock.elapsed();
  const held = holdJob(job, setup);
  try {
    const task = await held.transaction((stored) => readTask(stored, job));
    const signal = AbortSignal.any([closing, held.lost]);
    signal.throwIfAborted();
    const outcome = await setup.process(task, {
      onBatch: (batch) => held.transaction((stored) => storeBatch(stored, job, batch)),
      signal,
    });
    const state = await held.transaction((stored) =>
      settleJob(stored, { job, outcome, clock, retryMs }),
    );
    logOutcome(logger, job, { outcome, state, ms: Math.round(clock.elapsed() - startedAt) });
  } catch (error) {
    if (held.lost.aborted) {
      logger.warn({ owner: job.ownerId }, "another process has taken the document");
      return;
    }
    if (!closing.aborted) throw error;
    await storage.transaction(({ jobs }) => jobs.release(job, clock.now()));
  } finally {
    held.letGo();
  }
}

function logOutcome(
  logger: Logger,
  { ownerId, kind, attempts }: ClaimedJob,
  ended: { readonly outcome: Outcome; readonly state: JobState; readonly ms: number },
): void {
  const { outcome, state, ms } = ended;
  const entry = { owner: ownerId, kind, state, ms };
  if (outcome.kind !== "failed") logger.info(entry, "document processed");
  else logger.warn({ ...entry, ...outcome, attempts: attempts + 1 }, "document not processed");
}

async function storeBatch(
  { changes, pages }: Repositories,
  { ownerId }: ClaimedJob,
  batch: ResultBatch,
): Promise<void> {
  if (batch.affected !== undefined) await changes.insertAffected(ownerId, batch.affected);
  if (batch.changes !== undefined) await changes.insert(ownerId, batch.changes);
  if (batch.fragments !== undefined) await pages.insertFragments(batch.fragments);
  // The fragments are stored first, because the pages refer to them.
  if (batch.fragments !== undefined && batch.pages === undefined) {
    await pages.insertUses(ownerId, batch.fragments);
  }
  if (batch.searchTexts !== undefined) await pages.insertSearchTexts(batch.searchTexts);
  if (batch.pages !== undefined) await pages.insert(ownerId, batch.pages);
}
