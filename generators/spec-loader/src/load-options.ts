/** The limits on the cost of loading a document. */
export interface LoadLimits {
  /** Size of one file, in bytes. Default 67,108,864. */
  readonly maxFileBytes?: number;
  /** Files of one document. Default 1000. */
  readonly maxFiles?: number;
  /** How deep arrays and objects may nest. Default 500. */
  readonly maxDepth?: number;
  /** How many values the aliases of one YAML file may stand for. Default 1,000,000. */
  readonly maxAliasedValues?: number;
}

/** Fetches a remote file; `globalThis.fetch` is one. */
export type FetchFile = (url: string, init: RequestInit) => Promise<Response>;

/** Where a document may reach, and replaces the file system and the network in tests. */
export interface LoadOptions extends LoadLimits {
  /**
   * The folder that references may not leave, symbolic links included. Default: the working
   * directory when the entry file is in it, else the entry file's folder.
   */
  readonly root?: string;
  /**
   * Allows `https:` and `http:` references: all of them, or those under a URL of the list
   * (`https://example.com/schemas/`). Default: none.
   */
  readonly allowRemote?: boolean | readonly string[];
  /** Set to `false` to skip the checks of structure; syntax and references are always checked. */
  readonly validate?: boolean;
  /** Reads the file at an absolute path; rejects if there is none. Links are then not checked. */
  readonly readFile?: (path: string) => Promise<Uint8Array>;
  readonly fetch?: FetchFile;
}

/** The limits with all defaults filled in. */
export type ResolvedLimits = Required<LoadLimits>;

/** Fills in the limits that the options leave open. */
export function resolveLimits(options: LoadLimits): ResolvedLimits {
  return {
    maxFileBytes: options.maxFileBytes ?? 67_108_864,
    maxFiles: options.maxFiles ?? 1000,
    maxDepth: options.maxDepth ?? 500,
    maxAliasedValues: options.maxAliasedValues ?? 1_000_000,
  };
}
