/** A commit that changed the document of a release. */
export interface ReleaseCommit {
  /** The full hash. */
  readonly id: string;
  /** The first line of the commit message, without the number of the pull request. */
  readonly subject: string;
  readonly url: string;
  readonly authors: readonly CommitAuthor[];
  /** The pull or merge request that contained the commit; absent if unknown. */
  readonly pull?: CommitPull;
}

export interface CommitAuthor {
  readonly name: string;
  /** The URL of the author's profile; absent if the commit does not name an account. */
  readonly url?: string;
}

/** A pull or merge request. */
export interface CommitPull {
  /** The number as the Git host writes it: `#12` or `!12`. */
  readonly name: string;
  readonly url: string;
}
