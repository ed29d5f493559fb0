/** A user, with the username at the time of the report. */
export interface NamedUser {
  readonly id: number;
  readonly username: string;
}

/**
 * A report as stored. It contains copies of the names, because users and listings may be deleted.
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
  /** The moderator who handles it. */
  readonly assignee: NamedUser | null;
  readonly resolution: string | null;
  /** Null while it is open. */
  readonly closedAt: number | null;
}

export type NewReport = Omit<ReportRecord, "id" | "assignee" | "resolution" | "closedAt">;

/** The selection of a page of reports in descending order. */
export interface ReportSelection {
  readonly isOpen?: boolean;
  /** Continues below this id. */
  readonly beforeId?: number;
  readonly limit: number;
}

/** Finds reports. */
export interface ReportReader {
  page(selection: ReportSelection): Promise<readonly ReportRecord[]>;
}

/** Stores reports. */
export interface ReportRepository extends ReportReader {
  /** Adds a report; resolves with undefined if this user has already reported this listing. */
  insert(report: NewReport): Promise<ReportRecord | undefined>;
  /** Finds a report and locks it until the transaction ends. */
  lock(id: number): Promise<ReportRecord | undefined>;
  /** Replaces the assignee and the resolution of a report. */
  update(report: ReportRecord): Promise<void>;
}
