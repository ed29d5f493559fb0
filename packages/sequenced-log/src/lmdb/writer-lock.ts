// One process writes to a folder. Who it is stands in the store itself, so that taking the lock is
// a transaction: two that come at once cannot both get it, and one that died leaves nothing to
// clean up. Each taking raises the fence, a number that every commit is conditional on: a writer
// that was taken for dead, being frozen or in another container, cannot commit any more.

import { LogError } from "../log-error.ts";
import type { LmdbStore } from "./open-store.ts";
import { isRunning, ownIdentity, type ProcessIdentity } from "./process-identity.ts";
import { requireRoom } from "./require-room.ts";
import { LOG_ID_KEY, OWNER_KEY } from "./store-keys.ts";

/** What one key more takes: the pages above it, and those of what is free. */
const LOCK_KEYS = 16;

/** The right to write to a log. */
export interface WriterLock {
  /** What every commit is conditional on. */
  readonly fence: number;
  readonly logId: string;
}

/**
 * Takes the lock, and gives a log that has none its identity; throws `log_locked` when a living
 * process has it.
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

/** Gives the lock back, if it is still ours; the fence stays, to be raised by the next. */
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

/** Reports that another took the lock from us. */
export function lockLost({ meta }: LmdbStore, folder: string): LogError {
  const owner = readOwner(meta.get(OWNER_KEY));
  const who = owner === undefined ? "another process" : `process ${owner.pid}`;
  return new LogError("log_locked", `${who} has taken ${folder} over, and writes to it now`);
}

function readOwner(value: Buffer | undefined): ProcessIdentity | undefined {
  if (value === undefined) return undefined;
  const owner: unknown = JSON.parse(value.toString());
  return isIdentity(owner) ? owner : undefined;
}

function isIdentity(value: unknown): value is ProcessIdentity {
  return typeof value === "object" && value !== null && "pid" in value;
}
