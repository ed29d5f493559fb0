// Peers are installed when a benchmark first needs them, each into a folder of its own outside the
// workspaces, so that a plain install stays small and no peer can disturb another.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BenchContext } from "./bench.ts";

const run = promisify(execFile);

/** Is a package to measure against, or to take a document from. Versions are exact. */
export interface PeerPackage {
  /** Names the folder and the row. */
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Installs a peer unless it is there at these versions already; gives its folder. Rejects when npm fails. */
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
