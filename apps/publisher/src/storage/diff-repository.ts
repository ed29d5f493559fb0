import type { Diagnostic } from "@specwright/spec-loader";
import type { Facts } from "./facts.ts";

/** A comparison since it was accepted. */
export interface DiffHead {
  /** A UUID. */
  readonly id: string;
  readonly interface: string;
  readonly branch: string;
  /** The version compared with; null if the branch had none. */
  readonly baseId: string | null;
  /** The newer version; null if it is a document that is not published. */
  readonly headId: string | null;
  /** The path and the claimed format of a document that is not published. */
  readonly path: string | null;
  readonly format: "openapi" | "asyncapi" | null;
  /** Whether the faults of a document that is not published are repaired. */
  readonly isLenient: boolean;
  /** Whether a document that is not published is compared in spite of its faults. */
  readonly acceptsFaults: boolean;
  readonly acceptedAt: number;
  /** When it is forgotten. */
  readonly expiresAt: number;
}

/** A finished comparison. Its changes have its id. */
export type FinishedDiff = DiffHead & { readonly state: "done"; readonly facts: Facts };

/** A comparison in any state. */
export type Diff =
  | (DiffHead & { readonly state: "processing" })
  | FinishedDiff
  | (DiffHead & { readonly state: "rejected"; readonly diagnostics: readonly Diagnostic[] })
  | (DiffHead & { readonly state: "failed"; readonly failure: string });

/** Reads comparisons. */
export interface DiffReader {
  /** Returns a comparison that is not forgotten yet. */
  byId(id: string, now: number): Promise<Diff | undefined>;
  ofVersions(baseId: string, headId: string): Promise<Diff | undefined>;
}

/** Stores comparisons. */
export interface DiffRepository extends DiffReader {
  insert(diff: DiffHead): Promise<void>;
  finish(id: string, facts: Facts): Promise<void>;
  reject(id: string, diagnostics: readonly Diagnostic[]): Promise<void>;
  fail(id: string, failure: string): Promise<void>;
  /** Keeps a comparison for longer. */
  keepUntil(id: string, expiresAt: number): Promise<void>;
  /**
   * Forgets comparisons that are due, and files that only they had; returns how many. Those that
   * are processed stay.
   */
  forget(now: number): Promise<number>;
  /** Forgets all comparisons with a version, those that are being processed, too. */
  forgetOf(versionId: string): Promise<void>;
}
