/** The rights that a token can have. Each right includes the rights before it. */
export const tokenRights = ["read", "publish", "admin"] as const;

/** One of `tokenRights`. */
export type TokenRights = (typeof tokenRights)[number];

/** A stored token. The text of the token is not stored. */
export interface StoredToken {
  /** The first characters of the token. They identify the token. */
  readonly prefix: string;
  /** SHA-256 of the token in hex. */
  readonly hash: string;
  /** A label that the operator chose. */
  readonly label: string;
  readonly rights: TokenRights;
  /** The only interface that the token is valid for; null for all interfaces. */
  readonly interface: string | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/** Reads tokens. */
export interface TokenReader {
  byPrefix(prefix: string): Promise<StoredToken | undefined>;
  /** Returns all tokens, oldest first. */
  list(): Promise<readonly StoredToken[]>;
}

/** Stores tokens. */
export interface TokenRepository extends TokenReader {
  /**
   * Rejects with `SqlError` `unique` if the prefix is already used, and `foreign_key` if the
   * interface does not exist.
   */
  insert(token: StoredToken): Promise<void>;
  /** Revokes a token. Reports whether the token existed and was not revoked before. */
  revoke(prefix: string, now: number): Promise<boolean>;
}
