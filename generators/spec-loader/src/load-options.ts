/** The limits on the cost of loading a document. */
export interface LoadLimits {
  /** The maximum size of one file, in bytes. Default 67,108,864. */
  readonly maxFileBytes?: number;
  /** The maximum number of files of one document. Default 1000. */
  readonly maxFiles?: number;
  /** The maximum nesting of arrays and objects. Default 500. */
  readonly maxDepth?: number;
  /**
   * The maximum number of values that the aliases of one YAML file represent. Default 1,000,000.
   */
  readonly maxAliasedValues?: number;
}

/** The texts by which `isNeeded` identifies an operation. */
export interface OperationFacts {
  readonly tags: readonly string[];
  /** The path in OpenAPI, or the address of the channel in AsyncAPI. */
  readonly paths: readonly string[];
  /** The ids of the operation and of its channel. */
  readonly ids: readonly string[];
  readonly deprecated: boolean;
}

/** Fetches a remote file. Has the signature of `globalThis.fetch` for a URL. */
export type FetchFile = (url: string, init: RequestInit) => Promise<Response>;

/** A file to load: a path or URL, or a text together with its location in `file`. */
export type LoadInput = string | { readonly file: string; readonly text: string };

/** Limits what a document may read, and replaces the file system and the network in tests. */
export interface LoadOptions extends LoadLimits {
  /**
   * The folder that must contain all referenced files, after following symbolic links. Default: the
   * working directory if it contains the entry file, otherwise the folder of the entry file.
   */
  readonly root?: string;
  /**
   * Allows `https:` and `http:` references. `true` allows all. A list allows the URLs in it and below them
   * (`https://example.com/schemas/`). Default: none are allowed.
   */
  readonly allowRemote?: boolean | readonly string[];
  /**
   * Overlays (OpenAPI Overlay 1.0 or 1.1) for the entry file: paths, URLs, or texts with their location.
   * The loader applies them in this order, before anything else, and ignores their `extends`. Default:
   * none.
   */
  readonly overlays?: readonly LoadInput[];
  /**
   * Set to `true` to repair faults that have only one possible fix, such as a number instead of a string.
   * Each repaired fault becomes a warning that names the repair. Default `false`.
   */
  readonly lenient?: boolean;
  /**
   * Set to `true` to get the document even if it has errors. Such a document may contain references without
   * targets, and parts of the wrong type. Default `false`.
   */
  readonly allowErrors?: boolean;
  /**
   * Reports whether the caller needs an operation. The loader removes all other operations before the
   * checks, so that their faults are not reported. Default: all operations are needed.
   */
  readonly isNeeded?: (operation: OperationFacts) => boolean;
  /**
   * Set to `false` to skip the checks of the structure. Syntax and references are always checked. Default
   * `true`.
   */
  readonly validate?: boolean;
  /**
   * Reads the file at an absolute path. Must reject if the file does not exist. With this option, the
   * loader does not check symbolic links.
   */
  readonly readFile?: (path: string) => Promise<Uint8Array>;
  readonly fetch?: FetchFile;
}

/** The limits with all defaults filled in. */
export type ResolvedLimits = Required<LoadLimits>;

/** Adds the defaults of missing limits. */
export function resolveLimits(options: LoadLimits): ResolvedLimits {
  return {
    maxFileBytes: options.maxFileBytes ?? 67_108_864,
    maxFiles: options.maxFiles ?? 1000,
    maxDepth: options.maxDepth ?? 500,
    maxAliasedValues: options.maxAliasedValues ?? 1_000_000,
  };
}
