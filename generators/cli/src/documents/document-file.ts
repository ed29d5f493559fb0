import type { DiffConfig } from "../project/config.ts";
import type { Repository } from "./git.ts";

/** A commit and its repository. */
export interface Commit {
  readonly repository: Repository;
  readonly id: string;
}

/** The entry file of a document, on the disk or in a commit, and options for reading it. */
export interface DocumentFile {
  /** The absolute path, or the URL of a remote document. */
  readonly file: string;
  /** The path in messages, relative to the working folder of the command. */
  readonly path: string;
  /** The prefix of the path in messages: `git:main:` for a file in a commit. */
  readonly origin?: string;
  readonly commit?: Commit;
  /**
   * Absolute paths or URLs of the overlays. For a document in a commit, the overlays are read from the same
   * commit.
   */
  readonly overlays?: readonly string[];
  /** The folder that must contain all referenced files. */
  readonly root?: string;
  readonly allowRemote?: boolean | readonly string[];
  /** The maximum number of files that the document may consist of. */
  readonly maxFiles?: number;
  readonly perspective?: "provider" | "consumer";
  /** The settings for comparisons of the document. */
  readonly diff?: DiffConfig;
}

/** One side of a comparison: a single document, or the documents in a folder. */
export interface Side {
  /** The argument of the user that selected this side. */
  readonly name: string;
  readonly isFolder: boolean;
  /** The documents. The keys are their paths relative to the folder. */
  readonly documents: ReadonlyMap<string, DocumentFile>;
}
