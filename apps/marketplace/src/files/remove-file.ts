import type { Logger } from "@specwright/rest-server";
import { UnavailableError } from "@specwright/runtime";
import type { FileStore } from "./file-store.ts";

/** Removes a file that no row has. One that stays for a fault of the store is swept. */
export async function removeFile(files: FileStore, name: string, log: Logger): Promise<void> {
  await files.delete(name).catch((error: unknown) => {
    // That the store is away has been said.
    if (error instanceof UnavailableError) return;
    log.warn({ err: error }, "file not removed");
  });
}
