/** Whether a job processes the document of a version or of a comparison. */
export type JobKind = "version" | "diff";

/** A job that a process has claimed. */
export interface ClaimedJob {
  readonly id: number;
  readonly kind: JobKind;
  /** The id of the version or comparison. */
  readonly ownerId: string;
  /** How many times processing has failed. */
  readonly attempts: number;
  /** How many times processing has exceeded its limits. */
  readonly overruns: number;
  /** How many times the job was claimed, including this claim. */
  readonly claims: number;
  /** A UUID that identifies the claim. */
  readonly claim: string;
  /** The share that the job counts against. */
  readonly share: string;
}

/** The options of a claim. */
export interface ClaimOrder {
  readonly now: number;
  /** The time when the claim expires. */
  readonly until: number;
  readonly claim: string;
  /** The shares whose jobs must not be claimed. */
  readonly except?: readonly string[];
}

/** Reads jobs. */
export interface JobReader {
  /** Reports whether a version or a comparison has a pending job. */
  isThere(ownerId: string): Promise<boolean>;
  /** Returns the number of jobs of a share, including jobs in processing. */
  waitingOf(share: string): Promise<number>;
  /** Returns the number of jobs, and the earliest time when a job is due. */
  waiting(): Promise<{ readonly count: number; readonly nextDueAt: number | undefined }>;
}

/** Stores jobs. */
export interface JobRepository extends JobReader {
  /** Adds a job, and returns its id. The jobs of one line run one after the other. */
  insert(job: {
    readonly kind: JobKind;
    readonly ownerId: string;
    readonly line: string;
    readonly share: string;
    readonly dueAt: number;
  }): Promise<number>;
  /**
   * Claims a job that is due. Shares take turns: it is the first job of the share whose last turn
   * is longest ago. A job that exceeded its limits waits behind all other jobs for ten minutes.
   */
  claim(order: ClaimOrder): Promise<ClaimedJob | undefined>;
  /**
   * Extends a claim. Reports whether the claim was still valid. If it was, no other process can
   * claim the job before the transaction ends.
   */
  hold(job: ClaimedJob, until: number): Promise<boolean>;
  /** Releases a job after processing has failed. The job is due again at `dueAt`. */
  retryAt(job: ClaimedJob, dueAt: number, isOverLimits: boolean): Promise<void>;
  /** Releases a job that was interrupted for a reason other than its document. */
  release(job: ClaimedJob, now: number): Promise<void>;
  remove(job: ClaimedJob): Promise<void>;
  /** Removes the job of a version or a comparison, if there is one. */
  removeOf(ownerId: string): Promise<void>;
  /** Invalidates the claims on all jobs of a line, because their input has changed. */
  restartLine(line: string, now: number): Promise<void>;
  /** Releases all jobs that an earlier process had claimed. */
  releaseAll(now: number): Promise<void>;
}
