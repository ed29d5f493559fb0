import { contentDigest } from "../files/content-digest.ts";
import { packFile } from "../files/pack-file.ts";
import { isPrivateBranch } from "../interfaces/may-read.ts";
import { isShareFull, OPERATOR_SHARE } from "../jobs/job-share.ts";
import type { Services } from "../services.ts";
import type { Repositories } from "../storage/publisher-storage.ts";
import type { Release } from "../storage/version.ts";
import type { SentDocument } from "./document.ts";

/** A document to publish. */
export interface VersionRequest {
  readonly interface: string;
  readonly branch: string;
  readonly document: SentDocument;
  /** Whether unambiguous faults are repaired. Default false. */
  readonly isLenient?: boolean;
  /** Whether the document is published despite faults that cannot be repaired. Default false. */
  readonly acceptsFaults?: boolean;
  /** Whether the document may have the `info.version` of a withdrawn version. Default false. */
  readonly replacesWithdrawn?: boolean;
  readonly commit: string | null;
  readonly release: Release;
  /**
   * The date of the release: a time or a date as text, or null if unknown. If undefined, the time
   * of publication is used.
   */
  readonly releasedAt?: string | null;
  /**
   * The newest version of the branch that the sender knows; null if the sender knows none. If
   * undefined, the newest version is not checked.
   */
  readonly expectedPrevious?: string | null;
  /**
   * The share of the waiting documents that this document counts against. Default: the operator's
   * share.
   */
  readonly share?: string;
}

/** The result of a request to publish. */
export type Acceptance =
  /** The document is stored, and will be processed. */
  | { readonly kind: "accepted"; readonly id: string }
  /**
   * The newest version of the branch, which is published or in processing, has the same content.
   */
  | { readonly kind: "unchanged" | "processing"; readonly id: string }
  /** The newest version of the branch is not the version that the sender expects. */
  | { readonly kind: "previous_mismatch"; readonly newestId: string | null }
  /** Too many documents of the share are waiting. */
  | { readonly kind: "share_full" }
  /** The release date is more than a day in the future. */
  | { readonly kind: "released_in_future" }
  | { readonly kind: "no_interface" };

/** How far a release date may be in the future, because time zones and clocks differ. */
const DAY_MS = 24 * 3_600_000;

/**
 * Returns the line of the jobs of a branch. Names contain no spaces, so each branch has a different
 * line.
 */
export function branchLine(name: string, branch: string): string {
  return `${name} ${branch}`;
}

/**
 * Accepts a document. After the promise resolves with `accepted`, the document is stored, and will
 * be processed even if this process ends.
 */
export async function acceptVersion(
  services: Services,
  request: VersionRequest,
): Promise<Acceptance> {
  const { storage, runner } = services;
  const { document, interface: name, branch, releasedAt } = request;
  const isFuture =
    typeof releasedAt === "string" && Date.parse(releasedAt) > services.clock.now() + DAY_MS;
  if (isFuture) return { kind: "released_in_future" };
  const files = await Promise.all(document.files.map(({ path, text }) => packFile(path, text)));
  const digest = contentDigest(document.path, files);

  async function storeVersion({ interfaces, versions, jobs, ...stored }: Repositories) {
    // Requests for one interface are accepted one after the other.
    const owner = await interfaces.lock(name);
    if (owner === undefined || owner.withdrawnAt !== null) return { kind: "no_interface" } as const;
    const latest = await versions.latestAccepted(name, branch);
    if (latest?.digest === digest) {
      const kind = latest.state === "processing" ? "processing" : "unchanged";
      return { kind, id: latest.id } as const;
    }
    const { expectedPrevious: expected } = request;
    const newestId = latest?.id ?? null;
    if (expected !== undefined && expected !== newestId) {
      return { kind: "previous_mismatch", newestId } as const;
    }
    const { share = OPERATOR_SHARE } = request;
    if (await isShareFull(services, { jobs }, share)) return { kind: "share_full" } as const;
    const id = services.newId();
    const now = services.clock.now();
    const line = branchLine(name, branch);
    const job = { kind: "version", ownerId: id, line, share, dueAt: now } as const;
    const position = await jobs.insert(job);
    await versions.insert({
      ...{ id, position, interface: name, branch, digest },
      ...{ path: document.path, format: document.format, commit: request.commit },
      replacesWithdrawn: request.replacesWithdrawn ?? false,
      acceptsFaults: request.acceptsFaults ?? false,
      ...{ isLenient: request.isLenient ?? false, isPrivate: isPrivateBranch(owner, branch) },
      ...{ release: request.release, releasedAt, acceptedAt: now },
    });
    await stored.files.insert(id, files);
    return { kind: "accepted", id } as const;
  }

  const acceptance: Acceptance = await storage.transaction(storeVersion);
  if (acceptance.kind === "accepted") runner.wake();
  return acceptance;
}
