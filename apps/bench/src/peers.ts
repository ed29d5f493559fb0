// Installs peers. A peer is installed when a benchmark first needs it, in its own folder outside of
// the workspaces. `npm install` in the repository thus stays small, and peers do not affect each
// other.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BenchContext } from "./bench.ts";

const run = promisify(execFile);

/** A package to compare with, or a package that contains a document. Its versions are exact. */
export interface PeerPackage {
  /** The name of the peer's folder, and of the peer in rows. */
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * Installs a peer, unless the same versions are already installed. Returns the folder. Rejects if
 * npm fails.
 */
export async function installPeer(context: BenchContext, peer: PeerPackage): Promise<string> {
  const folder = join(context.peersFolder, peer.name.replaceAll("/", "-"));
  const manifest = JSON.stringify({ private: true, dependencies: peer.dependencies }, null, 2);
  const path = join(folder, "package.json");
  const stamp = join(folder, "installed");
  const current = existsSync(stamp) && (await readFile(stamp, "utf8")) === manifest;
  if (current) return folder;
  context.log(`installing ${peer.name} ...`);
  await mkdir(folder, { recursive: true });
  await writeFile(path, manifest);
  await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"], {
    cwd: folder,
    maxBuffer: 16 * 1024 * 1024,
  });
  await writeFile(stamp, manifest);
  return folder;
}
