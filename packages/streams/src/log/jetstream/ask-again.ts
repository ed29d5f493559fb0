// In a cluster, the server that should answer may be frozen or cut off, and while a leader is being
// elected nobody answers. Another try may reach another server.

import { type Clock, sleep } from "@specwright/runtime";

/** How long a request waits for its answer before it is sent again. */
export const TRY_MS = 1_500;
/** The delay after a refusal, which arrives at once. */
const PAUSE_MS = 100;

/** How long the server in use is asked before another one may do better. */
const LONG_MS = 2_000;

/** Options for `askAgain`. */
export interface AskAgainOptions {
  readonly clock: Clock;
  /** For how long it is tried. */
  readonly limitMs: number;
  /** Reports whether another try may succeed. Default: always. */
  readonly retries?: (error: unknown) => boolean;
  /** Called before each further try, once the server in use has had `LONG_MS` to answer. */
  readonly onLong?: () => void;
}

/**
 * Sends a request again, with the same content, until it is answered or the time is over; then
 * throws its last error.
 */
export async function askAgain<Answer>(
  send: () => Promise<Answer>,
  { clock, limitMs, retries = () => true, onLong }: AskAgainOptions,
): Promise<Answer> {
  const startedMs = clock.elapsed();
  for (;;) {
    try {
      return await send();
    } catch (error) {
      const askedMs = clock.elapsed() - startedMs;
      if (!retries(error) || askedMs + PAUSE_MS >= limitMs) throw error;
      if (askedMs >= LONG_MS) onLong?.();
      await sleep(clock, PAUSE_MS);
    }
  }
}
