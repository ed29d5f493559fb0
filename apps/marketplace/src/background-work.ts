import type { Logger } from "@specwright/rest-server";

/** Runs what an answer does not wait for. */
export interface BackgroundWork {
  /** Starts work; its failure is logged. */
  start(work: () => Promise<void>): void;
  /** Resolves when all of it has ended. */
  settle(): Promise<void>;
}

/** Keeps track of work, so that the service closes nothing under it. */
export function backgroundWork(logger: Logger): BackgroundWork {
  const running = new Set<Promise<void>>();
  return {
    start(work) {
      const run = work()
        .catch((error: unknown) => logger.error({ err: error }, "background work failed"))
        .finally(() => running.delete(run));
      running.add(run);
    },
    async settle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
