// Limits the requests of each connection and each access key, because they take time from other clients.
// Requests are frames, the keys in frames, pings, and upgrades.

import type { Clock } from "@specwright/runtime";
import type { StreamServerSettings } from "../settings.ts";
import { TokenBucket } from "./token-bucket.ts";
import { Turns } from "./turns.ts";

/** A burst may have as many requests as this number of seconds. */
const BURST_SECONDS = 16;

/** An upgrade counts as this number of requests, because it needs a signature check and a session. */
const UPGRADE_COST = 8;

/** If there are more access keys than this, the limits of access keys without connections are dropped. */
const MANY_KEYS = 1_024;

/** The number of frames of an access key that are handled in one turn of the event loop. */
const FRAMES_A_TURN = 16;

/** The limits and turns that a connection must observe. */
export interface RequestShare {
  readonly limits: readonly TokenBucket[];
  readonly turns: Turns;
}

interface KeyShare {
  readonly bucket: TokenBucket;
  readonly turns: Turns;
}

/** The dependencies of `RequestLimits`. */
export interface RequestLimitsOptions {
  readonly settings: Pick<
    StreamServerSettings,
    "maxRequestsPerSecond" | "maxRequestsPerSecondPerKey"
  >;
  readonly clock: Clock;
  /** Reports whether an access key has open connections. */
  readonly isConnected: (accessKey: string) => boolean;
}

/** The limits of all clients of a server. */
export class RequestLimits {
  readonly #options: RequestLimitsOptions;
  readonly #keys: Map<string, KeyShare> = new Map();
  #many = MANY_KEYS;

  constructor(options: RequestLimitsOptions) {
    this.#options = options;
  }

  /** Returns the limits of a connection: its own, and those of its access key. */
  ofConnection(accessKey: string | undefined): RequestShare {
    const own = this.#bucket(this.#options.settings.maxRequestsPerSecond);
    if (accessKey === undefined) return { limits: [own], turns: new Turns(FRAMES_A_TURN) };
    const { bucket, turns } = this.#ofKey(accessKey);
    return { limits: [own, bucket], turns };
  }

  /**
   * Counts an upgrade and returns 0. If the access key has exceeded its limit, counts nothing, and returns
   * how many milliseconds the client must wait.
   */
  takeUpgrade(accessKey: string): number {
    const { bucket } = this.#ofKey(accessKey);
    const { waitMs } = bucket;
    if (waitMs === 0) bucket.take(UPGRADE_COST);
    return waitMs;
  }

  #ofKey(accessKey: string): KeyShare {
    const known = this.#keys.get(accessKey);
    if (known !== undefined) return known;
    if (this.#keys.size >= this.#many) this.#forgetUnused();
    const bucket = this.#bucket(this.#options.settings.maxRequestsPerSecondPerKey);
    const share = { bucket, turns: new Turns(FRAMES_A_TURN) };
    this.#keys.set(accessKey, share);
    return share;
  }

  #forgetUnused(): void {
    for (const [accessKey, { bucket }] of this.#keys) {
      if (bucket.isFull && !this.#options.isConnected(accessKey)) this.#keys.delete(accessKey);
    }
    this.#many = Math.max(MANY_KEYS, this.#keys.size * 2);
  }

  #bucket(perSecond: number): TokenBucket {
    return new TokenBucket({ perSecond, burst: perSecond * BURST_SECONDS }, this.#options.clock);
  }
}
