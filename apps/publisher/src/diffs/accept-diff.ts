import { packFile } from "../files/pack-file.ts";
import { isShareFull, OPERATOR_SHARE } from "../jobs/job-share.ts";
import type { Services } from "../services.ts";
import type { Diff, DiffHead } from "../storage/diff-repository.ts";
import type { Repositories } from "../storage/publisher-storage.ts";
import type { SentDocument } from "../versions/document.ts";

/** A document to compare without publishing it. */
export interface DiffRequest {
  readonly interface: string;
  /** The branch whose newest version is the base. */
  readonly branch: string;
  /** The base, instead of the newest version of the branch. */
  readonly baseId?: string;
  readonly document: SentDocument;
  /** Whether unambiguous faults are repaired. Default: false. */
  readonly isLenient?: boolean;
  /**
   * Whether the document is compared even if it has faults that are not repaired. Default: false.
   */
  readonly acceptsFaults?: boolean;
  /**
   * The share of the waiting documents that this document counts against. Default: the operator's
   * share.
   */
  readonly share?: string;
}

/** The result of a request to compare. */
export type DiffAcceptance =
  | { readonly kind: "accepted"; readonly id: string }
  | { readonly kind: "no_interface" }
  /** Too many documents of this share are waiting. */
  | { readonly kind: "share_full" }
  /** `baseId` is not a published version of the interface. */
  | { readonly kind: "no_base" };

const DAY_MS = 24 * 3_600_000;

/** Accepts a document to compare. The comparison expires after a day. */
export async function acceptDiff(
  services: Services,
  request: DiffRequest,
): Promise<DiffAcceptance> {
  const { storage, runner, clock } = services;
  const { document, interface: name, branch } = request;
  const files = await Promise.all(document.files.map(({ path, text }) => packFile(path, text)));

  async function storeDiff(stored: Repositories) {
    const { interfaces, versions } = stored;
    const owner = await interfaces.byName(name);
    if (owner === undefined || owner.withdrawnAt !== null) return { kind: "no_interface" } as const;
    const { baseId } = request;
    const base =
      baseId === undefined ? await versions.newest(name, branch) : await versions.byId(baseId);
    const isBase = base?.state === "published" && base.interface === name;
    if (baseId !== undefined && !isBase) return { kind: "no_base" } as const;
    const { share = OPERATOR_SHARE, isLenient = false, acceptsFaults = false } = request;
    if (await isShareFull(services, stored, share)) return { kind: "share_full" } as const;
    const id = services.newId();
    const diff: DiffHead = {
      ...{ id, interface: name, branch, baseId: base?.id ?? null, headId: null },
      ...{ path: document.path, format: document.format, isLenient, acceptsFaults },
      ...{ acceptedAt: clock.now(), expiresAt: clock.now() + DAY_MS },
    };
    await insertDiff(stored, diff, share);
    await stored.files.insert(id, files);
    return { kind: "accepted", id } as const;
  }

  const acceptance: DiffAcceptance = await storage.transaction(storeDiff);
  if (acceptance.kind === "accepted") runner.wake();
  return acceptance;
}

/**
 * Returns the comparison of two published versions of an interface. Starts a new comparison if
 * nobody requested this one within a month. Returns `share_full` if too many documents of the share
 * are waiting. A comparison that failed is retried after a day.
 */
export async function diffOfVersions(
  services: Services,
  base: { readonly id: string },
  head: { readonly id: string; readonly interface: string; readonly branch: string },
  share: string = OPERATOR_SHARE,
): Promise<Diff | "share_full"> {
  const { storage, runner, clock, newId } = services;
  const found = await storage.committed.diffs.ofVersions(base.id, head.id);
  if (found !== undefined && found.expiresAt > clock.now()) return found;
  const diff = await storage.transaction(async (stored) => {
    const other = await stored.diffs.ofVersions(base.id, head.id);
    if (other !== undefined) {
      await stored.diffs.keepUntil(other.id, clock.now() + 30 * DAY_MS);
      return other;
    }
    if (await isShareFull(services, stored, share)) return "share_full";
    const added: DiffHead = {
      ...{ id: newId(), interface: head.interface, branch: head.branch },
      ...{ baseId: base.id, headId: head.id, path: null, format: null },
      ...{ isLenient: false, acceptsFaults: false },
      ...{ acceptedAt: clock.now(), expiresAt: clock.now() + 30 * DAY_MS },
    };
    await insertDiff(stored, added, share);
    return { ...added, state: "processing" } as const;
  });
  runner.wake();
  return diff;
}

async function insertDiff(
  { diffs, jobs }: Repositories,
  diff: DiffHead,
  share: string,
): Promise<void> {
  await diffs.insert(diff);
  await jobs.insert({
    ...{ kind: "diff", ownerId: diff.id, share },
    // Jobs of one line run one after the other. This job has its own line, so that it does not wait
    // for other jobs.
    ...{ line: `diff ${diff.id}`, dueAt: diff.acceptedAt },
  });
}
