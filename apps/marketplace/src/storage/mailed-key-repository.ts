/** The purposes of a mailed key. */
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
  /** Returns the user whose key has this hash, even if it has expired. */
  userOf(kind: KeyKind, keyHash: string): Promise<number | undefined>;
}

/** Stores mailed keys, one of each kind for each user. */
export interface MailedKeyRepository extends MailedKeyReader {
  /** Replaces the key of a user; the previous one becomes invalid. */
  replace(key: MailedKeyRecord): Promise<void>;
  /** Finds the key of a user and locks it until the transaction ends. */
  lock(kind: KeyKind, userId: number): Promise<MailedKeyRecord | undefined>;
  /** Deletes the key of a user. */
  delete(kind: KeyKind, userId: number): Promise<void>;
  /** Deletes all keys of a user. */
  deleteOfUser(userId: number): Promise<void>;
}
