// The store that lies in a folder now. Readers keep a file open, which stays readable when it is
// removed, so that each look begins with whether it is still the one under the path.

import { LogError } from "../log-error.ts";
import { fileOf, type LmdbStore, openStore } from "./open-store.ts";
import { COMMITS_KEY, LOG_ID_KEY } from "./store-keys.ts";

/** A store as it is read. */
export interface ReadStore extends LmdbStore {
  readonly logId: string;
}

/** Keeps the store of a folder open, whichever lies there. */
export interface CurrentStore {
  /** Gives the state of the store now, for reading in this turn. */
  look(): ReadStore;
  /** Counts what was committed to the store, as of the last look. */
  commits(): bigint;
  close(): Promise<void>;
}

/**
 * Opens the store of a folder for reading. `replaced` is called within a look that finds another log
 * there, or an earlier state of the same.
 */
export function openCurrentStore(
  folder: string,
  replaced: (store: ReadStore) => void,
): CurrentStore {
  let file = fileOf(folder);
  let store = openReadStore(folder);
  let commits = commitsOf(store);

  /** Opens what took the place of the file; what is not whole yet, the next look finds. */
  function reopen(): void {
    const found = fileOf(folder);
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
      commits = commitsOf(store);
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
  const message = `${folder} holds no log with an identity yet; start its writer first`;
  throw new LogError("log_unavailable", message);
}

function logIdOf({ meta }: LmdbStore): string | undefined {
  return meta.get(LOG_ID_KEY)?.toString();
}

function commitsOf({ meta }: LmdbStore): bigint {
  return meta.get(COMMITS_KEY)?.readBigUInt64LE(0) ?? 0n;
}
