import {
  type FileHandle,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { join } from "node:path";
import { type FileStore, isFileName } from "./file-store.ts";

/** Stores files in a folder, readable only by its owner. A file exists completely or not at all. */
export function fileFolder(folder: string): FileStore {
  function pathOf(name: string): string {
    if (!isFileName(name)) throw new TypeError("not a name of a stored file");
    return join(folder, name);
  }
  return {
    async put(name, bytes) {
      const path = pathOf(name);
      const draft = `${path}.part`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await using(await open(draft, "w", 0o600), async (file) => {
          await file.writeFile(bytes);
          await file.sync();
        });
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      // The directory entry must be synced too.
      await using(await open(folder), (opened) => opened.sync());
    },
    async get(name) {
      return await readFile(pathOf(name)).catch(nothingWhenMissing);
    },
    async delete(name) {
      await rm(pathOf(name), { force: true });
    },
    async *list() {
      const opened = await opendir(folder).catch(nothingWhenMissing);
      if (opened === undefined) return;
      for await (const { name } of opened) {
        const whole = name.replace(/\.part$/, "");
        if (!isFileName(whole)) continue;
        const found = await stat(join(folder, name)).catch(nothingWhenMissing);
        if (found === undefined) continue;
        // Skips files that a crash left incomplete; they belong to no attachment.
        if (name === whole) yield { name, storedAt: found.mtimeMs };
        else if (Date.now() - found.mtimeMs > STALE_MS)
          await rm(join(folder, name), { force: true });
      }
    },
  };
}

/** Longer than any write takes. */
const STALE_MS = 3_600_000;

async function using<T>(file: FileHandle, work: (file: FileHandle) => Promise<T>): Promise<T> {
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

function nothingWhenMissing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}
