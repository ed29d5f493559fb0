import { DatabaseSync } from "node:sqlite";

/**
 * Takes a file for this process until `release`, or until the process is gone in whatever way: the
 * lock is the system's, on an empty database of SQLite's. Gives nothing when another has it.
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
