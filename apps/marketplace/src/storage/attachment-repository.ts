/** The types of image files. */
export type ImageType = "image/jpeg" | "image/png";

/** The stored data of an image. The bytes of the image are in the file store. */
export interface AttachmentRecord {
  readonly id: number;
  readonly listingId: number;
  /** The name of the image file in the file store. The service generates it. */
  readonly fileName: string;
  /** The position among the images of the listing. The first image has position 0. */
  readonly sortOrder: number;
  readonly mediaType: ImageType;
  readonly byteSize: number;
  /** The digest of the stored bytes, in hex. */
  readonly sha256: string;
  /** The width in pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether the smaller copies exist in the file store. */
  readonly isSized: boolean;
  /** The version. It starts with 1 and increases with each change. */
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Finds images. */
export interface AttachmentReader {
  byId(id: number): Promise<AttachmentRecord | undefined>;
  /** Returns the images of a listing, ordered by position. */
  ofListing(listingId: number): Promise<readonly AttachmentRecord[]>;
  /** Reports whether the table contains any image. */
  exists(): Promise<boolean>;
  /** Returns the image with the lowest id above `after` whose smaller copies do not exist yet. */
  nextUnsized(after: number): Promise<AttachmentRecord | undefined>;
  /** Returns which of these file names belong to an image or to a smaller copy. */
  knownFiles(names: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Stores images. The caller must first lock the listing with `listings.lock`. */
export interface AttachmentRepository extends AttachmentReader {
  insert(image: Omit<AttachmentRecord, "id" | "version">): Promise<AttachmentRecord>;
  /** Records that the smaller copies of an image exist. The caller need not lock the listing. */
  setSized(id: number): Promise<void>;
  /** Sets the position of an image. */
  place(id: number, sortOrder: number): Promise<void>;
  delete(id: number): Promise<void>;
}
