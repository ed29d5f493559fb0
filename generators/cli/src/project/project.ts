// Finds the package.json and tsconfig.json that apply to a folder.

import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { createFilesMatcher, getTsconfig, type TsConfigResult } from "get-tsconfig";
import { CliError } from "../terminal/cli-error.ts";

/** The project that contains a folder. */
export interface Project {
  /** The folder of the nearest `package.json`. If there is no such file, the given folder. */
  readonly root: string;
  /** The content of the nearest `package.json`. Undefined if it is missing or invalid. */
  readonly manifest: Readonly<Record<string, unknown>> | undefined;
  /** How Node loads files with the extensions `.js` and `.ts`: as ES modules or as CommonJS. */
  readonly moduleType: "module" | "commonjs";
  /**
   * The nearest `tsconfig.json` in the package, after applying its `extends`. If it references a different
   * configuration that includes the folder, that configuration.
   */
  readonly tsconfig: TsConfigResult | undefined;
}

/** Returns the project that contains a folder. The folder need not exist. */
export function readProject(folder: string): Project {
  const root = nearestFolder(folder, "package.json") ?? folder;
  const manifest = readManifest(join(root, "package.json"));
  return {
    root,
    manifest,
    moduleType: manifest?.["type"] === "module" ? "module" : "commonjs",
    tsconfig: readTsconfig(folder, root),
  };
}

/**
 * Throws if a project has a `package.json` that is not a JSON object.
 *
 * @throws {CliError} `config_invalid`.
 */
export function assertManifest({ root, manifest }: Project): void {
  const path = join(root, "package.json");
  if (manifest !== undefined || !existsSync(path)) return;
  throw new CliError(
    "config_invalid",
    `${path} is not valid JSON.`,
    "Fix the file, which must contain a JSON object, and run the command again.",
  );
}

/** Returns the names of all packages in the dependencies of a `package.json`. */
export function declaredPackages(manifest: Project["manifest"]): ReadonlySet<string> {
  const fields = ["dependencies", "devDependencies", "peerDependencies"];
  return new Set(fields.flatMap((field) => Object.keys(Object(manifest?.[field]))));
}

/** Returns the nearest folder with a file of this name: the given folder or one of its parents. */
function nearestFolder(folder: string, name: string): string | undefined {
  if (existsSync(join(folder, name))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : nearestFolder(parent, name);
}

function readManifest(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the nearest `tsconfig.json` in the package. Ignores those above the package, because in a
 * monorepo they are for different code.
 */
function readTsconfig(folder: string, root: string): TsConfigResult | undefined {
  const found = nearestFolder(folder, "tsconfig.json");
  if (found === undefined || relative(root, found).startsWith("..")) return undefined;
  try {
    const config = getTsconfig(found) ?? undefined;
    return config && (referencedFor(folder, config) ?? config);
  } catch {
    // The configuration is invalid. The compiler reports that.
    return undefined;
  }
}

/**
 * Returns the configuration that includes the files in a folder, of those that a `tsconfig.json`
 * references.
 */
function referencedFor(
  folder: string,
  { path, config }: TsConfigResult,
): TsConfigResult | undefined {
  return (config.references ?? [])
    .map((reference) => {
      const target = resolve(dirname(path), reference.path);
      const isFile = target.endsWith(".json");
      return isFile ? getTsconfig(dirname(target), basename(target)) : getTsconfig(target);
    })
    .filter((each) => each !== null)
    .find((each) => createFilesMatcher(each)(join(folder, "types.ts")) !== undefined);
}
