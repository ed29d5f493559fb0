/** A claim to be the first request with its key. */
export interface IdempotencyClaim {
  /** An id of caller and key. Neither the caller nor the key can be derived from it. */
  readonly id: string;
  /**
   * A digest of the request. Two fingerprints are equal only if method, target and body are equal.
   */
  readonly fingerprint: string;
  /** Milliseconds since the epoch. The same applies to `expiresAt`. */
  readonly now: number;
  /**
   * The time at which an unfinished claim expires, because its process may have ended. The time
   * distinguishes the claim from other claims with the same id.
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
   * Claims an id atomically; resolves with the existing record if another claim of the id has not
   * expired.
   */
  begin(claim: IdempotencyClaim): Promise<IdempotencyRecord | undefined>;
  /** Stores the answer of a claim; returns false if another claim has taken the id. */
  finish(claim: IdempotencyClaim, reply: string, keptUntil: number): Promise<boolean>;
  /**
   * Releases a claim if no answer was stored, so that the next request counts as the first again.
   */
  release(claim: IdempotencyClaim): Promise<void>;
}

/** Creates a store in the memory of this process, which keeps the newest `maxEntries` entries. */
export function memoryIdempotencyStore(maxEntries = 10_000): IdempotencyStore {
  const entries = new Map<string, IdempotencyRecord & { readonly expiresAt: number }>();

  /** Reports whether an id still belongs to the claim, or is not claimed. */
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
