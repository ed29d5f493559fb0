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
  /** Whether it is published despite faults that cannot be repaired. Default false. */
  readonly acceptsFaults?: boolean;
  /** Whether it may reuse the `info.version` of a withdrawn version. Default false. */
  readonly replacesWithdrawn?: boolean;
  readonly commit: string | null;
  readonly release: Release;
  /** A time or a date as text; null if unknown; undefined for the time of publication. */
  readonly releasedAt?: string | null;
  /**
   * The newest version of the branch that the sender knows; null for none. Not checked if
   * undefined.
   */
  readonly expectedPrevious?: string | null;
  /** The share whose turn it takes. Default: the operator's. */
  readonly share?: string;
}

/** The result of a request to publish. */
export type Acceptance =
  /** It is stored, and will be processed. */
  | { readonly kind: "accepted"; readonly id: string }
  /** The newest version of the branch, published or in processing, has the same content. */
  | { readonly kind: "unchanged" | "processing"; readonly id: string }
  /** The branch has a newer version than the sender knows. */
  | { readonly kind: "previous_mismatch"; readonly newestId: string | null }
  /** Too many documents of the share are waiting. */
  | { readonly kind: "share_full" }
  /** The release date is more than a day ahead. */
  | { readonly kind: "released_in_future" }
  | { readonly kind: "no_interface" };

/** A tolerance for time zones and clock differences. */
const DAY_MS = 24 * 3_600_000;

/** Returns the line of a branch's jobs. Names contain no spaces, so lines are unique. */
export function branchLine(name: string, branch: string): string {
  return `${name} ${branch}`;
}

/**
 * Accepts a document. After it resolves with `accepted`, the document is stored and will be
 * processed even if this process
 * ends.
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
