// The messages between the service and a process that works on a document.

import type { Diagnostic } from "@specwright/spec-loader";
import type { AffectedText, ChangeText } from "../storage/change-repository.ts";
import type { Facts } from "../storage/facts.ts";
import type { Fragment, NewPage, SearchText } from "../storage/page-repository.ts";

/** A document with its files, compressed by gzip. */
export interface PackedDocument {
  /** The path of the document among its files. */
  readonly path: string;
  readonly files: readonly { readonly path: string; readonly content: Uint8Array }[];
  /** Whether unambiguous faults are repaired. */
  readonly isLenient?: boolean;
  /** Whether the document is read even if it has faults that cannot be repaired. */
  readonly acceptsFaults?: boolean;
}

/** Work on a document. */
export interface DocumentTask {
  readonly head: PackedDocument;
  /** The document to compare with; null for the first version. */
  readonly base: PackedDocument | null;
  /** The format that the publisher claims, if any. */
  readonly format: "openapi" | "asyncapi" | null;
  /** Whether pages are to be written. */
  readonly hasPages: boolean;
  /** Whether the version is already published, and only has to be compared with a new base. */
  readonly isAgain?: boolean;
}

/** A part of a result. Parts are small, so that no process has to hold a large result in memory. */
export interface ResultBatch {
  readonly changes?: readonly ChangeText[];
  /** The lists of affected operations that earlier batches did not contain. */
  readonly affected?: readonly AffectedText[];
  readonly pages?: readonly NewPage[];
  readonly fragments?: readonly Fragment[];
  readonly searchTexts?: readonly SearchText[];
}

/** A message from the process. It waits for `next` after each batch. */
export type WorkerMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "batch"; readonly batch: ResultBatch }
  | { readonly kind: "done"; readonly facts: Facts }
  | { readonly kind: "rejected"; readonly diagnostics: readonly Diagnostic[] };

/** A message to the process. */
export type TaskMessage =
  | { readonly kind: "task"; readonly task: DocumentTask }
  | { readonly kind: "next" };

/** How work on a document ended. */
export type Outcome =
  | { readonly kind: "done"; readonly facts: Facts }
  | { readonly kind: "rejected"; readonly diagnostics: readonly Diagnostic[] }
  /** The process was stopped or has crashed. */
  | {
      readonly kind: "failed";
      readonly reason: string;
      readonly details: string;
      /** Whether it exceeded the limits of time or memory, so a retry would fail, too. */
      readonly isOverLimits: boolean;
    };

/** The limits of a process that works on a document. */
export interface ProcessLimits {
  /**
   * The maximum processor time, in whole seconds. The process is also killed when its wall time
   * exceeds four times this value. On Windows, only the wall time is limited.
   */
  readonly cpuSeconds: number;
  /** The maximum size of the process's heap, in megabytes. */
  readonly heapMb: number;
}

/**
 * Processes a document and calls `onBatch` for each part of the result, one after the other.
 * Rejects with the error of `onBatch`, or with the reason of the signal.
 */
export type ProcessDocument = (
  task: DocumentTask,
  options: {
    readonly onBatch: (batch: ResultBatch) => Promise<void>;
    readonly signal: AbortSignal;
  },
) => Promise<Outcome>;
