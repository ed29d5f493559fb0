import { type Clock, sleep } from "@specwright/runtime";
import { TokenBucket } from "../connection/token-bucket.ts";

/**
 * For each address, a burst of refusals is answered at once. After that, answers are sent at this rate.
 */
const RATE = { burst: 256, perSecond: 32 };

/** An answer is delayed by at most this number of milliseconds. */
const MAX_WAIT_MS = 2_000;

/**
 * At most this number of answers is delayed at the same time, to limit the number of open sockets. Further
 * answers are sent at once.
 */
const MAX_HELD = 1_024;

/** At most this number of addresses has its own rate. All other addresses share a rate. */
const MAX_ADDRESSES = 1_024;

/**
 * Delays the answers to refused upgrades if an address causes many. A client that waits for an answer
 * before its next attempt then costs little. Accepted upgrades are not delayed, because several clients may
 * share the address.
 */
export class RefusalPace {
  readonly #clock: Clock;
  readonly #addresses: Map<string, TokenBucket> = new Map();
  #held = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when a refusal may be sent to an address. */
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
