/** A user, with the username at the time of the report. */
export interface NamedUser {
  readonly id: number;
  readonly username: string;
}

/**
 * The stored data of a report. It contains copies of names, because users and listings may be
 * deleted.
 */
export interface ReportRecord {
  readonly id: number;
  readonly listingId: number;
  readonly listingTitle: string;
  readonly owner: NamedUser;
  readonly reporter: NamedUser;
  readonly details: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The moderator who handles the report; null if it is not assigned. */
  readonly assignee: NamedUser | null;
  readonly resolution: string | null;
  /** When the report was closed, in milliseconds since the epoch; null while it is open. */
  readonly closedAt: number | null;
}

export type NewReport = Omit<ReportRecord, "id" | "assignee" | "resolution" | "closedAt">;

/** Selects a page of reports, newest first. */
export interface ReportSelection {
  readonly isOpen?: boolean;
  /** Selects only reports with a lower id. */
  readonly beforeId?: number;
  readonly limit: number;
}

/** Finds reports. */
export interface ReportReader {
  page(selection: ReportSelection): Promise<readonly ReportRecord[]>;
}

/** Stores reports. */
export interface ReportRepository extends ReportReader {
  /** Adds a report. Resolves with undefined if the same user has already reported the listing. */
  insert(report: NewReport): Promise<ReportRecord | undefined>;
  /** Returns a report and locks it until the transaction ends. */
  lock(id: number): Promise<ReportRecord | undefined>;
  /** Replaces the assignee and the resolution of a report. */
  update(report: ReportRecord): Promise<void>;
}
