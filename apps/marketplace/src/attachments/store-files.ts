import type { FileStore } from "../files/file-store.ts";
import type { ImageType } from "../storage/attachment-repository.ts";
import type { MarketplaceStorage } from "../storage/marketplace-storage.ts";

/** A file to store. */
export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Stores the files of an image. If the image is not created afterwards, the sweeper removes the
 * files.
 */
export async function storeFiles(
  { files, storage }: { readonly files: FileStore; readonly storage: MarketplaceStorage },
  image: readonly NamedFile[],
  { mediaType, now }: { readonly mediaType: ImageType; readonly now: number },
): Promise<void> {
  // The sweeper removes only files that are recorded, so the files are recorded first.
  await storage.transaction(async ({ storedFiles }) => {
    for (const { name } of image) await storedFiles.insert(name, now);
  });
  for (const { name, bytes } of image) await files.put(name, bytes, mediaType);
}
