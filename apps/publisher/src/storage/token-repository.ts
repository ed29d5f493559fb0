/** The rights of tokens. Each includes the previous ones. */
export const tokenRights = ["read", "publish", "admin"] as const;

/** One of `tokenRights`. */
export type TokenRights = (typeof tokenRights)[number];

/** A stored token, which does not contain the token itself. */
export interface StoredToken {
  /** The first characters of the token, which identify it. */
  readonly prefix: string;
  /** SHA-256 of the token in hex. */
  readonly hash: string;
  /** A name for the operator. */
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
  /** Rejects with `SqlError` `unique` if the prefix is taken, `foreign_key` without the interface. */
  insert(token: StoredToken): Promise<void>;
  /** Reports whether the token existed and was not revoked yet. */
  revoke(prefix: string, now: number): Promise<boolean>;
}
