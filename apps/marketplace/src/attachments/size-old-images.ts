import { type Clock, type Logger, UnavailableError } from "@specwright/runtime";
import type { FileStore } from "../files/file-store.ts";
import type { AttachmentRecord } from "../storage/attachment-repository.ts";
import { sizeName } from "../storage/image-sizes.ts";
import type { MarketplaceStorage } from "../storage/marketplace-storage.ts";
import type { WorkQueue } from "../work-queue.ts";
import { encodeSizes } from "./encode-image.ts";
import { storeFiles } from "./store-files.ts";

/** Options for `sizeOldImages`. */
export interface SizingOptions {
  readonly files: FileStore;
  readonly storage: MarketplaceStorage;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The queue of images to encode. Uploads use the same queue. */
  readonly imageQueue: WorkQueue;
}

/** A background task that creates smaller copies of images. */
export interface Sizing {
  /** Stops the task. Resolves when no work is pending. */
  close(): Promise<void>;
}

/** The delay before a retry when the database, the file store or the queue is unavailable. */
const RETRY_MS = 60_000;

/**
 * Starts to create the smaller copies that images from earlier versions of the service lack. Ends
 * when all copies exist. If the file of an image is missing or unreadable, skips the image until
 * the next start. Several processes may create the same copies.
 */
export function startSizing(options: SizingOptions): Sizing {
  const { clock, logger, storage } = options;
  let isClosed = false;
  let cancel: () => void = () => {};
  let after = 0;
  let sizing: Promise<void> = sizeImages();

  async function sizeImages(): Promise<void> {
    const counts = { sized: 0, skipped: 0 };
    try {
      while (!isClosed) {
        const image = await storage.committed.attachments.nextUnsized(after);
        if (image === undefined) break;
        counts[(await sizeImage(options, image)) ? "sized" : "skipped"] += 1;
        after = image.id;
      }
    } catch (error) {
      if (!(error instanceof UnavailableError)) logger.warn({ err: error }, "images not sized");
      if (isClosed) return;
      cancel = clock.setTimer(RETRY_MS, () => {
        sizing = sizeImages();
      });
    }
    if (counts.sized + counts.skipped > 0) logger.info(counts, "images sized");
  }

  return {
    async close() {
      isClosed = true;
      cancel();
      await sizing;
    },
  };
}

/**
 * Creates and stores the smaller copies of an image. Returns false if the image cannot be read.
 */
async function sizeImage(
  { files, storage, clock, imageQueue }: SizingOptions,
  image: AttachmentRecord,
): Promise<boolean> {
  const { fileName, mediaType } = image;
  const bytes = await files.get(fileName);
  if (bytes === undefined) return false;
  const sizes = await imageQueue(() => encodeSizes(bytes, image).catch(() => undefined));
  if (sizes === undefined) return false;
  const copies = sizes.map(({ width, bytes: copy }) => ({
    name: sizeName(fileName, width),
    bytes: copy,
  }));
  await storeFiles({ files, storage }, copies, { mediaType, now: clock.now() });
  await storage.transaction(({ attachments }) => attachments.setSized(image.id));
  return true;
}
