import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LogError } from "../log-error.ts";

const CORRUPT = /MDB_(INVALID|VERSION_MISMATCH|CORRUPTED|PAGE_NOTFOUND|INCOMPATIBLE)/;
const FULL_MESSAGE = /MDB_MAP_FULL|No space left|File too large|quota/i;
const ENOSPC = 28;
const EFBIG = 27;
const EDQUOT = 122;
const EIO = 5;
/** More than a transaction mostly takes. */
const PROBE_BYTES = 4 * 1024 * 1024;

/** Says in our codes what LMDB or the file system answered. `folder` is where it lies. */
export function storageError(error: unknown, folder: string): LogError {
  if (error instanceof LogError) return error;
  const { message, code } = read(error);
  if (CORRUPT.test(message)) {
    return new LogError("log_corrupt", `${folder} holds no log: ${message}`, { cause: error });
  }
  // LMDB reports a write that was cut short, as a full disk cuts it, as EIO.
  const full =
    code === ENOSPC ||
    code === EFBIG ||
    code === EDQUOT ||
    FULL_MESSAGE.test(message) ||
    (code === EIO && isFull(folder));
  if (full) {
    return new LogError("log_full", `no room in ${folder}: ${message}`, { cause: error });
  }
  return new LogError("log_unavailable", `${folder}: ${message}`, { cause: error });
}

/** Takes what a failed batch of lmdb-js rejects with, which hides the reason in a promise. */
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

/** Tries it: only the file system knows about quotas and reserves. */
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

function read(error: unknown): { readonly message: string; readonly code: unknown } {
  if (!(error instanceof Error)) return { message: String(error), code: undefined };
  return { message: error.message, code: "code" in error ? error.code : undefined };
}
