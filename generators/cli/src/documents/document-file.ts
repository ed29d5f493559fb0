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
  /** The path as it is shown, relative to where the command runs. */
  readonly path: string;
  /** Shown before the path: `git:main:` for a file of a commit. */
  readonly origin?: string;
  readonly commit?: Commit;
  /** The overlays that change it, as absolute paths or URLs; of a commit, as they are there. */
  readonly overlays?: readonly string[];
  /** The folder that references may not leave. */
  readonly root?: string;
  readonly allowRemote?: boolean | readonly string[];
  /** The maximum number of files of the document. */
  readonly maxFiles?: number;
  readonly perspective?: "provider" | "consumer";
  /** How its versions are compared. */
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
