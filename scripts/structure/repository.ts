// The packages of the workspace, and every parsed TypeScript file of the repository.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { readWorkspace, type WorkspacePackage } from "../release/workspace.ts";

export interface RepositoryFile {
  /** The path from the root: `packages/runtime/src/index.ts`. */
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

/** An entry of a package that other packages can import. */
export interface PackageEntry {
  /** The specifier for imports: `@specwright/runtime/codegen`. */
  readonly specifier: string;
  /** The source file, from the root. */
  readonly path: string;
  readonly published: boolean;
}

/** The input of the structure checks. */
export interface Repository {
  readonly packages: readonly WorkspacePackage[];
  readonly entries: readonly PackageEntry[];
  readonly files: ReadonlyMap<string, RepositoryFile>;
  /** The Markdown pages of the documentation and the READMEs, by path. */
  readonly pages: ReadonlyMap<string, string>;
}

/** Folders that are not read; `generated-*` belongs to running tests. */
const unread = /(?:^|\/)(?:node_modules|dist|\.tmp|\.turbo|generated-\w+)(?:\/|$)/;

function findPaths(root: string, patterns: readonly string[]): readonly string[] {
  return globSync(patterns, { cwd: root, exclude: (path) => unread.test(path) }).sort();
}

/** Lists the source files in the `exports` of a manifest, each with its subpath. */
function sourceFiles(exports: unknown, subpath = ""): readonly (readonly [string, string])[] {
  if (typeof exports !== "object" || exports === null) return [];
  return Object.entries(exports).flatMap(([key, value]) => {
    if (key === "@specwright/source") return [[subpath, String(value)] as const];
    return sourceFiles(value, key.startsWith(".") ? key.slice(1) : subpath);
  });
}

function packageEntries(root: string, each: WorkspacePackage): readonly PackageEntry[] {
  const text = readFileSync(join(root, each.folder, "package.json"), "utf8");
  const { exports } = JSON.parse(text) as { readonly exports?: unknown };
  return sourceFiles(exports).map(([subpath, file]) => ({
    specifier: each.name + subpath,
    path: join(each.folder, file),
    published: !each.private,
  }));
}

/** Reads and parses the files of the repository at `root`. */
export function readRepository(root: string): Repository {
  const packages = readWorkspace(root);
  const paths = findPaths(root, [
    "*.ts",
    "{generators,packages,apps,examples,scripts,test}/**/*.{ts,tsx,mjs}",
  ]);
  const files = paths.map((path): [string, RepositoryFile] => {
    const text = readFileSync(join(root, path), "utf8");
    return [path, { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.ESNext) }];
  });
  const pages = findPaths(root, [
    "README.md",
    "docs/**/*.md",
    "{generators,packages,apps,examples}/**/README.md",
  ]).map((path): [string, string] => [path, readFileSync(join(root, path), "utf8")]);
  return {
    packages,
    entries: packages.flatMap((each) => packageEntries(root, each)),
    files: new Map(files),
    pages: new Map(pages),
  };
}

/** Returns the folder of the package that a path is in, such as `packages/runtime`. */
export function packageFolder(path: string): string | undefined {
  return /^(?:generators|packages|apps)\/[^/]+(?=\/)/.exec(path)?.[0];
}

/** Lists the hand-written source files of all packages. */
export function handWrittenSources(repository: Repository): readonly RepositoryFile[] {
  return [...repository.files.values()].filter(
    ({ path }) => /^(?:generators|packages|apps)\/[^/]+\/src\//.test(path) && !/\/gen\//.test(path),
  );
}
