// What clients ask for costs others time: frames, the keys that they name, pings, and connections. Each
// connection has a share, and so has each access key.

import type { Clock } from "@specwright/runtime";
import type { StreamServerSettings } from "../settings.ts";
import { TokenBucket } from "./token-bucket.ts";

/** The seconds of requests that a client may send at once. */
const BURST_SECONDS = 16;

/** The requests that an upgrade counts as: for its signature, its session and its end. */
const UPGRADE_COST = 8;

/** The number of access keys from which on those are forgotten that are not in use. */
const MANY_KEYS = 1_024;

/** The parts of limits. */
export interface RequestLimitsOptions {
  readonly settings: Pick<
    StreamServerSettings,
    "maxRequestsPerSecond" | "maxRequestsPerSecondPerKey"
  >;
  readonly clock: Clock;
  /** Reports whether an access key has connections. */
  readonly isConnected: (accessKey: string) => boolean;
}

/** The limits of all clients of a server. */
export class RequestLimits {
  readonly #options: RequestLimitsOptions;
  readonly #keys: Map<string, TokenBucket> = new Map();
  #many = MANY_KEYS;

  constructor(options: RequestLimitsOptions) {
    this.#options = options;
  }

  /** Returns what a connection is charged to: its own share, and that of its access key. */
  ofConnection(accessKey: string | undefined): readonly TokenBucket[] {
    const own = this.#bucket(this.#options.settings.maxRequestsPerSecond);
    return accessKey === undefined ? [own] : [own, this.#ofKey(accessKey)];
  }

  /**
   * Counts an upgrade, unless its access key has exceeded its share. Returns how long its client has to
   * wait then, in milliseconds, and otherwise 0.
   */
  takeUpgrade(accessKey: string): number {
    const bucket = this.#ofKey(accessKey);
    const { waitMs } = bucket;
    if (waitMs === 0) bucket.take(UPGRADE_COST);
    return waitMs;
  }

  #ofKey(accessKey: string): TokenBucket {
    const known = this.#keys.get(accessKey);
    if (known !== undefined) return known;
    if (this.#keys.size >= this.#many) this.#forgetUnused();
    const bucket = this.#bucket(this.#options.settings.maxRequestsPerSecondPerKey);
    this.#keys.set(accessKey, bucket);
    return bucket;
  }

  #forgetUnused(): void {
    for (const [accessKey, bucket] of this.#keys) {
      if (bucket.isFull && !this.#options.isConnected(accessKey)) this.#keys.delete(accessKey);
    }
    this.#many = Math.max(MANY_KEYS, this.#keys.size * 2);
  }

  #bucket(perSecond: number): TokenBucket {
    return new TokenBucket({ perSecond, burst: perSecond * BURST_SECONDS }, this.#options.clock);
  }
}
