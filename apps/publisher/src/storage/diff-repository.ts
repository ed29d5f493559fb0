import type { Diagnostic } from "@specwright/spec-loader";
import type { Facts } from "./facts.ts";

/** The facts about a comparison that are known when it is accepted. */
export interface DiffHead {
  /** A UUID. */
  readonly id: string;
  readonly interface: string;
  readonly branch: string;
  /** The base version; null if the branch had no version. */
  readonly baseId: string | null;
  /** The newer version; null for an unpublished document. */
  readonly headId: string | null;
  /**
   * The path of an unpublished document, and the format that its sender claims; null for a
   * published version.
   */
  readonly path: string | null;
  readonly format: "openapi" | "asyncapi" | null;
  /** Whether the faults of an unpublished document are repaired. */
  readonly isLenient: boolean;
  /** Whether an unpublished document is compared despite its faults. */
  readonly acceptsFaults: boolean;
  readonly acceptedAt: number;
  /** The time when the comparison expires, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** A finished comparison. Its changes are stored under its id. */
export type FinishedDiff = DiffHead & { readonly state: "done"; readonly facts: Facts };

/** A comparison in any state. */
export type Diff =
  | (DiffHead & { readonly state: "processing" })
  | FinishedDiff
  | (DiffHead & { readonly state: "rejected"; readonly diagnostics: readonly Diagnostic[] })
  | (DiffHead & { readonly state: "failed"; readonly failure: string });

/** Reads comparisons. */
export interface DiffReader {
  /** Returns a comparison that has not expired. */
  byId(id: string, now: number): Promise<Diff | undefined>;
  ofVersions(baseId: string, headId: string): Promise<Diff | undefined>;
}

/** Stores comparisons. */
export interface DiffRepository extends DiffReader {
  insert(diff: DiffHead): Promise<void>;
  finish(id: string, facts: Facts): Promise<void>;
  reject(id: string, diagnostics: readonly Diagnostic[]): Promise<void>;
  fail(id: string, failure: string): Promise<void>;
  /** Changes the time when a comparison expires. */
  keepUntil(id: string, expiresAt: number): Promise<void>;
  /**
   * Removes expired comparisons, and files that only these comparisons use. Keeps comparisons in
   * processing. Returns the number of removed comparisons.
   */
  forget(now: number): Promise<number>;
  /**
   * Removes all comparisons of this version with any other version or document, including
   * comparisons in processing.
   */
  forgetOf(versionId: string): Promise<void>;
}
