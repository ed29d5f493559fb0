import type { Bump, ChangeCounts } from "@specwright/diff";
import type { Diagnostic } from "@specwright/spec-loader";

/** The reports of a comparison, as digests of fragments. */
export interface ReportDigests {
  /**
   * The report as Markdown. If the comparison has many changes, the report contains only the most
   * severe ones.
   */
  readonly markdown: string;
  readonly html: string;
  readonly text: string;
}

/** A fault of a document that was repaired. */
export interface Repair {
  /** A sentence that describes the fault and its repair. */
  readonly message: string;
  /** The position of the fault, such as `openapi.yaml:12:5`. */
  readonly place: string;
}

/** The results of processing a document, except its changes and pages. */
export interface Facts {
  /** The repaired faults; absent if nothing was repaired. */
  readonly repairs?: readonly Repair[];
  /** The faults that the published document has; absent if it has none. */
  readonly faults?: readonly Diagnostic[];
  readonly format: "openapi" | "asyncapi";
  /** The version of the format, such as `3.1.0`. */
  readonly formatVersion: string;
  /** `info.title` and `info.version`. */
  readonly title: string;
  readonly version: string;
  /** The required version bump; `none` if there is no base. */
  readonly bump: Bump;
  readonly counts: ChangeCounts;
  /** A summary of the changes, in one line. */
  readonly summary: string;
  readonly reports: ReportDigests;
  /**
   * The digest of the fragment that contains the `Framing` as JSON; null if there are no pages.
   */
  readonly framing: string | null;
}
