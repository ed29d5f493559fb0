// Import cycles between the top folders of a package.

import { fileImports, importedFiles } from "./file-imports.ts";
import { handWrittenSources, packageFolder, type Repository } from "./repository.ts";

/** The imports from one top folder of a package to another that are a part of a cycle. */
export interface CircularImport {
  /** The package, from the root. */
  readonly folder: string;
  readonly from: string;
  readonly to: string;
  /** The imports, such as `src/a/b.ts -> src/c/d.ts`. */
  readonly imports: readonly string[];
}

/** Returns the node of a file: its top folder under `src`, or the file itself if it is not in a folder. */
function nodeOf(path: string): string {
  return path.split("/")[3] ?? "";
}

function reaches(
  graph: ReadonlyMap<string, ReadonlySet<string>>,
  from: string,
  to: string,
): boolean {
  const seen = new Set([from]);
  // The set grows during the iteration.
  for (const node of seen) {
    if (node === to) return true;
    for (const next of graph.get(node) ?? []) seen.add(next);
  }
  return false;
}

/** Finds the imports between top folders, including types, that are a part of a cycle. */
export function findFolderCycles(repository: Repository): readonly CircularImport[] {
  const entries = new Set(repository.entries.map(({ path }) => path));
  const packages = new Map<string, Map<string, Map<string, string[]>>>();
  for (const file of handWrittenSources(repository)) {
    const folder = packageFolder(file.path);
    const isEntry = file.path.split("/").length === 4 && entries.has(file.path);
    if (folder === undefined || isEntry) continue;
    const graph = packages.get(folder) ?? new Map<string, Map<string, string[]>>();
    packages.set(folder, graph);
    const from = nodeOf(file.path);
    const targets = graph.get(from) ?? new Map<string, string[]>();
    graph.set(from, targets);
    for (const { specifier } of fileImports(file)) {
      if (!specifier.startsWith(".")) continue;
      for (const target of importedFiles(repository, file.path, specifier)) {
        const to = nodeOf(target);
        if (to === from || packageFolder(target) !== folder) continue;
        const imports = targets.get(to) ?? [];
        targets.set(to, imports);
        imports.push(`${file.path.slice(folder.length + 1)} -> ${target.slice(folder.length + 1)}`);
      }
    }
  }
  return [...packages].flatMap(([folder, graph]) => {
    const arrows = new Map([...graph].map(([from, to]) => [from, new Set(to.keys())]));
    return [...graph].flatMap(([from, targets]) =>
      [...targets]
        .filter(([to]) => reaches(arrows, to, from))
        .map(([to, imports]) => ({ folder, from, to, imports })),
    );
  });
}
