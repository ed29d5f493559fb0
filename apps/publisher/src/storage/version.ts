import type { Diagnostic } from "@specwright/spec-loader";
import type { Facts } from "./facts.ts";

/** The details of a release that its author describes. */
export interface Release {
  readonly title: string | null;
  /** The release notes as Markdown. */
  readonly notes: string | null;
}

/** The fields of a version that are known when it is accepted. */
export interface VersionHead {
  /** A UUID. */
  readonly id: string;
  /** A number that increases with each accepted version, over all interfaces. */
  readonly position: number;
  readonly interface: string;
  readonly branch: string;
  /** The SHA-256 digest of the paths and contents of all files. */
  readonly digest: string;
  /** The path of the document among its files. */
  readonly path: string;
  /** The format that the publisher of the document claims; null if none. */
  readonly format: "openapi" | "asyncapi" | null;
  /** Whether unambiguous faults are repaired. */
  readonly isLenient: boolean;
  /** Whether the document is published despite faults that are not repaired. */
  readonly acceptsFaults: boolean;
  /**
   * Whether the version may have the `info.version` of a withdrawn version, but different content.
   */
  readonly replacesWithdrawn: boolean;
  readonly commit: string | null;
  readonly release: Release;
  readonly acceptedAt: number;
}

/** A published version. Its changes, pages and documents are available. */
export interface PublishedVersion extends VersionHead {
  readonly state: "published";
  /** The number of the version in its interface. The first version has number 1. */
  readonly number: number;
  readonly previousId: string | null;
  readonly facts: Facts;
  /** The date of the release: a time or a date as text; null if unknown. */
  readonly releasedAt: string | null;
  readonly publishedAt: number;
  /**
   * When the comparison of the version or the details of its release were last changed; null if
   * never.
   */
  readonly revisedAt: number | null;
}

/** A withdrawn version. Its content was deleted. */
export interface WithdrawnVersion extends Omit<PublishedVersion, "state"> {
  readonly state: "withdrawn";
  readonly withdrawnAt: number;
  /** Null if no reason was given. */
  readonly reason: string | null;
}

/** A version in any state. */
export type Version =
  | (VersionHead & { readonly state: "processing" })
  | PublishedVersion
  | WithdrawnVersion
  /** The document has faults. */
  | (VersionHead & { readonly state: "rejected"; readonly diagnostics: readonly Diagnostic[] })
  /** The document exceeded the limits of time or memory, or crashed the process. */
  | (VersionHead & { readonly state: "failed"; readonly failure: string });
