/** A file in a listing of the store. */
export interface StoredFile {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
}

/**
 * Stores files under names that the service generates: short, with lowercase letters, digits, and
 * one dot.
 */
export interface FileStore {
  /** Stores a file; resolves when it would survive a crash. */
  put(name: string, bytes: Uint8Array<ArrayBuffer>, mediaType: string): Promise<void>;
  /** Reads a file; resolves with undefined if there is none. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Removes a file if it exists. */
  delete(name: string): Promise<void>;
  /** Lists all files. */
  list(): AsyncIterable<StoredFile>;
}

/** Reports whether a name is one of ours, which cannot be part of a path or query. */
export function isFileName(name: string): boolean {
  return /^[0-9a-f]{32}\.[a-z]{3,4}$/.test(name);
}
