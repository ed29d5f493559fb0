/** Processes the jobs of the database, some at a time. */
export interface JobRunner {
  /** Looks for jobs now, because one was added. Those of other processes are found soon, too. */
  wake(): void;
  /**
   * Resolves when a version or a comparison has been processed, by whichever process, or when the
   * time is over or the signal aborts.
   */
  settled(ownerId: string, timeoutMs: number, signal?: AbortSignal): Promise<void>;
  /** Gives back what is being processed, and stops. */
  close(): Promise<void>;
}
