import { UnavailableError } from "@specwright/runtime";
import type { OutageLog } from "@specwright/service/database";
import type { FileStore } from "./file-store.ts";

/**
 * Wraps a file store so that every failure is an `UnavailableError`. Such failures, such as a full
 * disk or a rejected key,
 * are not caused by the request, and a retry may succeed.
 */
export function guardedFiles(files: FileStore, log: OutageLog): FileStore {
  function away(cause: unknown): UnavailableError {
    log.failed(cause);
    return new UnavailableError("the file store is unreachable", { cause });
  }

  async function noted<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      log.worked();
      return result;
    } catch (error) {
      throw away(error);
    }
  }

  return {
    location: files.location,
    identity: () => noted(() => files.identity()),
    setIdentity: (identity) => noted(() => files.setIdentity(identity)),
    put: (name, bytes, mediaType) => noted(() => files.put(name, bytes, mediaType)),
    get: (name) => noted(() => files.get(name)),
    delete: (name) => noted(() => files.delete(name)),
    async *list() {
      try {
        yield* files.list();
      } catch (error) {
        throw away(error);
      }
    },
  };
}
