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
}

/** Deletes expired listings in the trash and files without an image, at once and every hour. */
export interface Sweeper {
  /** Stops; resolves when no work is pending. */
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** The delay before a retry when the database or the file store is unavailable. */
const RETRY_MS = 60_000;
/** Younger files may belong to a pending upload. */
const GRACE_MS = HOUR_MS;
const BATCH = 200;

/** Starts to remove what crashes and deleted listings have left in the file store. */
export function startSweeper(options: SweeperOptions): Sweeper {
  const { clock, logger, storage } = options;
  let isClosed = false;
  let cancel: () => void = () => {};
  let sweep: Promise<void> = run();

  async function run(): Promise<void> {
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
      sweep = run();
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

/** Removes files without an image that are older than an hour; returns their number. */
export async function sweepFiles(
  { files, storage, clock }: Pick<SweeperOptions, "files" | "storage" | "clock">,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let batch: string[] = [];
  let removed = 0;
  async function flush(): Promise<void> {
    const known = await storage.committed.attachments.knownFiles(batch);
    for (const name of batch) {
      if (known.has(name) || isStopped()) continue;
      await files.delete(name);
      removed += 1;
    }
    batch = [];
  }
  for await (const { name, storedAt } of files.list()) {
    if (isStopped()) return removed;
    if (clock.now() - storedAt < GRACE_MS) continue;
    batch.push(name);
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  return removed;
}
