import type { Diagnostic } from "@specwright/spec-loader";
import type { Facts } from "./facts.ts";

/** The description of a release by its author. */
export interface Release {
  readonly title: string | null;
  /** Markdown. */
  readonly notes: string | null;
}

/** The fields of a version that are known when it is accepted. */
export interface VersionHead {
  /** A UUID. */
  readonly id: string;
  /** Increases in the order of acceptance, over all interfaces. */
  readonly position: number;
  readonly interface: string;
  readonly branch: string;
  /** SHA-256 over the paths and contents of all files. */
  readonly digest: string;
  /** The path of the document among its files. */
  readonly path: string;
  /** The format that the publisher claims, if any. */
  readonly format: "openapi" | "asyncapi" | null;
  /** Whether unambiguous faults are repaired. */
  readonly isLenient: boolean;
  /** Whether the document is published despite faults that are not repaired. */
  readonly acceptsFaults: boolean;
  /** Whether it may reuse the `info.version` of a withdrawn version with different content. */
  readonly replacesWithdrawn: boolean;
  readonly commit: string | null;
  readonly release: Release;
  readonly acceptedAt: number;
}

/** A version with its changes, pages and documents available. */
export interface PublishedVersion extends VersionHead {
  readonly state: "published";
  /** Counts the versions of the interface, from 1. */
  readonly number: number;
  readonly previousId: string | null;
  readonly facts: Facts;
  /** A time or a date as text; null if unknown. */
  readonly releasedAt: string | null;
  readonly publishedAt: number;
  /** When its release was described again; null if never. */
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
  /** Its document has faults. */
  | (VersionHead & { readonly state: "rejected"; readonly diagnostics: readonly Diagnostic[] })
  /** It exceeds the limits of time or memory, or crashes the process. */
  | (VersionHead & { readonly state: "failed"; readonly failure: string });
