/** Options for `fullJitterBackoff`. */
export interface BackoffOptions {
  /** The maximum of the first delay, in milliseconds. Default 250. */
  readonly minMs?: number;
  /** The maximum of every delay, in milliseconds. Default 20,000. */
  readonly maxMs?: number;
  /** Returns numbers in [0, 1). Default `Math.random`. */
  readonly random?: () => number;
}

/** The delays between attempts. */
export interface Backoff {
  /**
   * Returns the next delay in milliseconds: a random value from 0 to a limit that doubles each
   * time.
   */
  next(): number;
  /** Starts over, after a success. */
  reset(): void;
}

/**
 * Creates exponential backoff with full jitter, so that clients that failed together do not return
 * together.
 */
export function fullJitterBackoff(options: BackoffOptions = {}): Backoff {
  const { minMs = 250, maxMs = 20_000, random = Math.random } = options;
  let ceilingMs = Math.min(minMs, maxMs);
  return {
    next() {
      const delayMs = random() * ceilingMs;
      ceilingMs = Math.min(ceilingMs * 2, maxMs);
      return delayMs;
    },
    reset() {
      ceilingMs = Math.min(minMs, maxMs);
    },
  };
}
