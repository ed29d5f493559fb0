// In a cluster, the server that should answer may be frozen or disconnected, and no server answers while a
// leader is being elected. A retry may reach another server.

import type { Clock } from "@specwright/runtime";

/** How long a request waits for its answer before it is sent again. */
export const TRY_MS = 1_500;
/** How long a read waits for one replica before it also asks another. */
export const HEDGE_MS = 300;
/** The delay after a refusal, because a refusal arrives at once. */
const PAUSE_MS = 100;

/** How long the current server may take before the client moves to another server. */
const LONG_MS = 2_000;

/** Options for `askAgain`. */
export interface AskAgainOptions {
  readonly clock: Clock;
  /** The total time for all tries, in milliseconds. */
  readonly limitMs: number;
  /** Reports whether a repeated request may succeed. Default: always. */
  readonly retries?: (error: unknown) => boolean;
  /**
   * Sends the request once more if there is no answer within this time, in milliseconds, and then after
   * twice the time. Any replica may answer a read, and one of them may be frozen. Default: never.
   */
  readonly hedgeMs?: number;
  /** Called before each further try, once the current server has had `LONG_MS` to answer. */
  readonly onLong?: () => void;
}

/**
 * Sends a request again, with the same content, until there is an answer or the time has expired; then
 * rejects with the last error.
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
