// Finds the configurations in a monorepo. Its folders are those in the workspace list of npm, yarn or pnpm.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { findConfig } from "./load-config.ts";

/**
 * Returns the configuration file that `findConfig` finds. If there is no such file, returns the
 * configuration files in the workspaces of `package.json` or `pnpm-workspace.yaml`.
 *
 * @throws {CliError} `config_not_found` if `given` does not exist.
 */
export function findConfigs(folder: string, given?: string): readonly string[] {
  const own = findConfig(folder, given);
  if (own !== undefined) return [own];
  return workspacesOf(folder).flatMap((each) => findConfig(join(folder, each)) ?? []);
}

/** Returns the folders of all workspaces, sorted. Paths are relative to the root. */
function workspacesOf(root: string): readonly string[] {
  const patterns = workspacePatterns(root);
  const left = patterns
    .filter((each) => each.startsWith("!"))
    .flatMap((each) => expandPattern(root, segmentsOf(each.slice(1))));
  const found = patterns
    .filter((each) => !each.startsWith("!"))
    .flatMap((each) => expandPattern(root, segmentsOf(each)));
  return [...new Set(found)].filter((each) => !left.includes(each)).sort();
}

function workspacePatterns(root: string): readonly string[] {
  const { workspaces } = readObject(join(root, "package.json"), JSON.parse);
  const { packages } = readObject(join(root, "pnpm-workspace.yaml"), parse);
  // Yarn also supports `{ "packages": [...] }`.
  const lists = [workspaces, Object(workspaces).packages, packages];
  return lists
    .flatMap((each): readonly unknown[] => (Array.isArray(each) ? each : []))
    .filter((each) => typeof each === "string");
}

/**
 * Reads a file that may list workspaces. Returns an empty object if the file is missing or invalid. The
 * package manager reports an invalid file.
 */
function readObject(
  file: string,
  read: (text: string) => unknown,
): Readonly<Partial<Record<string, unknown>>> {
  try {
    return existsSync(file) ? Object(read(readFileSync(file, "utf8"))) : {};
  } catch {
    return {};
  }
}

function segmentsOf(pattern: string): readonly string[] {
  return pattern.split("/").filter((each) => each !== "" && each !== ".");
}

/**
 * Returns the folders below a root whose paths match a pattern. `*` matches a part of a name, `**` matches
 * any folders.
 */
function expandPattern(root: string, segments: readonly string[], prefix = ""): readonly string[] {
  const [first, ...rest] = segments;
  if (first === undefined) return prefix === "" ? [] : [prefix];
  const folders = foldersIn(join(root, prefix));
  const below = (name: string): string => (prefix === "" ? name : `${prefix}/${name}`);
  if (first === "**") {
    return [
      ...expandPattern(root, rest, prefix),
      ...folders.flatMap((name) => expandPattern(root, segments, below(name))),
    ];
  }
  const parts = first.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  const form = new RegExp(`^${parts.join("[^/]*")}$`);
  return folders
    .filter((name) => form.test(name))
    .flatMap((name) => expandPattern(root, rest, below(name)));
}

function foldersIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((each) => each.isDirectory() && !each.name.startsWith("."))
    .map(({ name }) => name)
    .filter((name) => name !== "node_modules");
}
