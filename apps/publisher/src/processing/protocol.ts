// The messages between the service and a process that works on a document.

import type { Diagnostic } from "@specwright/spec-loader";
import type { AffectedText, ChangeText } from "../storage/change-repository.ts";
import type { Facts } from "../storage/facts.ts";
import type { Fragment, NewPage, SearchText } from "../storage/page-repository.ts";

/** A document with its files, compressed by gzip. */
export interface PackedDocument {
  /** The path of the document. It is one of `files`. */
  readonly path: string;
  readonly files: readonly { readonly path: string; readonly content: Uint8Array }[];
  /** Whether unambiguous faults are repaired. */
  readonly isLenient?: boolean;
  /** Whether the document is read even if it has faults that cannot be repaired. */
  readonly acceptsFaults?: boolean;
}

/** The work on one document. */
export interface DocumentTask {
  readonly head: PackedDocument;
  /** The document to compare with; null if the branch has no earlier version. */
  readonly base: PackedDocument | null;
  /** The format that the publisher of the document claims; null if none. */
  readonly format: "openapi" | "asyncapi" | null;
  /** Whether the process writes pages. */
  readonly hasPages: boolean;
  /** Whether the version is already published, and only needs a comparison with a new base. */
  readonly isAgain?: boolean;
}

/**
 * A part of a result. A result is divided into small parts, so that no process holds all of it in
 * memory.
 */
export interface ResultBatch {
  readonly changes?: readonly ChangeText[];
  /** Lists of affected operations that earlier batches did not contain. */
  readonly affected?: readonly AffectedText[];
  readonly pages?: readonly NewPage[];
  readonly fragments?: readonly Fragment[];
  readonly searchTexts?: readonly SearchText[];
}

/** A message from the process. After each batch, the process waits for the message `next`. */
export type WorkerMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "batch"; readonly batch: ResultBatch }
  | { readonly kind: "done"; readonly facts: Facts }
  | { readonly kind: "rejected"; readonly diagnostics: readonly Diagnostic[] };

/** A message to the process. */
export type TaskMessage =
  | { readonly kind: "task"; readonly task: DocumentTask }
  | { readonly kind: "next" };

/** The outcome of work on a document. */
export type Outcome =
  | { readonly kind: "done"; readonly facts: Facts }
  | { readonly kind: "rejected"; readonly diagnostics: readonly Diagnostic[] }
  /** The process was stopped or has crashed. */
  | {
      readonly kind: "failed";
      readonly reason: string;
      readonly details: string;
      /**
       * Whether the process exceeded its limits of time or memory. A retry would probably exceed
       * them, too.
       */
      readonly isOverLimits: boolean;
    };

/** The limits of a process that works on a document. */
export interface ProcessLimits {
  /**
   * The maximum processor time, in whole seconds. The process is also killed if it runs longer than
   * four times this number of seconds. On Windows, only this second limit applies.
   */
  readonly cpuSeconds: number;
  /** The maximum size of the process's heap, in megabytes. */
  readonly heapMb: number;
}

/**
 * Processes a document. Calls `onBatch` for each part of the result, and waits for each call.
 * Rejects with the error of `onBatch`, or with the reason of the signal.
 */
export type ProcessDocument = (
  task: DocumentTask,
  options: {
    readonly onBatch: (batch: ResultBatch) => Promise<void>;
    readonly signal: AbortSignal;
  },
) => Promise<Outcome>;
