import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Source } from "./pairs.ts";

const run = promisify(execFile);

export const folder: string = resolve(import.meta.dirname, "../../.tmp/histories");

/** Returns the path of a document; fetches its package first if it is missing. */
export async function fetchDocument({ package: name, version, path }: Source): Promise<string> {
  const target = join(folder, "packages", `${name.replace(/\W+/g, "-")}-${version}`);
  if (!existsSync(target)) {
    const unfinished = `${target}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    const { stdout } = await run("npm", ["pack", "--silent", `${name}@${version}`], {
      cwd: unfinished,
    });
    const archive = join(unfinished, stdout.trim());
    await run("tar", ["-xzf", archive, "-C", unfinished]);
    await rm(archive);
    await rename(unfinished, target);
  }
  return join(target, "package", path);
}
