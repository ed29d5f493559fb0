/** Remembers signatures, so that each is good for one upgrade only (S5). Several servers may share one. */
export interface ReplayCache {
  /** Records the signature; tells whether it was there already. May forget it after `expiresAtMs`. */
  seen(signature: string, expiresAtMs: number): boolean | Promise<boolean>;
}

/** Configures `memoryReplayCache`. */
export interface MemoryReplayCacheOptions {
  /** Gives milliseconds since the epoch. */
  readonly now: () => number;
  /** Most signatures kept; beyond it the oldest are forgotten. Default 100,000. */
  readonly maxEntries?: number;
}

/** Makes a replay cache for one process. */
export function memoryReplayCache(options: MemoryReplayCacheOptions): ReplayCache {
  const { now, maxEntries = 100_000 } = options;
  // Insertion order is near enough to expiry order: all live about as long.
  const expiries = new Map<string, number>();

  function prune(): void {
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
      prune();
      return false;
    },
  };
}
