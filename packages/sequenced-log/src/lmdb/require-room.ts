// LMDB is not let near a full disk. When a write of pages is refused, lmdb-js 3.5.6 puts a message
// of 104 bytes and more into a buffer of 100 (`mdb.c`, "Attempting to write page"), and the process
// may die of it later, anywhere. So room is looked for before each transaction: it takes the file
// system 2 us to answer.

import { statfsSync } from "node:fs";
import { LogError } from "../log-error.ts";
import { recordBound } from "../record-layout.ts";
import type { LogRecord } from "../sequenced-log.ts";

const PAGE_BYTES = 4096;
/** What appends leave, so that deleting, which copies pages, and taking the lock can go on. */
const RESERVED_BYTES = 4 * 1024 * 1024;

/** Tells how many keys may be written or deleted: each takes a page in the worst case. */
export function keysWithRoom(folder: string): number {
  return Math.floor(freeBytes(folder) / PAGE_BYTES);
}

/** Throws `log_full` when the disk of a folder has no room for writing or deleting some keys. */
export function requireRoom(folder: string, keys: number): void {
  requireBytes(folder, keys * PAGE_BYTES);
}

/** Throws `log_full` when the disk of a folder has no room for records beside what is reserved. */
export function requireRoomFor(folder: string, batches: Iterable<readonly LogRecord[]>): void {
  let bytes = RESERVED_BYTES;
  for (const records of batches) {
    for (const record of records) {
      // Twice, for a chunk fills whole pages. An id may lie in any page of the index.
      bytes += 2 * recordBound(record) + (record.id === undefined ? 0 : PAGE_BYTES);
    }
  }
  requireBytes(folder, bytes);
}

function requireBytes(folder: string, bytes: number): void {
  const free = freeBytes(folder);
  if (free >= bytes) return;
  throw new LogError("log_full", `no room in ${folder}: ${free} bytes are left, ${bytes} wanted`);
}

function freeBytes(folder: string): number {
  const { blocks, bavail, bsize } = statfsSync(folder);
  // Some file systems do not tell their size; they are taken as large.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}
