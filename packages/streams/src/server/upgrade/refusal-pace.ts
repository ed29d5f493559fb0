import { type Clock, sleep } from "@specwright/runtime";
import { TokenBucket } from "../connection/token-bucket.ts";

/** The refusals of an address that are answered at once, and those that are answered in a second. */
const RATE = { burst: 256, perSecond: 32 };

/** The longest that an answer is held back, in milliseconds. */
const MAX_WAIT_MS = 2_000;

/** The number of answers that are held back at a time; others are sent at once, to keep no more sockets. */
const MAX_HELD = 1_024;

/** The number of addresses that are told apart; others share their rate. */
const MAX_ADDRESSES = 1_024;

/**
 * Holds back the answers to refused upgrades of an address that is refused again and again. A client
 * that waits for its answer before it tries again then costs next to nothing. Upgrades that are accepted
 * are not affected, because others may be behind the same address.
 */
export class RefusalPace {
  readonly #clock: Clock;
  readonly #addresses: Map<string, TokenBucket> = new Map();
  #held = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when a refusal of an address may be answered. */
  async wait(address = ""): Promise<void> {
    const bucket = this.#bucketOf(address);
    bucket.take(1);
    const waitMs = Math.min(bucket.waitMs, MAX_WAIT_MS);
    if (waitMs === 0 || this.#held >= MAX_HELD) return;
    this.#held += 1;
    await sleep(this.#clock, waitMs);
    this.#held -= 1;
  }

  #bucketOf(address: string): TokenBucket {
    const known = this.#addresses.get(address);
    if (known !== undefined) return known;
    if (this.#addresses.size >= MAX_ADDRESSES) {
      for (const [each, bucket] of this.#addresses) {
        if (bucket.isFull) this.#addresses.delete(each);
      }
    }
    const isFull = this.#addresses.size >= MAX_ADDRESSES;
    if (isFull && address !== "") return this.#bucketOf("");
    const bucket = new TokenBucket(RATE, this.#clock);
    this.#addresses.set(address, bucket);
    return bucket;
  }
}
