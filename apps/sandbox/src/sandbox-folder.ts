// What the sandbox keeps on disk: .specwright/sandbox.json says how to connect while it runs, and
// .specwright/sandbox/ has the data that stays.

import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SandboxError } from "./sandbox-error.ts";

/** Is the disk space of a running sandbox. */
export interface SandboxFolder {
  /** Where services keep their data. */
  readonly data: string;
  /** Reads a file of the data folder; nothing when it is not there. */
  read(name: string): Promise<string | undefined>;
  /** Writes a file of the data folder, for the owner's eyes only. */
  write(name: string, text: string): Promise<void>;
  /** Tells clients in this folder how to connect. */
  announce(connection: object): Promise<void>;
  /** Takes the announcement back, and the data if it is ephemeral. */
  close(): Promise<void>;
}

/** Configures `openSandboxFolder`. */
export interface SandboxFolderOptions {
  /** The folder that the sandbox was started in. */
  readonly cwd: string;
  readonly ephemeral: boolean;
}

/**
 * Opens the folder. Rejects with `SandboxError`: `already_running` when a live process announced
 * itself there, `no_folder` when it cannot be written.
 */
export async function openSandboxFolder(options: SandboxFolderOptions): Promise<SandboxFolder> {
  const { cwd, ephemeral } = options;
  const home = join(cwd, ".specwright");
  const announcement = join(home, "sandbox.json");
  await refuseSecond(announcement);
  const data = ephemeral
    ? await mkdtemp(join(tmpdir(), "specwright-sandbox-"))
    : join(home, "sandbox");
  try {
    await mkdir(home, { recursive: true });
    await mkdir(data, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new SandboxError("no_folder", `${home} cannot be written`, { cause });
  }

  async function writePrivate(path: string, text: string): Promise<void> {
    // Whole or not at all, and never readable by others, not even for a moment.
    const draft = `${path}.${process.pid}.tmp`;
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, path);
  }

  return {
    data,
    read: (name) => readText(join(data, name)),
    write: (name, text) => writePrivate(join(data, name), text),
    announce: (connection) =>
      writePrivate(
        announcement,
        `${JSON.stringify({ pid: process.pid, ...connection }, null, 2)}\n`,
      ),
    async close() {
      await rm(announcement, { force: true });
      if (ephemeral) await rm(data, { recursive: true, force: true });
    },
  };
}

async function refuseSecond(announcement: string): Promise<void> {
  const text = await readText(announcement);
  const pid = text === undefined ? undefined : pidOf(text);
  if (pid === undefined || !isAlive(pid)) return;
  const message = `a sandbox runs in this folder already, as process ${pid}: stop it, or start this one elsewhere (if that is no sandbox, delete ${announcement})`;
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and belongs to someone else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
}
