import { DatabaseSync } from "node:sqlite";

/**
 * Locks a file for this process until `release` is called or the process ends for any reason. The lock is
 * an operating system lock on an empty SQLite database. Returns undefined if a different process has the
 * lock.
 */
export function lockFile(file: string): { release(): void } | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    const isBusy = error instanceof Error && "errcode" in error && error.errcode === 5;
    if (isBusy) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
