import { type FileHandle, open, opendir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "@specwright/service/operator";
import { type FileStore, IDENTITY_FILE, isFileName } from "./file-store.ts";

/**
 * Stores files in a folder that only its owner can read. A crash never leaves an incomplete file
 * under its final name.
 */
export function fileFolder(folder: string): FileStore {
  function pathOf(name: string): string {
    if (!isFileName(name)) throw new TypeError("not the name of a stored file");
    return join(folder, name);
  }

  async function writeFile(path: string, bytes: Uint8Array): Promise<void> {
    const draft = draftPath(path);
    makeFolder(folder);
    try {
      await useFile(await open(draft, "w", 0o600), async (file) => {
        await file.writeFile(bytes);
        await file.sync();
      });
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    // The directory entry of the file must be synced, too.
    await useFile(await open(folder), (opened) => opened.sync());
  }

  const identityPath = join(folder, IDENTITY_FILE);
  return {
    location: folder,
    async identity() {
      return (await readFile(identityPath, "utf8").catch(ignoreMissingFile))?.trim();
    },
    setIdentity: (identity) => writeFile(identityPath, new TextEncoder().encode(`${identity}\n`)),
    put: (name, bytes) => writeFile(pathOf(name), bytes),
    async get(name) {
      return await readFile(pathOf(name)).catch(ignoreMissingFile);
    },
    async delete(name) {
      const path = pathOf(name);
      await rm(path, { force: true });
      await rm(draftPath(path), { force: true });
    },
    async *list() {
      const opened = await opendir(folder).catch(ignoreMissingFile);
      if (opened === undefined) return;
      for await (const { name } of opened) if (isFileName(name)) yield name;
    },
  };
}

/**
 * Returns the path under which a file is written before it is complete. A crash may leave this file
 * behind.
 */
function draftPath(path: string): string {
  return `${path}.part`;
}

async function useFile<T>(file: FileHandle, work: (file: FileHandle) => Promise<T>): Promise<T> {
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

function ignoreMissingFile(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}
