import { UnavailableError } from "@specwright/runtime";
import type { OutageLog } from "@specwright/service/database";
import type { FileStore } from "./file-store.ts";

/**
 * Wraps a file store. Every failure of the wrapped store becomes an `UnavailableError`, because the
 * request is not the cause: the disk may be full, or the key of the store may be rejected. A retry
 * may succeed.
 */
export function guardedFiles(files: FileStore, log: OutageLog): FileStore {
  function storeUnreachable(cause: unknown): UnavailableError {
    log.failed(cause);
    return new UnavailableError("the file store is unreachable", { cause });
  }

  async function logOutcome<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      log.worked();
      return result;
    } catch (error) {
      throw storeUnreachable(error);
    }
  }

  return {
    location: files.location,
    identity: () => logOutcome(() => files.identity()),
    setIdentity: (identity) => logOutcome(() => files.setIdentity(identity)),
    put: (name, bytes, mediaType) => logOutcome(() => files.put(name, bytes, mediaType)),
    get: (name) => logOutcome(() => files.get(name)),
    delete: (name) => logOutcome(() => files.delete(name)),
    async *list() {
      try {
        yield* files.list();
      } catch (error) {
        throw storeUnreachable(error);
      }
    },
  };
}
