// The folder of changesets, which @changesets/cli reads, and its configuration.

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CliError } from "../terminal/cli-error.ts";
import { versionsPrivatePackages } from "./private-packages.ts";

/** The folder of changesets of a project. */
export interface ChangesetFolder {
  readonly path: string;
  readonly baseBranch: string;
  /** Packages that are not released. A name may contain `*`. */
  readonly ignore: readonly string[];
  /** Whether private packages have versions too. */
  readonly privatePackages: boolean;
}

/** Finds the folder of changesets in this folder or above. Throws `CliError` if it is missing. */
export async function findChangesetFolder(folder: string): Promise<ChangesetFolder> {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, ".changeset");
    if (existsSync(join(path, "config.json"))) return await readFolder(path);
    if (dirname(at) === at) break;
  }
  throw new CliError(
    "changesets_unusable",
    "There is no .changeset/config.json in this folder or above it.",
    "Set up changesets: npm install --save-dev @changesets/cli && npx changeset init",
  );
}

async function readFolder(path: string): Promise<ChangesetFolder> {
  const file = join(path, "config.json");
  let config: unknown;
  try {
    config = JSON.parse(await readFile(file, "utf8"));
  } catch (cause) {
    throw new CliError(
      "changesets_unusable",
      `${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      "Fix the file, and check it with `npx changeset status`.",
      { cause },
    );
  }
  const { baseBranch, ignore, privatePackages } = Object(config) as Readonly<
    Partial<Record<string, unknown>>
  >;
  return {
    path,
    baseBranch: typeof baseBranch === "string" ? baseBranch : "main",
    ignore: Array.isArray(ignore) ? ignore.filter((each) => typeof each === "string") : [],
    privatePackages: versionsPrivatePackages(privatePackages, dirname(path)),
  };
}

/** Reads the files of a folder that match a pattern, by name. */
export async function readChangesets(
  { path }: ChangesetFolder,
  pattern: RegExp,
): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(path)).filter((name) => pattern.test(name)).sort();
  const texts = names.map(
    async (name) =>
      [name, (await readFile(join(path, name), "utf8")).replaceAll("\r\n", "\n")] as const,
  );
  return new Map(await Promise.all(texts));
}
