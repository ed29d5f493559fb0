import { ProblemError } from "@specwright/rest/server";

/** Options for `workQueue`. */
export interface WorkQueueOptions {
  /**
   * The number of tasks that run at once. Default 2, because each task uses one of Node's four
   * threads.
   */
  readonly concurrency?: number;
  /** The number of tasks that may wait for a free slot. Default 64. */
  readonly maxWaiting?: number;
}

/**
 * Runs a task as soon as a slot is free. Resolves with the result of the task.
 *
 * @throws ProblemError 429 if too many tasks are waiting.
 */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a queue for expensive tasks, such as hashing. The queue limits how many tasks run at
 * once, so that they do not exhaust memory or block file access.
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
