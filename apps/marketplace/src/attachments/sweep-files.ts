import { type Clock, type Logger, UnavailableError } from "@specwright/runtime";
import type { FileStore } from "../files/file-store.ts";
import { TRASH_MS } from "../listings/listing-moves.ts";
import type { MarketplaceStorage } from "../storage/marketplace-storage.ts";

/** Options for `startSweeper`. */
export interface SweeperOptions {
  readonly files: FileStore;
  readonly storage: MarketplaceStorage;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long a file is kept after a sweep has marked it as unused, in milliseconds. */
  readonly unusedFilesMs: number;
}

/**
 * Deletes expired listings in the trash, and files that belong to no image. Sweeps at the start and
 * every hour.
 */
export interface Sweeper {
  /** Stops the sweeper. Resolves when no work is pending. */
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** The delay before a retry when the database or the file store is unavailable. */
const RETRY_MS = 60_000;
/**
 * The age below which a file is not marked, in milliseconds, because it may belong to a pending
 * upload.
 */
const GRACE_MS = HOUR_MS;
const BATCH = 200;

/** Starts to remove files that crashes and deleted listings have left in the file store. */
export function startSweeper(options: SweeperOptions): Sweeper {
  const { clock, logger, storage } = options;
  let isClosed = false;
  let cancel: () => void = () => {};
  let sweep: Promise<void> = sweepOnce();

  async function sweepOnce(): Promise<void> {
    let nextMs = HOUR_MS;
    try {
      const trashedBy = clock.now() - TRASH_MS;
      const purged = await storage.transaction(({ listings }) => listings.purge(trashedBy));
      if (purged > 0) logger.info({ purged }, "trash purged");
      const removed = await sweepFiles(options, () => isClosed);
      if (removed > 0) logger.info({ removed }, "files swept");
    } catch (error) {
      if (error instanceof UnavailableError) nextMs = RETRY_MS;
      else logger.warn({ err: error }, "files not swept");
    }
    if (isClosed) return;
    cancel = clock.setTimer(nextMs, () => {
      sweep = sweepOnce();
    });
  }

  return {
    async close() {
      isClosed = true;
      cancel();
      await sweep;
    },
  };
}

/**
 * Removes unused files that an earlier sweep has marked. Marks files that are now unused. Ignores
 * files that this service did not store. Returns the number of removed files.
 */
export async function sweepFiles(
  options: Omit<SweeperOptions, "logger">,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const removed = await removeMarked(options, isStopped);
  await markUnused(options, isStopped);
  return removed;
}

async function removeMarked(
  { files, storage, clock, unusedFilesMs }: Omit<SweeperOptions, "logger">,
  isStopped: () => boolean,
): Promise<number> {
  const markedBy = clock.now() - unusedFilesMs;
  for (let removed = 0; ; ) {
    const names = await storage.committed.storedFiles.unused(markedBy, BATCH);
    for (const name of names) {
      if (isStopped()) return removed;
      await files.delete(name);
      // The row is removed after the file. If a crash happens in between, the row still exists, and
      // the next sweep removes it.
      await storage.transaction(({ storedFiles }) => storedFiles.forget(name));
      removed += 1;
    }
    if (names.length < BATCH) return removed;
  }
}

async function markUnused(
  { storage, clock }: Omit<SweeperOptions, "logger">,
  isStopped: () => boolean,
): Promise<void> {
  const now = clock.now();
  const batch = { size: BATCH, storedBy: now - GRACE_MS, now };
  let next: string | undefined = "";
  while (next !== undefined && !isStopped()) {
    const after: string = next;
    next = await storage.transaction(({ storedFiles }) =>
      storedFiles.markUnused({ ...batch, after }),
    );
  }
}
