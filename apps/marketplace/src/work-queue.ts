import { ProblemError } from "@specwright/rest/server";

/** Options for `workQueue`. */
export interface WorkQueueOptions {
  /**
   * The number of tasks that run at once. Default 2, because each task uses one of Node's four
   * threads.
   */
  readonly concurrency?: number;
  /** The number of tasks that may wait. Default 64. */
  readonly maxWaiting?: number;
}

/**
 * Runs work when there is capacity.
 *
 * @throws ProblemError 429 if too much is waiting.
 */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a queue for expensive work, such as hashing, so that it does not exhaust memory or block
 * file access.
 */
export function workQueue(options: WorkQueueOptions = {}): WorkQueue {
  const { concurrency = 2, maxWaiting = 64 } = options;
  const waiting: (() => void)[] = [];
  let running = 0;

  async function takeSlot(): Promise<void> {
    if (running < concurrency) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) {
      throw new ProblemError(429, "too_many_requests", "Try again in a second.", {
        headers: { "retry-after": "1" },
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function freeSlot(): void {
    const next = waiting.shift();
    // The slot passes to the task that has waited longest.
    if (next === undefined) running -= 1;
    else next();
  }

  return async (work) => {
    await takeSlot();
    try {
      return await work();
    } finally {
      freeSlot();
    }
  };
}
