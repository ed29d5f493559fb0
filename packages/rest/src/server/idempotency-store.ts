/** A claim: its request wants to be the first request with its key. */
export interface IdempotencyClaim {
  /** An id for the caller and the key. It reveals neither the caller nor the key. */
  readonly id: string;
  /**
   * A digest of the request. Two fingerprints are equal only if method, target and body are equal.
   */
  readonly fingerprint: string;
  /** The current time, in milliseconds since the epoch. `expiresAt` has the same unit. */
  readonly now: number;
  /**
   * The time at which an unfinished claim expires; it must expire because its process may have ended. The
   * time also distinguishes the claim from other claims with the same id.
   */
  readonly expiresAt: number;
}

/** The state of an earlier request with the same caller and key. */
export interface IdempotencyRecord {
  readonly fingerprint: string;
  /** The encrypted answer; absent while the request is pending. */
  readonly reply?: string;
}

/** Stores the answers of requests that may be repeated. */
export interface IdempotencyStore {
  /**
   * Claims an id atomically. If a different claim of the id has not expired, resolves with the record of
   * that claim.
   */
  begin(claim: IdempotencyClaim): Promise<IdempotencyRecord | undefined>;
  /** Stores the answer of a claim. Returns false if a different claim now has the id. */
  finish(claim: IdempotencyClaim, reply: string, keptUntil: number): Promise<boolean>;
  /** Releases a claim whose answer was not stored, so that the next request counts as the first again. */
  release(claim: IdempotencyClaim): Promise<void>;
}

/** Creates a store in the memory of this process. The store keeps only the newest `maxEntries` entries. */
export function memoryIdempotencyStore(maxEntries = 10_000): IdempotencyStore {
  const entries = new Map<string, IdempotencyRecord & { readonly expiresAt: number }>();

  /** Reports whether an id belongs to the claim, or to no claim. */
  function isFree({ id, expiresAt }: IdempotencyClaim): boolean {
    const known = entries.get(id);
    return known === undefined || (known.reply === undefined && known.expiresAt === expiresAt);
  }

  return {
    async begin({ id, fingerprint, now, expiresAt }) {
      const known = entries.get(id);
      if (known !== undefined && known.expiresAt > now) return known;
      entries.delete(id);
      entries.set(id, { fingerprint, expiresAt });
      for (const key of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(key);
      }
      return undefined;
    },
    async finish(claim, reply, keptUntil) {
      if (!isFree(claim)) return false;
      const { id, fingerprint } = claim;
      entries.set(id, { fingerprint, reply, expiresAt: keptUntil });
      return true;
    },
    async release(claim) {
      if (isFree(claim)) entries.delete(claim.id);
    },
  };
}
