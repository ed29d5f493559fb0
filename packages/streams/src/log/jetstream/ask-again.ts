// Sends requests to a cluster again. The server that should answer may be frozen or disconnected, and while
// a leader is elected, no server answers. A retry may reach a different server.

import type { Clock } from "@specwright/runtime";

/** If a request is not answered within this time, it is sent again. In milliseconds. */
export const TRY_MS = 1_500;
/**
 * If a replica does not answer a read within this time, a different replica is asked too. In milliseconds.
 */
export const HEDGE_MS = 300;
/** The delay before a retry, in milliseconds. Needed because a refusal arrives at once. */
const PAUSE_MS = 100;

/**
 * If the server has not answered after this time, the client may connect to a different one. In
 * milliseconds.
 */
const LONG_MS = 2_000;

/** Options for `askAgain`. */
export interface AskAgainOptions {
  readonly clock: Clock;
  /** The total time for all attempts, in milliseconds. */
  readonly limitMs: number;
  /** Reports whether a retry may succeed after an error. Default: always. */
  readonly retries?: (error: unknown) => boolean;
  /**
   * If the request is not answered within this time, sends it a second time; each further wait is twice as
   * long. In milliseconds. Useful for reads, because any replica may answer, and one may be frozen.
   * Default: never.
   */
  readonly hedgeMs?: number;
  /** Called before each retry once `LONG_MS` have passed. */
  readonly onLong?: () => void;
}

/**
 * Sends the same request again until it is answered. When the time has passed, rejects with the last error.
 */
export function askAgain<Answer>(
  send: () => Promise<Answer>,
  { clock, limitMs, retries = () => true, hedgeMs, onLong }: AskAgainOptions,
): Promise<Answer> {
  const startedMs = clock.elapsed();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let pending = 0;
  let delayMs = hedgeMs;
  let cancel = (): void => {};
  let isOver = false;

  function isLate(): boolean {
    return clock.elapsed() - startedMs + PAUSE_MS >= limitMs;
  }

  function sendOnce(): void {
    cancel();
    pending += 1;
    send().then(succeed, fail);
    if (delayMs === undefined) return;
    cancel = clock.setTimer(delayMs, () => {
      if (!isLate()) sendOnce();
    });
    delayMs *= 2;
  }

  function succeed(answer: Answer): void {
    stopAsking();
    resolve(answer);
  }

  function fail(error: unknown): void {
    pending -= 1;
    if (isOver) return;
    if (!retries(error) || (pending === 0 && isLate())) {
      stopAsking();
      reject(error);
      return;
    }
    if (pending > 0) return;
    if (clock.elapsed() - startedMs >= LONG_MS) onLong?.();
    cancel();
    cancel = clock.setTimer(PAUSE_MS, sendOnce);
  }

  function stopAsking(): void {
    isOver = true;
    cancel();
  }

  sendOnce();
  return promise;
}
