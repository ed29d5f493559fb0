// The TypeScript project that a folder belongs to: what its package.json and tsconfig.json say.

import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { createFilesMatcher, getTsconfig, type TsConfigResult } from "get-tsconfig";

/** The project around a folder. */
export interface Project {
  /** The folder of the nearest `package.json`, else the given folder. */
  readonly root: string;
  /** The content of that `package.json`; `undefined` if it is missing or not JSON. */
  readonly manifest: Readonly<Record<string, unknown>> | undefined;
  /** Whether files without an extension of their own are ES modules or CommonJS for Node. */
  readonly moduleType: "module" | "commonjs";
  /** The nearest `tsconfig.json` within the package, or the one that it refers to for the folder, with what it extends. */
  readonly tsconfig: TsConfigResult | undefined;
}

/** Reads the project around a folder, which need not exist. */
export function readProject(folder: string): Project {
  const root = nearest(folder, "package.json") ?? folder;
  const manifest = readManifest(join(root, "package.json"));
  return {
    root,
    manifest,
    moduleType: manifest?.["type"] === "module" ? "module" : "commonjs",
    tsconfig: readTsconfig(folder, root),
  };
}

/** Returns the names of the packages that a manifest asks for. */
export function declaredPackages(manifest: Project["manifest"]): ReadonlySet<string> {
  const fields = ["dependencies", "devDependencies", "peerDependencies"];
  return new Set(fields.flatMap((field) => Object.keys(Object(manifest?.[field]))));
}

/** Returns the first folder, from the given one upward, that has a file of this name. */
function nearest(folder: string, name: string): string | undefined {
  if (existsSync(join(folder, name))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : nearest(parent, name);
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
 * Reads the nearest `tsconfig.json`, but none above the package: in a repository of many packages, that
 * of the root is for other code.
 */
function readTsconfig(folder: string, root: string): TsConfigResult | undefined {
  const found = nearest(folder, "tsconfig.json");
  if (found === undefined || relative(root, found).startsWith("..")) return undefined;
  try {
    const config = getTsconfig(found) ?? undefined;
    return config && (referencedFor(folder, config) ?? config);
  } catch {
    // The compiler says what is wrong with it.
    return undefined;
  }
}

/** Returns the configuration that another one refers to and that includes the files of a folder. */
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
