import { existsSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { declaredPackages, type Project } from "../project/project.ts";

/** The configuration files of tools that do not use `tsconfig.json`. */
const ownConfigurations = ["deno.json", "deno.jsonc", "jsconfig.json"];

/**
 * Reports whether TypeScript compiles a project. Returns true for a project without source files. Returns
 * false for a project with only JavaScript, and for a project with one of the configuration files above.
 */
export function isCompiled({ root, manifest, tsconfig }: Project): boolean {
  if (tsconfig !== undefined || existsSync(join(root, "tsconfig.json"))) return true;
  if (declaredPackages(manifest).has("typescript")) return true;
  if (ownConfigurations.some((name) => existsSync(join(root, name)))) return false;
  const names = [root, join(root, "src")].flatMap(filesIn);
  const ends = new Set(names.filter((name) => !name.includes(".config.")).map(extname));
  const has = (...extensions: readonly string[]): boolean =>
    extensions.some((extension) => ends.has(extension));
  return has(".ts", ".mts", ".cts", ".tsx") || !has(".js", ".mjs", ".cjs", ".jsx");
}

function filesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
