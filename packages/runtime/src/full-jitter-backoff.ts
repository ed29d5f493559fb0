/** Configures `fullJitterBackoff`. */
export interface BackoffOptions {
  /** Ceiling of the first delay, in milliseconds. Default 250. */
  readonly minMs?: number;
  /** Ceiling of every delay, in milliseconds. Default 20,000. */
  readonly maxMs?: number;
  /** Gives numbers in [0, 1). Default `Math.random`. */
  readonly random?: () => number;
}

/** Gives delays between attempts. */
export interface Backoff {
  /** Gives the next delay in milliseconds: anything from 0 to a ceiling that doubles each time. */
  next(): number;
  /** Starts over, after a success. */
  reset(): void;
}

/** Makes exponential backoff with full jitter, so that clients that failed together do not return together (S19). */
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
