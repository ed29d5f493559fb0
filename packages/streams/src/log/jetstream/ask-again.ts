// In a cluster, the server that should answer may be frozen or cut off, and while a leader is being
// elected nobody answers. Another try may reach another server.

import { type Clock, sleep } from "@specwright/runtime";

/** How long a request waits for its answer before it is sent again. */
export const TRY_MS = 1_500;
/** The delay after a refusal, which arrives at once. */
const PAUSE_MS = 100;

/** Options for `askAgain`. */
export interface AskAgainOptions {
  readonly clock: Clock;
  /** For how long it is tried. */
  readonly limitMs: number;
  /** Reports whether another try may succeed. Default: always. */
  readonly retries?: (error: unknown) => boolean;
}

/**
 * Sends a request again, with the same content, until it is answered or the time is over; then
 * throws its last error.
 */
export async function askAgain<Answer>(
  send: () => Promise<Answer>,
  { clock, limitMs, retries = () => true }: AskAgainOptions,
): Promise<Answer> {
  const endMs = clock.elapsed() + limitMs;
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!retries(error) || clock.elapsed() + PAUSE_MS >= endMs) throw error;
      await sleep(clock, PAUSE_MS);
    }
  }
}
