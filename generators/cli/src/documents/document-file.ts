import type { DiffConfig } from "../project/config.ts";
import type { Repository } from "./git.ts";

/** A commit of a repository. */
export interface Commit {
  readonly repository: Repository;
  readonly id: string;
}

/** The entry file of a document, on the disk or in a commit. */
export interface DocumentFile {
  /** The absolute path, or the URL. */
  readonly file: string;
  /** The path for messages, relative to the folder of the command. */
  readonly path: string;
  /** The prefix of the path in messages: `git:main:` for a file of a commit. */
  readonly origin?: string;
  readonly commit?: Commit;
  /** The overlays to apply, as absolute paths or URLs. In a commit, the versions of the commit. */
  readonly overlays?: readonly string[];
  /** The folder that must contain all referenced files. */
  readonly root?: string;
  readonly allowRemote?: boolean | readonly string[];
  /** The maximum number of files of the document. */
  readonly maxFiles?: number;
  readonly perspective?: "provider" | "consumer";
  /** The settings for comparing its versions. */
  readonly diff?: DiffConfig;
}

/** One side of a comparison: a document, or the documents of a folder. */
export interface Side {
  /** As the user wrote it. */
  readonly name: string;
  readonly isFolder: boolean;
  /** Documents by their path in the folder. */
  readonly documents: ReadonlyMap<string, DocumentFile>;
}
