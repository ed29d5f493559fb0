import { type Bump, bumpOf, isLowerVersion, largestBump, nextVersion } from "./bump.ts";
import { oneLine } from "./one-line.ts";
import type { ComparedDocuments } from "./report.ts";

/** The version that a revision should have. */
export interface SuggestedVersion {
  readonly bump: Bump;
  /** Absent if the version of the base does not have the form `1`, `1.2` or `1.2.3`. */
  readonly version?: string;
  /** Whether the version of the revision is high enough; absent if the versions cannot be compared. */
  readonly reached?: boolean;
}

/**
 * Returns the bump that the changes between two documents need. An acceptance can set a different bump for
 * its change.
 */
export function documentsBump(
  { changes, hidden = [], accepted }: ComparedDocuments,
  surface: "wire" | "code",
): Bump {
  const all = [...changes, ...hidden].map(
    (change) => accepted?.get(change.fingerprint)?.bump ?? bumpOf(change, surface),
  );
  return largestBump(all);
}

/** Returns the version that a revision should have; `undefined` for a new or removed document. */
export function suggestVersion(documents: ComparedDocuments): SuggestedVersion | undefined {
  const { base, revision } = documents;
  if (base === undefined || revision === undefined) return undefined;
  const bump = documentsBump(documents, documents.surface ?? "wire");
  const version = nextVersion(base.version, bump);
  const lower = version === undefined ? undefined : isLowerVersion(revision.version, version);
  return {
    bump,
    ...(version !== undefined && { version }),
    ...(lower !== undefined && { reached: !lower }),
  };
}

/**
 * Reports whether the version of a revision is too low for the changes. If two versions cannot be compared,
 * they must at least differ.
 */
export function isVersionTooLow(documents: ComparedDocuments): boolean {
  const suggested = suggestVersion(documents);
  if (suggested === undefined) return false;
  if (suggested.reached !== undefined) return !suggested.reached;
  return suggested.bump !== "none" && documents.base?.version === documents.revision?.version;
}

/** Returns a sentence about the version that a revision should have. */
export function versionSentence(documents: ComparedDocuments): string | undefined {
  const suggested = suggestVersion(documents);
  if (suggested === undefined || suggested.bump === "none") return undefined;
  const { bump, version, reached } = suggested;
  const was = oneLine(documents.base?.version ?? "");
  const now = oneLine(documents.revision?.version ?? "");
  if (version === undefined) return `The changes need a new ${bump} version after ${was}.`;
  // Before 1.0.0, a major change raises only the second number. The sentence explains this.
  const isEarly = bump === "major" && /^v?0\./.test(was);
  const rule = isEarly ? "; before 1.0.0, a break raises the second number" : "";
  const needed = `The changes need version ${version} or higher (${bump}, after ${was}${rule}).`;
  if (reached === undefined) return `${needed} info.version is ${now}.`;
  return `${needed} info.version is ${now}, which is ${reached ? "enough" : "too low"}.`;
}
