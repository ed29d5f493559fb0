/** The purpose of a mailed key. */
export type KeyKind = "password_reset" | "email_verification";

/** The stored data of a mailed key. */
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
  /** Returns the id of the user whose key has this hash. The key may have expired. */
  userOf(kind: KeyKind, keyHash: string): Promise<number | undefined>;
}

/** Stores mailed keys. A user has at most one key of each kind. */
export interface MailedKeyRepository extends MailedKeyReader {
  /** Stores the key of a user. The previous key of the same kind becomes invalid. */
  replace(key: MailedKeyRecord): Promise<void>;
  /** Returns the key of a user and locks it until the transaction ends. */
  lock(kind: KeyKind, userId: number): Promise<MailedKeyRecord | undefined>;
  /** Deletes the key of a user. */
  delete(kind: KeyKind, userId: number): Promise<void>;
  /** Deletes all keys of a user. */
  deleteOfUser(userId: number): Promise<void>;
}
