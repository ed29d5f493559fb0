import type { Diagnostic } from "@specwright/spec-loader";
import type { Facts } from "./facts.ts";

/** What the author says about a release. */
export interface Release {
  readonly title: string | null;
  /** Markdown. */
  readonly notes: string | null;
}

/** What is known of a version since it was accepted. */
export interface VersionHead {
  /** A UUID. */
  readonly id: string;
  /** Rises in the order in which versions were accepted, over all interfaces. */
  readonly position: number;
  readonly interface: string;
  readonly branch: string;
  /** SHA-256 over the paths and contents of all files. */
  readonly digest: string;
  /** The path of the document among its files. */
  readonly path: string;
  /** The format that the publisher claims, if any. */
  readonly format: "openapi" | "asyncapi" | null;
  /** Whether faults of the document that have only one reading are repaired. */
  readonly isLenient: boolean;
  /** Whether the document is published in spite of faults that are not repaired. */
  readonly acceptsFaults: boolean;
  /** Whether it may have the version of one that was taken back, with another content. */
  readonly replacesWithdrawn: boolean;
  readonly commit: string | null;
  readonly release: Release;
  readonly acceptedAt: number;
}

/** A version that anybody may read. */
export interface PublishedVersion extends VersionHead {
  readonly state: "published";
  /** Counts the versions of the interface, from 1. */
  readonly number: number;
  readonly previousId: string | null;
  readonly facts: Facts;
  /** An instant or a day as text; null if nobody knows. */
  readonly releasedAt: string | null;
  readonly publishedAt: number;
  /** When its release was described again; null if never. */
  readonly revisedAt: number | null;
}

/** A version that was published and taken back. Of its content, nothing is stored any more. */
export interface WithdrawnVersion extends Omit<PublishedVersion, "state"> {
  readonly state: "withdrawn";
  readonly withdrawnAt: number;
  /** Null if nobody said why. */
  readonly reason: string | null;
}

/** A version in any state. */
export type Version =
  | (VersionHead & { readonly state: "processing" })
  | PublishedVersion
  | WithdrawnVersion
  /** Its document has faults. */
  | (VersionHead & { readonly state: "rejected"; readonly diagnostics: readonly Diagnostic[] })
  /** It takes more time or memory than a document may, or breaks the program that processes it. */
  | (VersionHead & { readonly state: "failed"; readonly failure: string });
