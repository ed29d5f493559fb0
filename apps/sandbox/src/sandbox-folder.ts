// The files of the sandbox. While the sandbox runs, .specwright/sandbox.json contains its addresses
// and keys. The folder .specwright/sandbox/ contains the data that is kept.

import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lockFile } from "@specwright/service/database";
import { SandboxError } from "./sandbox-error.ts";

/** The files of a running sandbox. */
export interface SandboxFolder {
  /** The folder for the data of the services. */
  readonly data: string;
  /** Returns the path of a file of the data folder. */
  path(name: string): string;
  /** Reads a file of the data folder; resolves with undefined if it does not exist. */
  read(name: string): Promise<string | undefined>;
  /** Writes a file of the data folder. Only its owner can read the file. */
  write(name: string, text: string): Promise<void>;
  /** Deletes all files of the data folder except `kept`. */
  clear(kept: string): Promise<void>;
  /**
   * Writes the file with the addresses and keys, so that clients in this folder can find the
   * sandbox.
   */
  announce(connection: object): Promise<void>;
  /** Deletes the file with the addresses and keys. Also deletes the data if it is ephemeral. */
  close(): Promise<void>;
}

/** Options for `openSandboxFolder`. */
export interface SandboxFolderOptions {
  /** The folder in which the user started the sandbox. */
  readonly cwd: string;
  readonly ephemeral: boolean;
}

/**
 * Opens the folder. Only one process at a time can open it.
 *
 * @throws SandboxError `already_running` while another process uses the folder; `no_folder` if the
 * folder cannot be written.
 */
export async function openSandboxFolder(options: SandboxFolderOptions): Promise<SandboxFolder> {
  const { cwd, ephemeral } = options;
  const home = join(cwd, ".specwright");
  const announcement = join(home, "sandbox.json");
  const lock = await takeLock(home, announcement);
  const kept = join(home, "sandbox");
  const data = ephemeral
    ? await mkdtemp(join(tmpdir(), "specwright-sandbox-"))
    : await makeInFolder(kept, () => kept);

  async function writePrivate(path: string, text: string): Promise<void> {
    // The file is first written under a different name. It is thus always complete, and other users
    // can never read it.
    const draft = `${path}.${process.pid}.tmp`;
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, path);
  }

  return {
    data,
    path: (name) => join(data, name),
    read: (name) => readText(join(data, name)),
    write: (name, text) => writePrivate(join(data, name), text),
    async clear(kept) {
      // The reverse order deletes the journal of a database before the database. If deleting is
      // interrupted, no journal is left that SQLite would apply to the next database.
      for (const name of (await readdir(data)).sort().reverse()) {
        if (name !== kept) await rm(join(data, name), { recursive: true, force: true });
      }
    },
    announce: (connection) =>
      writePrivate(
        announcement,
        `${JSON.stringify({ pid: process.pid, ...connection }, null, 2)}\n`,
      ),
    async close() {
      await rm(announcement, { force: true });
      if (ephemeral) await rm(data, { recursive: true, force: true });
      lock.release();
    },
  };
}

/** Creates a folder. Then calls `make`, which creates an entry in the folder. */
async function makeInFolder<Made>(folder: string, make: () => Made): Promise<Made> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return make();
  } catch (cause) {
    throw new SandboxError("no_folder", `cannot write to ${folder}`, { cause });
  }
}

async function takeLock(home: string, announcement: string): Promise<{ release(): void }> {
  const lock = await makeInFolder(home, () => lockFile(join(home, "sandbox.lock")));
  if (lock !== undefined) return lock;
  const pid = pidOf((await readText(announcement)) ?? "");
  const who = pid === undefined ? "" : `, as process ${pid}`;
  const message = `a sandbox is already running in this folder${who}: stop it, or start this one in another folder`;
  throw new SandboxError("already_running", message);
}

function pidOf(text: string): number | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("pid" in value)) return undefined;
    return typeof value.pid === "number" && value.pid > 0 ? value.pid : undefined;
  } catch {
    return undefined;
  }
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
}
