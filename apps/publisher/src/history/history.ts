import type { UploadedFiles } from "../uploads/uploaded-files.ts";

/** Versions to publish when the service starts for the first time, and their interfaces. */
export interface History {
  readonly interfaces: readonly HistoryInterface[];
  /** The versions, in the order of their releases. */
  readonly versions: readonly HistoryVersion[];
}

export interface HistoryInterface {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly homePageUrl?: string;
}

export interface HistoryVersion {
  readonly interface: string;
  readonly files: UploadedFiles;
  /** A date or a time as text; null if unknown. */
  readonly releasedAt: string | null;
  readonly title?: string;
  readonly notes?: string;
}
