// Checks the file of a log before LMDB maps it. lmdb-js 3.5.6 crashes the process on a foreign file; a read
// beyond the end of a file that was cut off ends the process with SIGBUS, or the log looks like a new one.
//
// A healthy file may also be shorter than its last page: LMDB does not write a page that a transaction added
// at the end and freed again. Such a file is complete if the trees of the store use no missing page.
//
//   meta   pages 0 and 1: 24 u32 magic   28 u16 version   48 u32 page size   88 u64 root of the free pages
//          136 u64 root of the tables   144 u64 last page   152 u64 transaction
//   page   18 u16 flags   20 u16 bytes of the offsets   24 u16 offsets of the nodes, counted from byte 24
//   node   branch: 0 u48 page below; leaf: 4 u16 flags   6 u16 bytes of the key   8 key, data

import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { LogError } from "../log-error.ts";
import { storageError } from "./storage-error.ts";

/** The magic number of an LMDB file and the version that lmdb-js writes. */
const MAGIC = 0xbeefc0de;
const VERSION = 2;
const META_BYTES = 160;
const PAGE_HEAD = 24;
/** The flag of a branch page. */
const BRANCH = 0x01;
/** Flags of the nodes of a leaf: the data is on overflow pages, or is a table. */
const OVERFLOW = 0x01;
const TABLE = 0x02;
/** The root of an empty tree. */
const NO_PAGE = 2 ** 64;

interface Meta {
  readonly pageBytes: number;
  readonly lastPage: number;
  readonly transaction: bigint;
  readonly roots: readonly number[];
}

/**
 * Checks the file of a log, if there is one. The file stays unchanged.
 *
 * @throws LogError `log_corrupt` if it is not an LMDB file or was cut off.
 */
export function checkFile(folder: string): void {
  const path = join(folder, "data.mdb");
  try {
    const file = openSync(path, "r");
    try {
      // A writer that was killed while it created the file leaves an empty one.
      if (fstatSync(file).size > 0) checkLength(file, path);
      else if (hasCommits(folder)) throw cutOff(path, "it is empty");
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (!isMissing(error)) throw storageError(error, path);
  }
}

function checkLength(file: number, path: string): void {
  for (;;) {
    const meta = readMeta(file, path);
    // The size is read after the meta page, because a commit writes the other pages first.
    const { size } = fstatSync(file);
    const wanted = (meta.lastPage + 1) * meta.pageBytes;
    if (size >= wanted || hasAllPages(file, meta, Math.floor(size / meta.pageBytes))) return;
    // A writer that commits meanwhile may have changed the pages that were read.
    if (readMeta(file, path).transaction !== meta.transaction) continue;
    throw cutOff(path, `it has ${size} of ${wanted} bytes`);
  }
}

/** Reads the newer one of the two meta pages. */
function readMeta(file: number, path: string): Meta {
  const first = readAt(file, 0, META_BYTES);
  if (first.readUInt32LE(24) !== MAGIC || first.readUInt16LE(28) !== VERSION) {
    throw new LogError("log_corrupt", `${path} is not an LMDB file of version ${VERSION}`);
  }
  const pageBytes = first.readUInt32LE(48);
  const second = readAt(file, pageBytes, META_BYTES);
  const newer = first.readBigUInt64LE(152) >= second.readBigUInt64LE(152) ? first : second;
  return {
    pageBytes,
    lastPage: Number(newer.readBigUInt64LE(144)),
    transaction: newer.readBigUInt64LE(152),
    roots: [Number(newer.readBigUInt64LE(88)), Number(newer.readBigUInt64LE(136))],
  };
}

/** Reports whether the trees of a store use only the first `count` pages of the file. */
function hasAllPages(file: number, { pageBytes, roots }: Meta, count: number): boolean {
  const pending = [...roots];
  const seen = new Set<number>();
  for (let page = pending.pop(); page !== undefined; page = pending.pop()) {
    if (page === NO_PAGE || seen.has(page)) continue;
    if (page >= count) return false;
    seen.add(page);
    const found = readReferences(readAt(file, page * pageBytes, pageBytes));
    if (found === undefined || found.end > count) return false;
    pending.push(...found.below);
  }
  return true;
}

interface References {
  /** The pages below a page. */
  readonly below: readonly number[];
  /** The first page after the overflow pages of its values. */
  readonly end: number;
}

/** Returns the references of a page; undefined if it is not a page of a tree. */
function readReferences(page: Buffer): References | undefined {
  try {
    return listReferences(page);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function listReferences(page: Buffer): References {
  const below: number[] = [];
  let end = 0;
  const isBranch = (page.readUInt16LE(18) & BRANCH) !== 0;
  for (let at = 0; at < page.readUInt16LE(20); at += 2) {
    const node = page.subarray(PAGE_HEAD + page.readUInt16LE(PAGE_HEAD + at));
    if (isBranch) {
      below.push(node.readUIntLE(0, 6));
      continue;
    }
    const flags = node.readUInt16LE(4);
    const data = node.subarray(8 + node.readUInt16LE(6));
    if ((flags & TABLE) !== 0) below.push(Number(data.readBigUInt64LE(40)));
    if ((flags & OVERFLOW) !== 0) {
      end = Math.max(end, Number(data.readBigUInt64LE(0) + data.readBigUInt64LE(16)));
    }
  }
  return { below, end };
}

/**
 * Reports whether LMDB has noted a commit to the store in its lock file, which has the number of the last
 * transaction in bytes 8 to 15. A new store has none.
 */
function hasCommits(folder: string): boolean {
  try {
    const lock = readFileSync(join(folder, "lock.mdb"));
    return lock.length >= 16 && lock.readBigUInt64LE(8) > 0n;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Reads bytes of the file; bytes after its end are 0. */
function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, position);
  return bytes;
}

function cutOff(path: string, how: string): LogError {
  return new LogError(
    "log_corrupt",
    `${path} was cut off: ${how}. Restore the folder from a backup`,
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
