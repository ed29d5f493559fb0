import type { Clock } from "@specwright/runtime";

/** The rate of a bucket. */
export interface TokenBucketOptions {
  /** Tokens that are added in a second. */
  readonly perSecond: number;
  /** The most tokens that are saved up, and the largest debt. */
  readonly burst: number;
}

/** The shortest wait, in milliseconds, so that many who wait do not look too often. */
const LEAST_WAIT_MS = 50;

/**
 * Allows a burst, and then a rate. It is charged for work that was done, and may then be in debt: its
 * owner has to wait until the debt is paid.
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

  /** Takes tokens, whether they are there or not. */
  take(amount: number): void {
    this.#fillBucket();
    this.#tokens = Math.max(this.#tokens - amount, -this.#options.burst);
  }

  /** How long its owner has to wait, in milliseconds; 0 if it has a token. */
  get waitMs(): number {
    this.#fillBucket();
    if (this.#tokens >= 1) return 0;
    return Math.max(LEAST_WAIT_MS, (1_000 * (1 - this.#tokens)) / this.#options.perSecond);
  }

  /** Whether the bucket can be dropped without an effect. */
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
