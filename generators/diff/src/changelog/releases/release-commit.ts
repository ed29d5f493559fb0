/** A commit that changed the document of a release. */
export interface ReleaseCommit {
  /** The whole hash. */
  readonly id: string;
  /** The first line of its message, without the number of its pull request. */
  readonly subject: string;
  readonly url: string;
  readonly authors: readonly CommitAuthor[];
  /** The pull or merge request that merged it; absent if unknown. */
  readonly pull?: CommitPull;
}

export interface CommitAuthor {
  readonly name: string;
  /** The profile; absent if the commit does not name an account. */
  readonly url?: string;
}

/** A pull or merge request. */
export interface CommitPull {
  /** As its host writes it: `#12` or `!12`. */
  readonly name: string;
  readonly url: string;
}
