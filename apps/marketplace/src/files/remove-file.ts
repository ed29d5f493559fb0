import { type Logger, UnavailableError } from "@specwright/runtime";
import type { FileStore } from "./file-store.ts";

/**
 * Removes a file that belongs to no row. If the store fails, the sweeper removes the file later.
 */
export async function removeFile(files: FileStore, name: string, log: Logger): Promise<void> {
  await files.delete(name).catch((error: unknown) => {
    // The outage has already been logged.
    if (error instanceof UnavailableError) return;
    log.warn({ err: error }, "file not removed");
  });
}
