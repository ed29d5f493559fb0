// Finds exports of package entries that no other package uses.

import { DeclarationFinder } from "./declarations.ts";
import { importedFiles } from "./file-imports.ts";
import { type PackageEntry, packageFolder, type Repository } from "./repository.ts";
import { documentedNames, signatureNames } from "./signature-names.ts";

const NAMED =
  /\b(?:import|export)\s+(?:type\s+)?\{([^{}]*)\}\s*from\s*["'`](@specwright\/[^"'`]+)["'`]/g;
const DESTRUCTURED = /\{([^{}]*)\}\s*=\s*await\s+import\(\s*["'`](@specwright\/[^"'`]+)["'`]/g;
const MEMBER = /\bimport\(\s*["'`](@specwright\/[^"'`]+)["'`],?\s*\)\)?\.(\w+)/g;
const WHOLE =
  /\b(?:import\s+(?:type\s+)?\*\s+as\s+(\w+)\s+from|(?:const|let)\s+(\w+)(?:: [^=;]+)?\s*=\s*await\s+import\(|(\w+): typeof import\()\s*["'`](@specwright\/[^"'`]+)["'`]/g;
const EVERYTHING = /\bexport\s+\*\s+from\s*["'](@specwright\/[^"']+)["']/g;

/** A name that a file imports from an entry; `*` for all. */
type TakenName = readonly [specifier: string, name: string];

/** Lists the names that code imports from entries, including code in strings: a test may write modules. */
function takenNames(text: string): readonly TakenName[] {
  if (!text.includes("@specwright/")) return [];
  const taken: TakenName[] = [];
  for (const pattern of [NAMED, DESTRUCTURED]) {
    for (const [, list = "", specifier = ""] of text.matchAll(pattern)) {
      for (const each of list.split(",")) {
        const name = /^\s*(?:\/\/.*\n\s*)*(?:type\s+)?(\w+)/.exec(each)?.[1];
        if (name !== undefined) taken.push([specifier, name]);
      }
    }
  }
  for (const [, specifier = "", name = ""] of text.matchAll(MEMBER)) taken.push([specifier, name]);
  for (const [, one, other, third, specifier = ""] of text.matchAll(WHOLE)) {
    const space = one ?? other ?? third;
    for (const [, name = ""] of text.matchAll(new RegExp(`\\b${space}\\??\\.(\\w+)`, "g"))) {
      taken.push([specifier, name]);
    }
  }
  for (const [, specifier = ""] of text.matchAll(EVERYTHING)) taken.push([specifier, "*"]);
  return taken;
}

/** Returns the words of the code and the headings of a page: headings name error classes. */
function codeWords(page: string): readonly string[] {
  const code = page.match(/^ *```[\s\S]*?^ *```|<!--[\s\S]*?-->|^#.*$|`[^`\n]+`/gm) ?? [];
  return code.join("\n").match(/\w+/g) ?? [];
}

/** An entry with its exports and the unused ones. */
export interface EntryReaders {
  readonly entry: PackageEntry;
  readonly names: readonly string[];
  readonly unread: readonly string[];
}

function isTestOrSource(path: string): boolean {
  return packageFolder(path) === undefined || /^[^/]+\/[^/]+\/(?:src|test|examples)\//.test(path);
}

/**
 * Adds the names that signatures and doc comments of used names mention, until none is new. The table of an
 * error's codes belongs to the error.
 */
function addMentioned(
  { files }: Repository,
  finder: DeclarationFinder,
  entry: PackageEntry,
  names: readonly string[],
  read: Set<string>,
): void {
  const keyOf = (path: string, name: string): string => `${path}#${name}`;
  const exported = new Map(
    names.map((name) => {
      const found = finder.findExport(entry.path, name);
      return [found === undefined ? name : keyOf(found.path, found.name), name];
    }),
  );
  // The set grows during the iteration.
  for (const name of read) {
    const found = finder.findExport(entry.path, name);
    for (const node of found?.nodes ?? []) {
      const table = `${name[0]?.toLowerCase()}${name.slice(1)}s`;
      if (name.endsWith("ErrorCode") && names.includes(table)) read.add(table);
      const text = files.get(found?.path ?? "")?.text ?? "";
      for (const name of documentedNames(node, text)) {
        if (names.includes(name)) read.add(name);
      }
      for (const mentioned of signatureNames(node)) {
        const declared = finder.findInScope(found?.path ?? "", mentioned);
        if (declared === undefined) continue;
        const other = exported.get(keyOf(declared.path, declared.name));
        if (other !== undefined) read.add(other);
      }
    }
  }
}

/** Lists the exports of each hand-written entry, and those that no other package uses. */
export function findUnreadExports(repository: Repository): readonly EntryReaders[] {
  const finder = new DeclarationFinder(repository);
  const texts = [
    ...[...repository.files.values()].filter(({ path }) => isTestOrSource(path)),
    ...[...repository.pages].map(([path, text]) => ({ path, text })),
  ];
  const taken = new Map<string, Set<string>>();
  for (const { path, text } of texts) {
    // Pages are for readers outside, including the package's own README.
    const folder = path.endsWith(".md") ? undefined : packageFolder(path);
    for (const [specifier, name] of takenNames(text)) {
      for (const target of importedFiles(repository, path, specifier)) {
        if (packageFolder(target) === folder) continue;
        taken.set(target, (taken.get(target) ?? new Set()).add(name));
      }
    }
  }
  const words = new Set([...repository.pages.values()].flatMap(codeWords));
  return repository.entries
    .filter(({ path }) => !/\/gen\//.test(path))
    .map((entry) => {
      const names = finder.exportedNames(entry.path);
      const takenHere = taken.get(entry.path);
      const read = new Set(
        names.filter(
          (name) =>
            takenHere?.has(name) || takenHere?.has("*") || (entry.published && words.has(name)),
        ),
      );
      if (entry.published) addMentioned(repository, finder, entry, names, read);
      return { entry, names, unread: names.filter((name) => !read.has(name)) };
    });
}
