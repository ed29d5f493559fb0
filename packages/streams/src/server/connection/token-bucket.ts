import type { Clock } from "@specwright/runtime";

/** The rate of a bucket. */
export interface TokenBucketOptions {
  /** Tokens that are added in a second. */
  readonly perSecond: number;
  /** The maximum number of tokens, and the maximum debt. */
  readonly burst: number;
}

/** The shortest wait, in milliseconds. It keeps many waiting owners from checking too often. */
const LEAST_WAIT_MS = 50;

/**
 * Allows a burst, and then a rate. The bucket is charged after the work, so it can be in debt. Its
 * owner then has to wait until new tokens have paid the debt.
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

  /** Takes tokens, even if the bucket has too few and gets into debt. */
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
