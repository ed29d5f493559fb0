/**
 * The hash of a secret. Links with this secret lead to the feeds of a private branch. The secret
 * itself is not stored.
 */
export interface StoredFeedKey {
  readonly interface: string;
  readonly branch: string;
  /** SHA-256 of the secret in hex. */
  readonly hash: string;
  readonly createdAt: number;
}

/** Reads the secrets of links to feeds. */
export interface FeedKeyReader {
  ofBranch(name: string, branch: string): Promise<StoredFeedKey | undefined>;
}

/** Stores the secrets of links to feeds. */
export interface FeedKeyRepository extends FeedKeyReader {
  /** Stores the secret of a branch, and replaces the previous secret. */
  replace(key: StoredFeedKey): Promise<void>;
  /** Removes the secret of a branch. Reports whether the branch had one. */
  remove(name: string, branch: string): Promise<boolean>;
}
