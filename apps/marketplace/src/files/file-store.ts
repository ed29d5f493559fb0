/**
 * Stores files. The service generates their names. A name is short, and contains lowercase letters,
 * digits and one dot. The name of a smaller copy also contains a hyphen and its width.
 */
export interface FileStore {
  /** Stores a file. Resolves when the file would survive a crash. */
  put(name: string, bytes: Uint8Array<ArrayBuffer>, mediaType: string): Promise<void>;
  /** Reads a file; resolves with undefined if it does not exist. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Removes a file if it exists. */
  delete(name: string): Promise<void>;
  /** Lists the names of all files. */
  list(): AsyncIterable<string>;
  /** The folder or the URL of the files, for messages. It contains no secrets. */
  readonly location: string;
  /** Reads the identity of the database that the store belongs to; undefined for a new store. */
  identity(): Promise<string | undefined>;
  /** Assigns the store to the database with this identity. */
  setIdentity(identity: string): Promise<void>;
}

/**
 * The name of a file in the store. The file contains the identity of the database that the store
 * belongs to.
 */
export const IDENTITY_FILE = "database.id";

/**
 * Reports whether a name has the form of the names that the service generates. Such names are safe
 * in paths and queries.
 */
export function isFileName(name: string): boolean {
  return /^[0-9a-f]{32}(-\d{1,5})?\.[a-z]{3,4}$/.test(name);
}
