import { existsSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { declaredPackages, type Project } from "../project/project.ts";

/** The files that replace `tsconfig.json` for tools with their own configuration. */
const ownConfigurations = ["deno.json", "deno.jsonc", "jsconfig.json"];

/**
 * Reports whether a project is compiled with TypeScript. Returns true for a project without sources.
 * Returns false for a project with only JavaScript, and for a project whose tool has its own configuration.
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
