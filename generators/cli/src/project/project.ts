// The TypeScript project around a folder, from its package.json and tsconfig.json.

import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { createFilesMatcher, getTsconfig, type TsConfigResult } from "get-tsconfig";

/** The project around a folder. */
export interface Project {
  /** The folder of the nearest `package.json`, else the given folder. */
  readonly root: string;
  /** The content of that `package.json`; `undefined` if it is missing or not JSON. */
  readonly manifest: Readonly<Record<string, unknown>> | undefined;
  /** Whether Node treats files with a plain extension as ES modules or CommonJS. */
  readonly moduleType: "module" | "commonjs";
  /**
   * The nearest `tsconfig.json` within the package, or the one that it references for the folder,
   * with its `extends` applied.
   */
  readonly tsconfig: TsConfigResult | undefined;
}

/** Reads the project around a folder, which need not exist. */
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

/** Returns the names of the packages that a manifest depends on. */
export function declaredPackages(manifest: Project["manifest"]): ReadonlySet<string> {
  const fields = ["dependencies", "devDependencies", "peerDependencies"];
  return new Set(fields.flatMap((field) => Object.keys(Object(manifest?.[field]))));
}

/** Returns the first folder, from the given one upward, that has a file of this name. */
function nearestFolder(folder: string, name: string): string | undefined {
  if (existsSync(join(folder, name))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : nearestFolder(parent, name);
}

function readManifest(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads the nearest `tsconfig.json`, but none above the package: in a monorepo, the one of the root
 * is for other code.
 */
function readTsconfig(folder: string, root: string): TsConfigResult | undefined {
  const found = nearestFolder(folder, "tsconfig.json");
  if (found === undefined || relative(root, found).startsWith("..")) return undefined;
  try {
    const config = getTsconfig(found) ?? undefined;
    return config && (referencedFor(folder, config) ?? config);
  } catch {
    // The compiler reports the mistake.
    return undefined;
  }
}

/** Returns the referenced configuration that includes the files of a folder. */
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
