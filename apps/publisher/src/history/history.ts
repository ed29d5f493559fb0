import type { UploadedFiles } from "../uploads/uploaded-files.ts";

/** Versions to begin with, and their interfaces. */
export interface History {
  readonly interfaces: readonly HistoryInterface[];
  /** In the order in which they were released. */
  readonly versions: readonly HistoryVersion[];
}

/** An interface of a history. */
export interface HistoryInterface {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly homePageUrl?: string;
}

/** A version of a history. */
export interface HistoryVersion {
  readonly interface: string;
  readonly files: UploadedFiles;
  /** A day or an instant; null if nobody knows. */
  readonly releasedAt: string | null;
  readonly title?: string;
  readonly notes?: string;
}
