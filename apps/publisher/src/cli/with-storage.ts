import { systemClock } from "@specwright/runtime";
import { DatabaseError } from "@specwright/service/database";
import { prepareEnvironment } from "../environment/read-environment.ts";
import { openStorage } from "../storage/open-storage.ts";
import type { PublisherStorage } from "../storage/publisher-storage.ts";

/**
 * Opens the storage for a command, even while the service is running, and closes it after the
 * command.
 */
export async function withStorage<Result>(
  env: Readonly<Record<string, string | undefined>>,
  work: (storage: PublisherStorage) => Promise<Result>,
): Promise<Result> {
  const { database } = prepareEnvironment(env).options;
  // The service waits long for a database that does not answer. A command must not.
  const waitMs = (database.engine === "postgres" && database.timeoutMs) || 10_000;
  const signal = AbortSignal.timeout(waitMs);
  const open = (isBeside: boolean) =>
    openStorage({ database, clock: systemClock, isBeside, signal });
  const storage = await open(false).catch((error: unknown) => {
    if (error === signal.reason) {
      const message = `the database in DATABASE_URL did not respond within ${waitMs} ms`;
      throw new DatabaseError("database_unusable", message, { cause: error });
    }
    // The running service uses the file and maintains it.
    if (error instanceof DatabaseError && error.code === "database_in_use") return open(true);
    throw error;
  });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
