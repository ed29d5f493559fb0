/** A compressed file, in its stored form. */
export interface PackedFile {
  /** SHA-256 of the text as UTF-8, in hex. */
  readonly sha256: string;
  /** The size of the text as UTF-8, in bytes. */
  readonly size: number;
  /** Compressed by gzip. */
  readonly content: Uint8Array;
}

/** A file of a document. */
export interface FileReference {
  readonly path: string;
  readonly sha256: string;
}

/** Reads the files of documents. */
export interface FileReader {
  /**
   * Returns the files of a version or a comparison, ordered by path. The document is one of them.
   */
  ofOwner(ownerId: string): Promise<readonly FileReference[]>;
  packed(sha256: string): Promise<PackedFile | undefined>;
}

/** Stores the files of documents. Files with the same text share one stored content. */
export interface FileRepository extends FileReader {
  insert(ownerId: string, files: readonly (PackedFile & FileReference)[]): Promise<void>;
  /**
   * Removes the files of a version or a comparison, and content that no other version or comparison
   * uses.
   */
  removeAll(ownerId: string): Promise<void>;
}
