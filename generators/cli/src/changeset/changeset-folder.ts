// Reads the folder of @changesets/cli: its configuration and its changesets.

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CliError } from "../terminal/cli-error.ts";
import { versionsPrivatePackages } from "./private-packages.ts";

/** The folder of changesets in a project, and its configuration. */
export interface ChangesetFolder {
  readonly path: string;
  readonly baseBranch: string;
  /** The names of packages that the tool does not release. A name may contain `*`. */
  readonly ignore: readonly string[];
  /** Whether the tool changes the versions of private packages. */
  readonly privatePackages: boolean;
}

/** Finds the folder of changesets in `folder` or a parent folder. Throws `CliError` if it is missing. */
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

/** Reads the changesets whose file names match a pattern. The keys of the result are file names. */
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
