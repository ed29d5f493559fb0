/** What a token allows; each includes the ones before. */
export const tokenRights = ["read", "publish", "admin"] as const;

/** What a token allows. */
export type TokenRights = (typeof tokenRights)[number];

/** A stored token, which does not contain the token itself. */
export interface StoredToken {
  /** Its first characters, which identify it. */
  readonly prefix: string;
  /** SHA-256 of the token in hex. */
  readonly hash: string;
  /** What the operator calls it. */
  readonly label: string;
  readonly rights: TokenRights;
  /** The only interface that it is for; null if it is for all. */
  readonly interface: string | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/** Reads tokens. */
export interface TokenReader {
  byPrefix(prefix: string): Promise<StoredToken | undefined>;
  /** Returns all tokens, the oldest first. */
  list(): Promise<readonly StoredToken[]>;
}

/** Stores tokens. */
export interface TokenRepository extends TokenReader {
  /** Rejects with `SqlError` `unique` if the prefix is taken, `foreign_key` without the interface. */
  insert(token: StoredToken): Promise<void>;
  /** Reports whether there was such a token, which was not revoked yet. */
  revoke(prefix: string, now: number): Promise<boolean>;
}
