import type { ChangeClass } from "@specwright/diff";
import type { Diagnostic } from "@specwright/spec-loader";
import type { Facts } from "./facts.ts";
import type {
  PublishedVersion,
  Release,
  Version,
  VersionHead,
  WithdrawnVersion,
} from "./version.ts";

/** Selects published versions, newest first. */
export interface VersionSelection {
  readonly limit: number;
  /** Continues the list: selects only versions below this position. */
  readonly before?: number;
  readonly interface?: string;
  readonly branch?: string;
  readonly commit?: string;
  /** Selects only versions that have a change of one of these classes. */
  readonly classes?: readonly ChangeClass[];
  /** Whether to select only public versions. Default: false. */
  readonly isPublic?: boolean;
}

/** Selects withdrawn versions. */
export type WithdrawnSelection = Pick<
  VersionSelection,
  "limit" | "interface" | "branch" | "isPublic"
>;

/**
 * The versions to withdraw: all of an interface, all of a branch, or the version with one number.
 */
export interface WithdrawalTarget {
  readonly interface: string;
  readonly branch?: string;
  readonly number?: number;
}

/** Reads versions. */
export interface VersionReader {
  byId(id: string): Promise<Version | undefined>;
  byNumber(name: string, number: number): Promise<Version | undefined>;
  /** Returns the newest published version of a branch. */
  newest(name: string, branch: string): Promise<PublishedVersion | undefined>;
  list(selection: VersionSelection): Promise<readonly PublishedVersion[]>;
  /** Returns withdrawn versions, newest first. */
  withdrawn(selection: WithdrawnSelection): Promise<readonly WithdrawnVersion[]>;
  /** Returns the branches of an interface that have a published version. */
  branches(name: string): Promise<readonly string[]>;
}

/** An accepted version that is not processed yet. */
export interface AcceptedVersion extends VersionHead {
  /**
   * The date of the release: a time or a date as text, or null if unknown. If undefined, the time
   * of publication is used.
   */
  readonly releasedAt: string | null | undefined;
  /** Whether reading the version requires a token. */
  readonly isPrivate: boolean;
}

/** The fields that a version gets when it is published. */
export interface Publication {
  readonly number: number;
  readonly previousId: string | null;
  readonly facts: Facts;
  readonly publishedAt: number;
}

/** Stores versions. */
export interface VersionRepository extends VersionReader {
  /** Returns the last accepted version of a branch that is published or in processing. */
  latestAccepted(name: string, branch: string): Promise<Version | undefined>;
  insert(version: AcceptedVersion): Promise<void>;
  publish(id: string, publication: Publication): Promise<void>;
  reject(id: string, diagnostics: readonly Diagnostic[]): Promise<void>;
  fail(id: string, failure: string): Promise<void>;
  /** Sets for each branch of an interface whether reading its versions requires a token. */
  setPrivate(name: string, isPrivate: (branch: string) => boolean): Promise<void>;
  /** Returns versions that are not withdrawn, including those in processing. */
  targets(target: WithdrawalTarget): Promise<readonly Version[]>;
  /** Returns the published version whose base is this version. */
  successorOf(id: string): Promise<PublishedVersion | undefined>;
  withdraw(id: string, reason: string | null, now: number): Promise<void>;
  /** Replaces the base of a published version, and the facts of its comparison. */
  compareAgain(
    id: string,
    compared: { readonly previousId: string | null; readonly facts: Facts },
    now: number,
  ): Promise<void>;
  /** Replaces the release notes and other details of a published version's release. */
  revise(
    id: string,
    release: Release & { readonly releasedAt: string | null },
    now: number,
  ): Promise<void>;
}
