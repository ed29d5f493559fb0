// Keeps the current log of a folder open for reading. An open file can still be read after it was removed.
// Each `look` therefore first checks whether the path still has the same file.

import { LogError } from "../log-error.ts";
import { fileIdentity, type LmdbStore, openStore } from "./open-store.ts";
import { COMMITS_KEY, LOG_ID_KEY } from "./store-keys.ts";

/** A store opened for reading. */
export interface ReadStore extends LmdbStore {
  readonly logId: string;
}

/** Keeps the current store of a folder open. */
export interface CurrentStore {
  /** Returns the current store. Read from it in the same turn of the event loop. */
  look(): ReadStore;
  /** Returns the number of commits to the store at the last `look`. */
  commits(): bigint;
  close(): Promise<void>;
}

/**
 * Opens the log of a folder for reading. `replaced` is called if `look` finds a different log, or an
 * earlier state of the same log.
 */
export function openCurrentStore(
  folder: string,
  replaced: (store: ReadStore) => void,
): CurrentStore {
  let file = fileIdentity(folder);
  let store = openReadStore(folder);
  let commits = readCommits(store);

  /**
   * If the path has a different file, opens it. If the file is incomplete, the next `look` tries again.
   */
  function reopen(): void {
    const found = fileIdentity(folder);
    if (found === undefined || found === file) return;
    try {
      const next = openReadStore(folder);
      void store.environment.close();
      store = next;
      file = found;
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
    }
  }

  return {
    look() {
      const before = { logId: store.logId, commits };
      reopen();
      store.environment.resetReadTxn();
      commits = readCommits(store);
      if (store.logId !== before.logId || commits < before.commits) replaced(store);
      return store;
    },
    commits: () => commits,
    close: () => store.environment.close(),
  };
}

function openReadStore(folder: string): ReadStore {
  const store = openStore(folder, true);
  const logId = logIdOf(store);
  if (logId !== undefined) return { ...store, logId };
  void store.environment.close();
  const message = `the log in ${folder} has no identity; start its writer once to add one`;
  throw new LogError("log_unavailable", message);
}

function logIdOf({ meta }: LmdbStore): string | undefined {
  return meta.get(LOG_ID_KEY)?.toString();
}

function readCommits({ meta }: LmdbStore): bigint {
  return meta.get(COMMITS_KEY)?.readBigUInt64LE(0) ?? 0n;
}
