// Ensures that only one process writes to a folder. The identity of the writer is in the store itself, so a
// process takes the lock in a transaction. Two processes can never both take it, and a process that has
// died leaves nothing behind. Taking the lock increases the fence, a number that every commit checks. If a
// writer is frozen or in a different container, it may be considered dead; it can then no longer commit.

import { LogError } from "../log-error.ts";
import type { LmdbStore } from "./open-store.ts";
import { isRunning, ownIdentity, type ProcessIdentity } from "./process-identity.ts";
import { requireRoom } from "./require-room.ts";
import { LOG_ID_KEY, OWNER_KEY } from "./store-keys.ts";

/** The number of pages that may be needed to write one key: the pages above it, and the free list. */
const LOCK_KEYS = 16;

/** The right to write to a log. */
export interface WriterLock {
  /** The number of this writer. A commit succeeds only if the store still has the same number. */
  readonly fence: number;
  readonly logId: string;
}

/**
 * Takes the lock. Gives a new log its identity.
 *
 * @throws LogError `log_locked` if a running process has the lock.
 */
export function takeLock({ meta }: LmdbStore, folder: string, newLogId: () => string): WriterLock {
  requireRoom(folder, LOCK_KEYS);
  return meta.transactionSync(() => {
    const found = meta.getEntry(OWNER_KEY);
    const owner = found === undefined ? undefined : readOwner(found.value);
    if (owner !== undefined && isRunning(owner)) {
      throw new LogError("log_locked", `process ${owner.pid} writes to ${folder}`);
    }
    const fence = (found?.version ?? 0) + 1;
    meta.putSync(OWNER_KEY, Buffer.from(JSON.stringify(ownIdentity())), fence);
    const known = meta.get(LOG_ID_KEY)?.toString();
    const logId = known ?? newLogId();
    if (known === undefined) meta.putSync(LOG_ID_KEY, Buffer.from(logId), 1);
    return { fence, logId };
  });
}

/**
 * Releases the lock if this process still has it. The fence is kept, so that the next writer can increase
 * it.
 */
export async function releaseLock(
  { meta }: LmdbStore,
  folder: string,
  fence: number,
): Promise<void> {
  requireRoom(folder, LOCK_KEYS);
  await meta.ifVersion(OWNER_KEY, fence, () => {
    void meta.put(OWNER_KEY, Buffer.from("{}"), fence);
  });
}

/** Returns the error for a lock that a different process has taken. */
export function lockLost({ meta }: LmdbStore, folder: string): LogError {
  const owner = readOwner(meta.get(OWNER_KEY));
  const who = owner === undefined ? "another process" : `process ${owner.pid}`;
  return new LogError("log_locked", `${who} took over ${folder} and writes to it now`);
}

function readOwner(value: Buffer | undefined): ProcessIdentity | undefined {
  if (value === undefined) return undefined;
  const owner: unknown = JSON.parse(value.toString());
  return isIdentity(owner) ? owner : undefined;
}

function isIdentity(value: unknown): value is ProcessIdentity {
  return typeof value === "object" && value !== null && "pid" in value;
}
