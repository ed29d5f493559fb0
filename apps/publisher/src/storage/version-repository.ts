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

/** Which published versions to list, newest first. */
export interface VersionSelection {
  readonly limit: number;
  /** Continues after the version at this position. */
  readonly before?: number;
  readonly interface?: string;
  readonly branch?: string;
  readonly commit?: string;
  /** Selects versions with a change of one of these classes. */
  readonly classes?: readonly ChangeClass[];
  /** Selects versions that everybody may read. Default: all. */
  readonly isPublic?: boolean;
}

/** Which versions that were taken back to list. */
export type WithdrawnSelection = Pick<
  VersionSelection,
  "limit" | "interface" | "branch" | "isPublic"
>;

/** What is taken back: versions of an interface, of one of its branches, or of one number. */
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
  /** Returns versions that were taken back, newest first. */
  withdrawn(selection: WithdrawnSelection): Promise<readonly WithdrawnVersion[]>;
  /** Returns the branches of an interface with a published version. */
  branches(name: string): Promise<readonly string[]>;
}

/** A version that is accepted, before anybody processes it. */
export interface AcceptedVersion extends VersionHead {
  /** An instant or a day as text, null if nobody knows, undefined for when it is published. */
  readonly releasedAt: string | null | undefined;
  /** Whether only who has a token may read it. */
  readonly isPrivate: boolean;
}

/** What becomes of a version when it is published. */
export interface Publication {
  readonly number: number;
  readonly previousId: string | null;
  readonly facts: Facts;
  readonly publishedAt: number;
}

/** Stores versions. */
export interface VersionRepository extends VersionReader {
  /**
   * Returns the version of a branch that was accepted last and is published or being processed.
   */
  latestAccepted(name: string, branch: string): Promise<Version | undefined>;
  insert(version: AcceptedVersion): Promise<void>;
  publish(id: string, publication: Publication): Promise<void>;
  reject(id: string, diagnostics: readonly Diagnostic[]): Promise<void>;
  fail(id: string, failure: string): Promise<void>;
  /** Decides for each branch of an interface whether only who has a token may read its versions. */
  setPrivate(name: string, isPrivate: (branch: string) => boolean): Promise<void>;
  /** Returns versions that are not taken back, also those that are yet to be processed. */
  targets(target: WithdrawalTarget): Promise<readonly Version[]>;
  /** Returns the published version that was compared with another one. */
  successorOf(id: string): Promise<PublishedVersion | undefined>;
  withdraw(id: string, reason: string | null, now: number): Promise<void>;
  /** Replaces what a published version was compared with, and how it differs from it. */
  compareAgain(
    id: string,
    compared: { readonly previousId: string | null; readonly facts: Facts },
    now: number,
  ): Promise<void>;
  /** Replaces the description of a published version's release. */
  revise(
    id: string,
    release: Release & { readonly releasedAt: string | null },
    now: number,
  ): Promise<void>;
}
