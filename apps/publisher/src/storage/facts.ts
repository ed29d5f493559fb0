import type { Bump, ChangeCounts } from "@specwright/diff";
import type { Diagnostic } from "@specwright/spec-loader";

/** The reports of a comparison, as digests of fragments. */
export interface ReportDigests {
  /**
   * The report as Markdown. If a comparison has many changes, it contains only the most severe
   * ones.
   */
  readonly markdown: string;
  readonly html: string;
  readonly text: string;
}

/** A fault of a document that was repaired. */
export interface Repair {
  /** The fault, and its repair. */
  readonly message: string;
  /** The place of the fault, such as `openapi.yaml:12:5`. */
  readonly place: string;
}

/** The results of processing a document, except its changes and pages. */
export interface Facts {
  /** A sentence for each repaired fault; absent if nothing was repaired. */
  readonly repairs?: readonly Repair[];
  /** The faults that the document was published with; absent if none. */
  readonly faults?: readonly Diagnostic[];
  readonly format: "openapi" | "asyncapi";
  /** The version of the format, such as `3.1.0`. */
  readonly formatVersion: string;
  /** `info.title` and `info.version`. */
  readonly title: string;
  readonly version: string;
  /** The required version bump; `none` without a base. */
  readonly bump: Bump;
  readonly counts: ChangeCounts;
  /** The changes in one line. */
  readonly summary: string;
  readonly reports: ReportDigests;
  /** The digest of the fragment with the `Framing` as JSON; null without pages. */
  readonly framing: string | null;
}
