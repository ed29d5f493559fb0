// Requests of one client cost the others time: frames, the keys that they name, pings, and connections. Each
// connection has a share, and so has each access key.

import type { Clock } from "@specwright/runtime";
import type { StreamServerSettings } from "../settings.ts";
import { TokenBucket } from "./token-bucket.ts";
import { Turns } from "./turns.ts";

/** The seconds of requests that a client may send at once. */
const BURST_SECONDS = 16;

/** The requests that an upgrade counts as: for its signature, its session and its end. */
const UPGRADE_COST = 8;

/** The number of access keys from which on those are forgotten that are not in use. */
const MANY_KEYS = 1_024;

/** The frames of an access key that are handled in a turn of the event loop. */
const FRAMES_A_TURN = 16;

/** The limits and the turns of a connection. */
export interface RequestShare {
  readonly limits: readonly TokenBucket[];
  readonly turns: Turns;
}

interface KeyShare {
  readonly bucket: TokenBucket;
  readonly turns: Turns;
}

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
  readonly #keys: Map<string, KeyShare> = new Map();
  #many = MANY_KEYS;

  constructor(options: RequestLimitsOptions) {
    this.#options = options;
  }

  /**
   * Returns the share of a connection, which its own limit and the limit of its access key
   * determine.
   */
  ofConnection(accessKey: string | undefined): RequestShare {
    const own = this.#bucket(this.#options.settings.maxRequestsPerSecond);
    if (accessKey === undefined) return { limits: [own], turns: new Turns(FRAMES_A_TURN) };
    const { bucket, turns } = this.#ofKey(accessKey);
    return { limits: [own, bucket], turns };
  }

  /**
   * Counts an upgrade, unless its access key has exceeded its share. Returns how long its client has to
   * wait then, in milliseconds, and otherwise 0.
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
