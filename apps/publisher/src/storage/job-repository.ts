/** The documents that jobs process. */
export type JobKind = "version" | "diff";

/** A job that a process has claimed. */
export interface ClaimedJob {
  readonly id: number;
  readonly kind: JobKind;
  /** The version or the comparison. */
  readonly ownerId: string;
  /** How often processing has failed. */
  readonly attempts: number;
  /** How often it has exceeded its limits. */
  readonly overruns: number;
  /** How often the job was claimed, including this time. */
  readonly claims: number;
  /** A UUID that no other claim has. */
  readonly claim: string;
  /** The share that the job counts against. */
  readonly share: string;
}

/** The options of a claim. */
export interface ClaimOrder {
  readonly now: number;
  /** When the claim expires. */
  readonly until: number;
  readonly claim: string;
  /** The shares to skip. */
  readonly except?: readonly string[];
}

/** Reads jobs. */
export interface JobReader {
  /** Reports whether a version or a comparison has a pending job. */
  isThere(ownerId: string): Promise<boolean>;
  /** Returns how many jobs of a share there are. */
  waitingOf(share: string): Promise<number>;
  /** Returns the number of jobs, and when the first unclaimed job is due. */
  waiting(): Promise<{ readonly count: number; readonly nextDueAt: number | undefined }>;
}

/** Stores jobs. */
export interface JobRepository extends JobReader {
  /** Adds a job, and returns its id. Jobs of one line run one after the other. */
  insert(job: {
    readonly kind: JobKind;
    readonly ownerId: string;
    readonly line: string;
    readonly share: string;
    readonly dueAt: number;
  }): Promise<number>;
  /**
   * Claims a due job: the first job of the share that has waited longest for its turn. A job that
   * exceeded its limits waits behind all other jobs for ten minutes.
   */
  claim(order: ClaimOrder): Promise<ClaimedJob | undefined>;
  /**
   * Extends a claim, and reports whether the claim was still valid. If it was, no other process can
   * claim the job before the transaction ends.
   */
  hold(job: ClaimedJob, until: number): Promise<boolean>;
  /** Releases a job after processing has failed. */
  retryAt(job: ClaimedJob, dueAt: number, isOverLimits: boolean): Promise<void>;
  /** Releases a job that could not be finished for a reason other than its document. */
  release(job: ClaimedJob, now: number): Promise<void>;
  remove(job: ClaimedJob): Promise<void>;
  /** Removes the job of a version or a comparison, if there is one. */
  removeOf(ownerId: string): Promise<void>;
  /** Invalidates all claims on the jobs of a line, because their input has changed. */
  restartLine(line: string, now: number): Promise<void>;
  /** Releases all jobs that an earlier process had claimed. */
  releaseAll(now: number): Promise<void>;
}
