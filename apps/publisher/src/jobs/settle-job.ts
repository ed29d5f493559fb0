import type { Clock } from "@specwright/runtime";
import type { Outcome } from "../processing/protocol.ts";
import { fragmentsOf, removeComparison } from "../processing/uncompared.ts";
import type { Facts } from "../storage/facts.ts";
import type { ClaimedJob } from "../storage/job-repository.ts";
import type { Repositories } from "../storage/publisher-storage.ts";
import { withdrawnClash } from "./withdrawn-clash.ts";

/** How many times processing may fail. */
const MAX_ATTEMPTS = 3;
/**
 * How many times processing may exceed its limits. The second attempt is needed because a busy
 * machine can cause one overrun.
 */
const MAX_OVERRUNS = 2;
/**
 * How many times a job may be claimed. The number is limited because a document may crash the
 * process that works on it.
 */
const MAX_CLAIMS = 20;

/** The outcome of a job. After `retry`, the job runs again. */
export type JobState = "published" | "done" | "rejected" | "failed" | "retry";

/** Stores the outcome of a job and ends the job, in one transaction. */
export async function settleJob(
  stored: Repositories,
  settled: {
    readonly job: ClaimedJob;
    readonly outcome: Outcome;
    readonly clock: Pick<Clock, "now">;
    readonly retryMs: number;
  },
): Promise<JobState> {
  const { job, outcome, clock, retryMs } = settled;
  const { jobs } = stored;
  const { kind, ownerId } = job;
  const owners = kind === "version" ? stored.versions : stored.diffs;
  switch (outcome.kind) {
    case "done":
      await jobs.remove(job);
      if (kind === "version")
        return await publishVersion(stored, ownerId, outcome.facts, clock.now());
      await stored.diffs.finish(ownerId, outcome.facts);
      return "done";
    case "rejected":
      await jobs.remove(job);
      if (await isKept(stored, job, clock.now())) return "failed";
      await stored.changes.removeAll(ownerId);
      await stored.pages.removeAll(ownerId);
      await owners.reject(ownerId, outcome.diagnostics);
      return "rejected";
    default:
      if (mayRetry(job, outcome.isOverLimits)) {
        await jobs.retryAt(job, clock.now() + retryMs, outcome.isOverLimits);
        return "retry";
      }
      await jobs.remove(job);
      if (await isKept(stored, job, clock.now())) return "failed";
      await stored.changes.removeAll(ownerId);
      await stored.pages.removeAll(ownerId);
      await owners.fail(ownerId, outcome.reason);
      return "failed";
  }
}

function mayRetry({ attempts, overruns, claims }: ClaimedJob, isOverLimits: boolean): boolean {
  if (isOverLimits && overruns + 1 >= MAX_OVERRUNS) return false;
  return attempts + 1 < MAX_ATTEMPTS && claims < MAX_CLAIMS;
}

/**
 * If the version is already published, stores that it cannot be compared with its new base, and
 * keeps the version. Reports whether the version is already published.
 */
async function isKept(
  stored: Repositories,
  { kind, ownerId }: ClaimedJob,
  now: number,
): Promise<boolean> {
  const version = kind === "version" ? await stored.versions.byId(ownerId) : undefined;
  if (version?.state !== "published") return false;
  const text = "The document cannot be compared with the previous version.";
  await removeComparison(stored, version, { previousId: version.previousId, text, now });
  return true;
}

async function publishVersion(
  stored: Repositories,
  id: string,
  facts: Facts,
  now: number,
): Promise<"published" | "rejected"> {
  const { versions, interfaces, changes, pages, webhooks, subscribers } = stored;
  const version = await versions.byId(id);
  if (version === undefined) throw new TypeError("the version of the job is missing");
  if (version.state === "published") {
    await pages.removeUses(id, fragmentsOf(facts));
    await versions.compareAgain(id, { previousId: version.previousId, facts }, now);
    return "published";
  }
  const clash = await withdrawnClash(stored, version, facts);
  if (clash !== undefined) {
    await changes.removeAll(id);
    await pages.removeAll(id);
    await versions.reject(id, [clash]);
    return "rejected";
  }
  const previous = await versions.newest(version.interface, version.branch);
  await versions.publish(id, {
    number: await interfaces.takeNumber(version.interface),
    previousId: previous?.id ?? null,
    // The time must be later than the publication time of the previous version, even if the clocks
    // of two processes differ.
    ...{ facts, publishedAt: Math.max(now, previous?.publishedAt ?? 0) },
  });
  await webhooks.announce(version, "published", now);
  await subscribers.announce(version, { event: "published", now });
  return "published";
}
