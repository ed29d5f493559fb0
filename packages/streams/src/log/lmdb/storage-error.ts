import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LogError } from "../log-error.ts";

const CORRUPT = /MDB_(INVALID|VERSION_MISMATCH|CORRUPTED|PAGE_NOTFOUND|INCOMPATIBLE)/;
const FULL_MESSAGE = /MDB_MAP_FULL|No space left|File too large|quota/i;
const ENOSPC = 28;
const EFBIG = 27;
const EDQUOT = 122;
const EIO = 5;
/** More bytes than most transactions need. */
const PROBE_BYTES = 4 * 1024 * 1024;

/** Converts an error of LMDB or the file system to a `LogError`. `folder` is the folder of the log. */
export function storageError(error: unknown, folder: string): LogError {
  if (error instanceof LogError) return error;
  const { message, code } = readError(error);
  if (CORRUPT.test(message)) {
    return new LogError("log_corrupt", `no log in ${folder}: ${message}`, { cause: error });
  }
  // If a write is incomplete, for example on a full disk, LMDB reports EIO.
  const full =
    code === ENOSPC ||
    code === EFBIG ||
    code === EDQUOT ||
    FULL_MESSAGE.test(message) ||
    (code === EIO && isFull(folder));
  if (full) {
    return new LogError("log_full", `no space in ${folder}: ${message}`, { cause: error });
  }
  return new LogError("log_unavailable", `${folder}: ${message}`, { cause: error });
}

/** Converts the error of a failed batch to a `LogError`. lmdb-js hides the reason in a promise. */
export async function commitError(error: unknown, folder: string): Promise<LogError> {
  if (error instanceof Error && "commitError" in error) {
    try {
      await error.commitError;
    } catch (reason) {
      return storageError(reason, folder);
    }
  }
  return storageError(error, folder);
}

/**
 * Reports whether the disk is full. Writes to it to find out, because only the file system knows its quotas
 * and reserves.
 */
function isFull(folder: string): boolean {
  const probe = join(folder, `.room-${process.pid}`);
  try {
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES));
    return false;
  } catch {
    return true;
  } finally {
    rmSync(probe, { force: true });
  }
}

function readError(error: unknown): { readonly message: string; readonly code: unknown } {
  if (!(error instanceof Error)) return { message: String(error), code: undefined };
  return { message: error.message, code: "code" in error ? error.code : undefined };
}
