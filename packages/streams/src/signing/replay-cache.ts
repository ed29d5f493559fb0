/**
 * Remembers signatures, so that each can be used for one upgrade only. Several servers may share
 * one cache.
 */
export interface ReplayCache {
  /**
   * Records the signature and returns true if it was recorded before. The cache may forget it after
   * `expiresAtMs`.
   */
  seen(signature: string, expiresAtMs: number): boolean | Promise<boolean>;
}

/** Options for `memoryReplayCache`. */
export interface MemoryReplayCacheOptions {
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  /** The largest number of signatures kept; the oldest are dropped first. Default 100,000. */
  readonly maxEntries?: number;
}

/** Creates a replay cache for one process. */
export function memoryReplayCache(options: MemoryReplayCacheOptions): ReplayCache {
  const { now, maxEntries = 100_000 } = options;
  // Insertion order is close enough to expiry order, because all entries live about equally long.
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
