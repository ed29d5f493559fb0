import type { Bump, ChangeCounts } from "@specwright/diff";
import type { Diagnostic } from "@specwright/spec-loader";

/** The reports of a comparison, as digests of fragments. */
export interface ReportDigests {
  /** Of many changes the most severe ones. */
  readonly markdown: string;
  readonly html: string;
  readonly text: string;
}

/** A fault of a document that was repaired. */
export interface Repair {
  /** The fault, and what was made of it. */
  readonly message: string;
  /** Where it is, such as `openapi.yaml:12:5`. */
  readonly place: string;
}

/** What processing found out about a document. */
export interface Facts {
  /** A sentence for each repaired fault; absent if nothing was repaired. */
  readonly repairs?: readonly Repair[];
  /** The faults in spite of which the document was published; absent if there are none. */
  readonly faults?: readonly Diagnostic[];
  readonly format: "openapi" | "asyncapi";
  /** The version of the format, such as `3.1.0`. */
  readonly formatVersion: string;
  /** `info.title` and `info.version`. */
  readonly title: string;
  readonly version: string;
  /** How it differs from the base; `none` without one. */
  readonly bump: Bump;
  readonly counts: ChangeCounts;
  /** The changes in one line. */
  readonly summary: string;
  readonly reports: ReportDigests;
  /** The fragment with what pages need beside their content, as JSON; null if there are no pages. */
  readonly framing: string | null;
}
