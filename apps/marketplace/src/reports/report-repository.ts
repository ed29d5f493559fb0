/** Is a report as stored. */
export interface ReportRecord {
  readonly id: number;
  readonly listingId: number;
  /** Who reported. */
  readonly userId: number;
  readonly details: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Stores reports. */
export interface ReportRepository {
  /** Adds a report; nothing when this user has reported this listing before. */
  insert(report: Omit<ReportRecord, "id">): Promise<ReportRecord | undefined>;
}
