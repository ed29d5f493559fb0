import type { Logger } from "@specwright/rest-server";
import type { FileStore } from "./file-store.ts";

/** Removes a file that no row has. One that stays for a fault of the store is swept. */
export async function removeFile(files: FileStore, name: string, log: Logger): Promise<void> {
  await files.delete(name).catch((error: unknown) => {
    log.warn({ err: error }, "file not removed");
  });
}
