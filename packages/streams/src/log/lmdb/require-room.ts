// Checks the free space before each transaction, which takes 2 us, because LMDB must not fill the
// disk. When a write of pages fails, lmdb-js 3.5.6 writes a message of 104 bytes or more into a
// buffer of 100 bytes (`mdb.c`, "Attempting to write page"). This overflow may crash the process
// later, at any place.

import { statfsSync } from "node:fs";
import { LogError } from "../log-error.ts";
import { recordBound } from "../record-layout.ts";
import type { LogRecord } from "../sequenced-log.ts";

const PAGE_BYTES = 4096;
/**
 * The space that appends leave free: taking the lock and deleting records need it, because both
 * copy pages.
 */
const RESERVED_BYTES = 4 * 1024 * 1024;

/** Returns how many keys may be written or deleted. In the worst case, each key needs one page. */
export function keysWithRoom(folder: string): number {
  return Math.floor(freeBytes(folder) / PAGE_BYTES);
}

/**
 * Checks for the space needed to write or delete `keys` keys.
 *
 * @throws LogError `log_full`.
 */
export function requireRoom(folder: string, keys: number): void {
  requireBytes(folder, keys * PAGE_BYTES);
}

/**
 * Checks for the space that the records need in addition to the reserve.
 *
 * @throws LogError `log_full`.
 */
export function requireRoomFor(folder: string, batches: Iterable<readonly LogRecord[]>): void {
  let bytes = RESERVED_BYTES;
  for (const records of batches) {
    for (const record of records) {
      // Doubled, because a chunk fills whole pages. An id may be on any page of the index.
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
  // Some file systems do not report their size; they are assumed to be large.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}
