/** What a job is for. */
export type JobKind = "version" | "diff";

/** Work on a document that a process has taken. */
export interface ClaimedJob {
  readonly id: number;
  readonly kind: JobKind;
  /** The version or the comparison. */
  readonly ownerId: string;
  /** How often processing has failed. */
  readonly attempts: number;
  /** How often it has exceeded its limits. */
  readonly overruns: number;
  /** How often a process has taken the job, this time included. */
  readonly claims: number;
  /** A UUID that no other claim has. */
  readonly claim: string;
  /** Whose turn it takes. */
  readonly share: string;
}

/** How a job is taken. */
export interface ClaimOrder {
  readonly now: number;
  /** Until when. */
  readonly until: number;
  readonly claim: string;
  /** The shares whose jobs are not taken now. */
  readonly except?: readonly string[];
}

/** Reads jobs. */
export interface JobReader {
  /** Reports whether a version or a comparison is yet to be processed. */
  isThere(ownerId: string): Promise<boolean>;
  /** Returns how many jobs of a share there are. */
  waitingOf(share: string): Promise<number>;
  /** Returns how many jobs there are, and when the first that nobody has taken is due. */
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
   * Takes a job that is due: the first one of the share that was served longest ago. One that has
   * exceeded its limits goes behind those of all shares for ten minutes.
   */
  claim(order: ClaimOrder): Promise<ClaimedJob | undefined>;
  /**
   * Takes a job for longer. Reports whether it is still this claim's; if so, no other process can
   * take it before the transaction has ended.
   */
  hold(job: ClaimedJob, until: number): Promise<boolean>;
  /** Releases a job after processing has failed. */
  retryAt(job: ClaimedJob, dueAt: number, isOverLimits: boolean): Promise<void>;
  /** Releases a job that could not be finished for a reason other than its document. */
  release(job: ClaimedJob, now: number): Promise<void>;
  remove(job: ClaimedJob): Promise<void>;
  /** Removes the job of a version or a comparison, if there is one. */
  removeOf(ownerId: string): Promise<void>;
  /** Takes the jobs of a line from whoever has them: what they were begun with has changed. */
  restartLine(line: string, now: number): Promise<void>;
  /** Releases all jobs that an earlier process had claimed. */
  releaseAll(now: number): Promise<void>;
}
