import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// The bundle contains this module in dist/. The module in src/processing/ is one folder deeper.
const isSource = import.meta.url.endsWith(".ts");
const own: string = fileURLToPath(new URL(isSource ? "../../" : "../", import.meta.url));

/**
 * Returns the Node arguments of a restricted process. The process may read the code of this
 * package, but no other files. It may not write files, and may not start processes or threads.
 */
export function permissionArguments(): readonly string[] {
  return ["--permission", ...codeFolders().map((folder) => `--allow-fs-read=${folder}`)];
}

/**
 * Returns the folders that contain the code of this package: its own code, the workspace packages
 * that it depends on, and the `node_modules` of all parent folders. These folders contain no data.
 */
function codeFolders(): readonly string[] {
  const folders = new Set<string>();
  const waiting = [own];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (folders.has(folder)) continue;
    folders.add(folder);
    for (const name of readDependencies(folder)) {
      const found = findPackageFolder(name, folder);
      if (found !== undefined) waiting.push(found);
    }
  }
  // The folder of this package may also contain data, so only its subfolders with code are
  // readable.
  folders.delete(own);
  const code = ["src", "dist", "package.json"].map((name) => join(own, name));
  const modules = (createRequire(join(own, "package.json")).resolve.paths("x") ?? []).filter(
    (path) => path.endsWith("node_modules"),
  );
  return [...code, ...folders, ...modules];
}

/**
 * Returns the names of the workspace packages that a package depends on. Development dependencies
 * are included, because bundled packages are development dependencies.
 */
function readDependencies(folder: string): readonly string[] {
  const manifest: { readonly dependencies?: object; readonly devDependencies?: object } =
    JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  return names.filter((name) => name.startsWith("@specwright/"));
}

function findPackageFolder(name: string, from: string): string | undefined {
  const paths = createRequire(join(from, "package.json")).resolve.paths(name) ?? [];
  for (const path of paths) {
    const folder = join(path, name);
    if (existsSync(join(folder, "package.json"))) return realpathSync(folder);
  }
  return undefined;
}
