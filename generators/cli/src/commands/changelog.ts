// `specwright changelog`: improves the changelogs that `changeset version` wrote.

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { formatChangelog } from "@specwright/diff/changelog";
import { writeWhole } from "../project/write-whole.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { Terminal } from "../terminal/terminal.ts";

/**
 * Changes the section of the current version in the changelog of each package: adds the date, and groups
 * the entries. Skips packages without a changelog.
 */
export async function changelogCommand(
  terminal: Terminal,
  folders: readonly string[],
  date: string,
): Promise<number> {
  for (const folder of folders.length === 0 ? ["."] : folders) {
    const { version, peers } = await readManifest(resolve(terminal.folder, folder), folder);
    const name = join(folder, "CHANGELOG.md");
    const file = resolve(terminal.folder, name);
    const text = await readIfPresent(file);
    if (text === undefined) continue;
    const formatted = formatChangelog(text, { version, date, peers });
    if (formatted !== text) await writeWhole(file, formatted);
    terminal.out(`${name}: ${formatted === text ? "unchanged" : `${version}, ${date}`}`);
  }
  return 0;
}

interface Manifest {
  readonly version: string;
  /** Maps the names of peer dependencies to their version ranges. */
  readonly peers: ReadonlyMap<string, string>;
}

async function readManifest(folder: string, shown: string): Promise<Manifest> {
  const text = await readIfPresent(join(folder, "package.json"));
  const { version, peerDependencies } = parseObject(text ?? "");
  if (typeof version === "string" && version !== "") {
    const peers = Object.entries(Object(peerDependencies)).map(
      ([name, range]) => [name, String(range)] as const,
    );
    return { version, peers: new Map(peers) };
  }
  throw new CliError(
    "changelog_invalid",
    `${shown} is not the folder of a package with a version.`,
    "Name folders that have a package.json with a version.",
  );
}

function parseObject(text: string): Readonly<Partial<Record<string, unknown>>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
