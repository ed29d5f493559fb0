import { type Clock, sleep } from "@specwright/runtime";
import { TokenBucket } from "../connection/token-bucket.ts";

/** For each address: `burst` refusals are answered at once, later ones at `perSecond`. */
const RATE = { burst: 256, perSecond: 32 };

/** The longest that an answer is held back, in milliseconds. */
const MAX_WAIT_MS = 2_000;

/**
 * The maximum number of answers that are held back at the same time. All others are sent at once,
 * to limit the number of open sockets.
 */
const MAX_HELD = 1_024;

/** The number of addresses with a rate of their own; all others share one rate. */
const MAX_ADDRESSES = 1_024;

/**
 * Delays the answers to refused upgrades of an address with many refusals. A client that waits
 * for an answer before it tries again then costs little. Accepted upgrades are not delayed, because
 * the address may belong to several clients.
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
