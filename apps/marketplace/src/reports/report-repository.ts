/** A user as they were called then. */
export interface NamedUser {
  readonly id: number;
  readonly username: string;
}

/** A report as stored. It keeps what it names as it was, and outlives it. */
export interface ReportRecord {
  readonly id: number;
  readonly listingId: number;
  readonly listingTitle: string;
  readonly owner: NamedUser;
  readonly reporter: NamedUser;
  readonly details: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Who looks into it. */
  readonly assignee: NamedUser | null;
  readonly resolution: string | null;
  /** Absent: it is open. */
  readonly closedAt: number | null;
}

/** A report that has just been made. */
export type NewReport = Omit<ReportRecord, "id" | "assignee" | "resolution" | "closedAt">;

/** A selection of a page of reports, from the newest down. */
export interface ReportSelection {
  readonly isOpen?: boolean;
  /** Continues below this number. */
  readonly beforeId?: number;
  readonly limit: number;
}

/** Finds reports. */
export interface ReportReader {
  page(selection: ReportSelection): Promise<readonly ReportRecord[]>;
}

/** Stores reports. */
export interface ReportRepository extends ReportReader {
  /** Adds a report; nothing when this user has reported this listing before. */
  insert(report: NewReport): Promise<ReportRecord | undefined>;
  /** Finds a report and keeps others from changing it until the transaction ends. */
  lock(id: number): Promise<ReportRecord | undefined>;
  /** Replaces who looks into a report, and what came of it. */
  update(report: ReportRecord): Promise<void>;
}
