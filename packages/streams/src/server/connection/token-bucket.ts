import type { Clock } from "@specwright/runtime";

/** The limits of a bucket. */
export interface TokenBucketOptions {
  /** The number of tokens that are added in a second. */
  readonly perSecond: number;
  /** The maximum number of tokens, and also the maximum debt. */
  readonly burst: number;
}

/** The shortest wait, in milliseconds. Without it, many waiting clients would check too often. */
const LEAST_WAIT_MS = 50;

/**
 * Allows a burst of actions, and then a steady rate. An action takes its tokens afterwards, so the bucket
 * can get into debt. The owner must then wait until new tokens have paid the debt.
 */
export class TokenBucket {
  readonly #options: TokenBucketOptions;
  readonly #clock: Pick<Clock, "elapsed">;
  #tokens: number;
  #atMs: number;

  constructor(options: TokenBucketOptions, clock: Pick<Clock, "elapsed">) {
    this.#options = options;
    this.#clock = clock;
    this.#tokens = options.burst;
    this.#atMs = clock.elapsed();
  }

  /** Takes tokens. If there are too few, the bucket gets into debt. */
  take(amount: number): void {
    this.#fillBucket();
    this.#tokens = Math.max(this.#tokens - amount, -this.#options.burst);
  }

  /** How many milliseconds the owner must wait; 0 if a token is available. */
  get waitMs(): number {
    this.#fillBucket();
    if (this.#tokens >= 1) return 0;
    return Math.max(LEAST_WAIT_MS, (1_000 * (1 - this.#tokens)) / this.#options.perSecond);
  }

  /** Whether the bucket is full. It can then be dropped, because a new bucket is full too. */
  get isFull(): boolean {
    this.#fillBucket();
    return this.#tokens === this.#options.burst;
  }

  #fillBucket(): void {
    const { perSecond, burst } = this.#options;
    const now = this.#clock.elapsed();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#atMs) * perSecond) / 1_000);
    this.#atMs = now;
  }
}
