// Checks the free space before each transaction, because LMDB must not fill the disk. If writing pages
// fails, lmdb-js 3.5.6 writes a message of at least 104 bytes into a buffer of 100 bytes (`mdb.c`,
// "Attempting to write page"). The overflow may crash the process at any later time. The check takes 2 us.

import { statfsSync } from "node:fs";
import { LogError } from "../log-error.ts";
import { recordBound } from "../record-layout.ts";
import type { LogRecord } from "../sequenced-log.ts";

const PAGE_BYTES = 4096;
/**
 * The space that appends must leave free. It is needed to take the lock and to delete records, because both
 * copy pages.
 */
const RESERVED_BYTES = 4 * 1024 * 1024;

/**
 * Returns how many keys can be written or deleted in the free space. A key may need a whole page.
 */
export function keysWithRoom(folder: string): number {
  return Math.floor(freeBytes(folder) / PAGE_BYTES);
}

/**
 * Checks that the space is enough to write or delete `keys` keys.
 *
 * @throws LogError `log_full`.
 */
export function requireRoom(folder: string, keys: number): void {
  requireBytes(folder, keys * PAGE_BYTES);
}

/**
 * Checks that the space is enough for the records and for the reserve.
 *
 * @throws LogError `log_full`.
 */
export function requireRoomFor(folder: string, batches: Iterable<readonly LogRecord[]>): void {
  let bytes = RESERVED_BYTES;
  for (const records of batches) {
    for (const record of records) {
      // Twice the size, because a chunk fills whole pages. Each id may be on a different page of the index.
      bytes += 2 * recordBound(record) + (record.id === undefined ? 0 : PAGE_BYTES);
    }
  }
  requireBytes(folder, bytes);
}

function requireBytes(folder: string, bytes: number): void {
  const free = freeBytes(folder);
  if (free >= bytes) return;
  throw new LogError(
    "log_full",
    `no space in ${folder}: ${free} bytes are free, ${bytes} are needed`,
  );
}

function freeBytes(folder: string): number {
  const { blocks, bavail, bsize } = statfsSync(folder);
  // Some file systems do not report their size. They count as large enough.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}
