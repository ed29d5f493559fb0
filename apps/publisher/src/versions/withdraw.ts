import { OPERATOR_SHARE } from "../jobs/job-share.ts";
import { removeComparison } from "../processing/uncompared.ts";
import type { Services } from "../services.ts";
import type { Repositories } from "../storage/publisher-storage.ts";
import type { PublishedVersion, Version } from "../storage/version.ts";
import type { WithdrawalTarget } from "../storage/version-repository.ts";
import { branchLine } from "./accept-version.ts";

/** A withdrawal. If neither the branch nor the number is set, the whole interface is withdrawn. */
export interface WithdrawalRequest extends WithdrawalTarget {
  readonly reason: string | null;
}

/**
 * The number of withdrawn published versions, and the time of the withdrawal; undefined if nothing
 * was found.
 */
export type Withdrawal = { readonly versions: number; readonly withdrawnAt: number } | undefined;

/**
 * Withdraws versions and immediately deletes their content. If a branch or the interface is
 * withdrawn, its documents in processing will not be published.
 */
export async function withdrawVersions(
  { storage, clock, runner }: Pick<Services, "storage" | "clock" | "runner">,
  request: WithdrawalRequest,
): Promise<Withdrawal> {
  const { interface: name, branch, number, reason } = request;
  const isWhole = branch === undefined && number === undefined;
  const now = clock.now();
  const withdrawal = await storage.transaction(async (stored): Promise<Withdrawal> => {
    const owner = await stored.interfaces.lock(name);
    if (owner === undefined || owner.withdrawnAt !== null) return undefined;
    const targets = await stored.versions.targets(request);
    if (targets.length === 0 && !isWhole) return undefined;
    for (const line of new Set(targets.map((each) => branchLine(name, each.branch)))) {
      await stored.jobs.restartLine(line, now);
    }
    for (const version of targets) await takeBack(stored, version, { reason, now });
    const [only] = targets;
    if (number !== undefined && only?.state === "published")
      await compareWithPrevious(stored, only, now);
    if (isWhole) await stored.interfaces.update({ ...owner, updatedAt: now, withdrawnAt: now });
    const published = targets.filter(({ state }) => state === "published");
    if (isWhole) await stored.subscribers.endAll(name);
    else await announceByMail(stored, published, now);
    return { versions: published.length, withdrawnAt: now };
  });
  runner.wake();
  return withdrawal;
}

/**
 * Adds one mail for each subscriber. The mail is about the newest withdrawn version and counts the
 * others.
 */
async function announceByMail(
  { subscribers }: Repositories,
  published: readonly Version[],
  now: number,
): Promise<void> {
  const newest = published.at(-1);
  if (newest === undefined) return;
  const others = published.length - 1;
  await subscribers.announce(newest, { event: "withdrawn", others, now });
}

async function takeBack(
  { versions, changes, pages, files, diffs, jobs, webhooks }: Repositories,
  version: Version,
  { reason, now }: { readonly reason: string | null; readonly now: number },
): Promise<void> {
  const { id, state } = version;
  await jobs.removeOf(id);
  await diffs.forgetOf(id);
  await changes.removeAll(id);
  await pages.removeAll(id);
  await files.removeAll(id);
  if (state === "published") {
    await versions.withdraw(id, reason, now);
    await webhooks.announce(version, "withdrawn", now);
  } else await versions.fail(id, "The version was withdrawn before it was processed.");
}

/** Compares the version after a withdrawn version with the version before it. */
async function compareWithPrevious(
  stored: Repositories,
  { id, interface: name, branch, previousId }: PublishedVersion,
  now: number,
): Promise<void> {
  const successor = await stored.versions.successorOf(id);
  if (successor === undefined) return;
  const text = "The changes are being compared again, because the previous version was withdrawn.";
  await removeComparison(stored, successor, { previousId, text, now });
  await stored.jobs.removeOf(successor.id);
  await stored.jobs.insert({
    ...{ kind: "version", ownerId: successor.id, line: branchLine(name, branch) },
    ...{ share: OPERATOR_SHARE, dueAt: now },
  });
}
