/** Is a password reset key as stored. */
export interface ResetKeyRecord {
  readonly userId: number;
  /** SHA-256 of the key in hex. The key itself is not stored. */
  readonly keyHash: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Stores password reset keys, one a user. */
export interface ResetKeyRepository {
  /** Sets the key of a user; the one before is void. */
  replace(key: ResetKeyRecord): Promise<void>;
  /** Finds the key of a user and keeps others from it until the transaction ends. */
  lock(userId: number): Promise<ResetKeyRecord | undefined>;
  delete(userId: number): Promise<void>;
}
