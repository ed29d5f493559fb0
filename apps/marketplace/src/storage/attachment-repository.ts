/** The types of image files. */
export type ImageType = "image/jpeg" | "image/png";

/** An image of a listing as stored; its bytes are in the file store. */
export interface AttachmentRecord {
  readonly id: number;
  readonly listingId: number;
  /** The generated name in the file store. */
  readonly fileName: string;
  /** The position among the images of the listing, from 0. */
  readonly sortOrder: number;
  readonly mediaType: ImageType;
  readonly byteSize: number;
  /** The digest of the stored bytes, in hex. */
  readonly sha256: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether the smaller copies have been made. */
  readonly isSized: boolean;
  /** The number of changes, from 1. */
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Finds images. */
export interface AttachmentReader {
  byId(id: number): Promise<AttachmentRecord | undefined>;
  /** Returns the images of a listing in order. */
  ofListing(listingId: number): Promise<readonly AttachmentRecord[]>;
  /** Reports whether there is an image. */
  exists(): Promise<boolean>;
  /** Returns the next image by id whose smaller copies have not been made. */
  nextUnsized(after: number): Promise<AttachmentRecord | undefined>;
  /** Returns those of the names that belong to an image or a smaller copy. */
  knownFiles(names: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Stores images. Writers must have locked the listing with `listings.lock`. */
export interface AttachmentRepository extends AttachmentReader {
  insert(image: Omit<AttachmentRecord, "id" | "version">): Promise<AttachmentRecord>;
  /** Records that the smaller copies of an image have been made, without locking the listing. */
  setSized(id: number): Promise<void>;
  /** Sets the position of an image. */
  place(id: number, sortOrder: number): Promise<void>;
  delete(id: number): Promise<void>;
}
