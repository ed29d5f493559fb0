/** Names what a mailed key is for. */
export type KeyKind = "password_reset" | "email_verification";

/** A mailed key as stored. */
export interface MailedKeyRecord {
  readonly userId: number;
  readonly kind: KeyKind;
  /** SHA-256 of the key in hex. The key itself is not stored. */
  readonly keyHash: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Finds keys that were mailed to users. */
export interface MailedKeyReader {
  /** Returns whose key has a hash, be it expired or not. */
  userOf(kind: KeyKind, keyHash: string): Promise<number | undefined>;
}

/** Stores keys that were mailed to users, one of a kind for each. */
export interface MailedKeyRepository extends MailedKeyReader {
  /** Sets the key of a user; the one before is void. */
  replace(key: MailedKeyRecord): Promise<void>;
  /** Finds the key of a user and keeps others from it until the transaction ends. */
  lock(kind: KeyKind, userId: number): Promise<MailedKeyRecord | undefined>;
  /** Voids the key of a user. */
  delete(kind: KeyKind, userId: number): Promise<void>;
  /** Voids the keys of a user, whatever they are for. */
  deleteOfUser(userId: number): Promise<void>;
}
