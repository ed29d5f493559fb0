// What a process that works on a document is told, and what it tells.

import type { Diagnostic } from "@specwright/spec-loader";
import type { AffectedText, ChangeText } from "../storage/change-repository.ts";
import type { Facts } from "../storage/facts.ts";
import type { Fragment, NewPage, SearchText } from "../storage/page-repository.ts";

/** A document with its files, compressed by gzip. */
export interface PackedDocument {
  /** The path of the document among its files. */
  readonly path: string;
  readonly files: readonly { readonly path: string; readonly content: Uint8Array }[];
  /** Whether faults that have only one reading are repaired. */
  readonly isLenient?: boolean;
  /** Whether it is read in spite of faults that are not repaired. */
  readonly acceptsFaults?: boolean;
}

/** Work on a document. */
export interface DocumentTask {
  readonly head: PackedDocument;
  /** What it is compared with; null if there is nothing. */
  readonly base: PackedDocument | null;
  /** The format that the publisher claims, if any. */
  readonly format: "openapi" | "asyncapi" | null;
  /** Whether pages are to be written. */
  readonly hasPages: boolean;
  /** Whether it is published already, with pages, and only compared with another base. */
  readonly isAgain?: boolean;
}

/** A part of a result. It is small, so that no process holds all of a large result. */
export interface ResultBatch {
  readonly changes?: readonly ChangeText[];
  /** What the changes affect, as far as no earlier batch had it. */
  readonly affected?: readonly AffectedText[];
  readonly pages?: readonly NewPage[];
  readonly fragments?: readonly Fragment[];
  readonly searchTexts?: readonly SearchText[];
}

/** What the process says. It waits for `next` after each batch. */
export type WorkerMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "batch"; readonly batch: ResultBatch }
  | { readonly kind: "done"; readonly facts: Facts }
  | { readonly kind: "rejected"; readonly diagnostics: readonly Diagnostic[] };

/** What the process is told. */
export type TaskMessage =
  | { readonly kind: "task"; readonly task: DocumentTask }
  | { readonly kind: "next" };

/** How work on a document ended. */
export type Outcome =
  | { readonly kind: "done"; readonly facts: Facts }
  | { readonly kind: "rejected"; readonly diagnostics: readonly Diagnostic[] }
  /** It did not end, or the program broke. */
  | {
      readonly kind: "failed";
      readonly reason: string;
      readonly details: string;
      /** Whether it took more time or memory than it may, and would do so again. */
      readonly isOverLimits: boolean;
    };

/** The limits of a process that works on a document. */
export interface ProcessLimits {
  /**
   * How much processor time it may take, in whole seconds. After four times as long, it is ended
   * anyway; where there is no such limit, as on Windows, only then.
   */
  readonly cpuSeconds: number;
  /** How large its heap may be, in megabytes. */
  readonly heapMb: number;
}

/**
 * Works on a document and calls `onBatch` for each part of the result, one after the other. Rejects
 * with the error of `onBatch`, or with the reason of the signal.
 */
export type ProcessDocument = (
  task: DocumentTask,
  options: {
    readonly onBatch: (batch: ResultBatch) => Promise<void>;
    readonly signal: AbortSignal;
  },
) => Promise<Outcome>;
