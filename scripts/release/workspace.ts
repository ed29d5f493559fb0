import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One package of the workspace. */
export interface WorkspacePackage {
  readonly name: string;
  readonly version: string;
  /** Its path from the root: `packages/runtime`. */
  readonly folder: string;
  /** Whether it is never published. */
  readonly private: boolean;
  /** The workspace packages that npm installs with it, or that it needs as a peer. */
  readonly needs: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

/** Lists the packages of the workspace at `root`, sorted by folder. */
export function readWorkspace(root: string): readonly WorkspacePackage[] {
  const folders = (readManifest(root).workspaces ?? [])
    .map((pattern) => pattern.replace(/\/\*$/, ""))
    .filter((top) => existsSync(join(root, top)))
    .flatMap((top) => readdirSync(join(root, top)).map((name) => `${top}/${name}`))
    .filter((folder) => existsSync(join(root, folder, "package.json")))
    .sort();
  const manifests = folders.map((folder) => ({ folder, ...readManifest(join(root, folder)) }));
  const names = new Set(manifests.map(({ name }) => name));
  return manifests.map((manifest) => ({
    name: manifest.name,
    version: manifest.version,
    folder: manifest.folder,
    private: manifest.private === true,
    needs: Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).filter((name) =>
      names.has(name),
    ),
  }));
}
