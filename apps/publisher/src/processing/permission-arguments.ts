import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// A bundle has this module in dist/, one folder higher than in src/.
const isSource = import.meta.url.endsWith(".ts");
const own: string = fileURLToPath(new URL(isSource ? "../../" : "../", import.meta.url));

/**
 * Returns the arguments with which a process of Node may read the code of this package, and
 * otherwise neither read nor write files, nor start processes and threads.
 */
export function permissionArguments(): readonly string[] {
  return ["--permission", ...codeFolders().map((folder) => `--allow-fs-read=${folder}`)];
}

/**
 * Returns the folders with the code of this package: its own, those of the workspace packages that it
 * depends on, and every `node_modules` above it. A process that may read only these finds no data.
 */
function codeFolders(): readonly string[] {
  const folders = new Set<string>();
  const waiting = [own];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (folders.has(folder)) continue;
    folders.add(folder);
    for (const name of dependenciesOf(folder)) {
      const found = folderOf(name, folder);
      if (found !== undefined) waiting.push(found);
    }
  }
  // Of this package only what it runs: it may have been started in its own folder, with its data
  // below.
  folders.delete(own);
  const code = ["src", "dist", "package.json"].map((name) => join(own, name));
  const modules = (createRequire(join(own, "package.json")).resolve.paths("x") ?? []).filter(
    (path) => path.endsWith("node_modules"),
  );
  return [...code, ...folders, ...modules];
}

/**
 * Returns the dependencies of a package that may be links to other places of the workspace. Code that
 * a package brings in its bundle is a dependency of its development, which only the workspace has.
 */
function dependenciesOf(folder: string): readonly string[] {
  const manifest: { readonly dependencies?: object; readonly devDependencies?: object } =
    JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  return names.filter((name) => name.startsWith("@specwright/"));
}

function folderOf(name: string, from: string): string | undefined {
  const paths = createRequire(join(from, "package.json")).resolve.paths(name) ?? [];
  for (const path of paths) {
    const folder = join(path, name);
    if (existsSync(join(folder, "package.json"))) return realpathSync(folder);
  }
  return undefined;
}
