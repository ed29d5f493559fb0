/**
 * Remembers signatures, so that each can be used for only one upgrade. Several servers may share a cache.
 */
export interface ReplayCache {
  /**
   * Records a signature. Returns true if it was already recorded. After `expiresAtMs`, the cache may forget
   * it.
   */
  seen(signature: string, expiresAtMs: number): boolean | Promise<boolean>;
}

/** Options for `memoryReplayCache`. */
export interface MemoryReplayCacheOptions {
  /** Returns the current time in milliseconds since the epoch. */
  readonly now: () => number;
  /** The maximum number of signatures. The oldest ones are dropped first. Default 100,000. */
  readonly maxEntries?: number;
}

/** Creates a replay cache for one process. */
export function memoryReplayCache(options: MemoryReplayCacheOptions): ReplayCache {
  const { now, maxEntries = 100_000 } = options;
  // The order of insertion is nearly the order of expiry, because all signatures are kept for about the
  // same time.
  const expiries = new Map<string, number>();

  function removeExpired(): void {
    for (const [signature, expiresAtMs] of expiries) {
      if (expiresAtMs > now() && expiries.size <= maxEntries) return;
      expiries.delete(signature);
    }
  }

  return {
    seen(signature, expiresAtMs) {
      const known = expiries.get(signature);
      if (known !== undefined && known > now()) return true;
      expiries.delete(signature);
      expiries.set(signature, expiresAtMs);
      removeExpired();
      return false;
    },
  };
}
