import { EventEmitter } from "node:events";
import { type Clock, sleep } from "@specwright/runtime";
import type { PublisherStorage } from "../storage/publisher-storage.ts";

/** Requests that wait until a document has been processed. */
export interface WaitingRequests {
  /** Wakes the requests that wait for a version or a comparison. */
  tell(ownerId: string): void;
  /**
   * Resolves when the version or comparison has been processed, after `timeoutMs`, or when `signal`
   * aborts.
   */
  settled(ownerId: string, timeoutMs: number, signal?: AbortSignal): Promise<void>;
}

/**
 * The interval at which a waiting request checks whether a different process has finished the job,
 * in milliseconds.
 */
const LOOK_MS = 250;

/** Creates the waiting requests of a process. All of them stop waiting when the process stops. */
export function waitingRequests(
  storage: PublisherStorage,
  clock: Clock,
  closing: AbortSignal,
): WaitingRequests {
  const ended = new EventEmitter().setMaxListeners(0);

  /** Resolves when this process has finished the job, after `ms`, or when `leaving` aborts. */
  async function waitForEnd(ownerId: string, ms: number, leaving: AbortSignal): Promise<void> {
    const heard = new AbortController();
    const onEnd = (): void => heard.abort();
    ended.once(ownerId, onEnd);
    await sleep(clock, ms, AbortSignal.any([leaving, heard.signal])).catch(() => {});
    ended.off(ownerId, onEnd);
  }

  return {
    tell: (ownerId) => void ended.emit(ownerId),
    async settled(ownerId, timeoutMs, signal) {
      const until = clock.elapsed() + timeoutMs;
      const leaving = AbortSignal.any([closing, ...(signal === undefined ? [] : [signal])]);
      while (!leaving.aborted && (await storage.committed.jobs.isThere(ownerId))) {
        const leftMs = until - clock.elapsed();
        if (leftMs <= 0) return;
        await waitForEnd(ownerId, Math.min(LOOK_MS, leftMs), leaving);
      }
    },
  };
}
