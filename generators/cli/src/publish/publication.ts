// Reads a document in the form in which `publish` sends it.

import { dirname, join, relative, resolve, sep } from "node:path";
import {
  type Diagnostic,
  isJsonObject,
  loadSpecification,
  memberOf,
  printFile,
  type SpecFile,
  type Specification,
} from "@specwright/spec-loader";
import { CliError } from "../terminal/cli-error.ts";

/**
 * A document with all files that it refers to. Paths are relative to a folder that contains all of them.
 */
export interface Publication {
  /** The title in the `info` of the document. */
  readonly title: string;
  readonly version: string;
  /** The specification and its version, such as `OpenAPI 3.1.0`. */
  readonly format: string;
  /** The absolute path of the folder that contains all files. */
  readonly root: string;
  readonly path: string;
  readonly document: string;
  /** The files other than the entry file, sorted by path. */
  readonly files: readonly PublishedText[];
}

/** A file and its text. */
export interface PublishedText {
  readonly path: string;
  readonly text: string;
}

/** A document to publish. `read` is absent if a diagnostic is an error. */
export interface ReadPublication {
  readonly read?: { readonly publication: Publication; readonly specification: Specification };
  readonly diagnostics: readonly Diagnostic[];
}

/** Options for reading a document. */
export interface PublicationOptions {
  readonly root?: string;
  readonly overlays?: readonly string[];
  readonly lenient?: boolean;
  readonly allowErrors?: boolean;
}

/**
 * Reads a document with every file that it refers to. If overlays change the entry file, sends the changed
 * document. Otherwise sends all texts unchanged.
 *
 * @throws {CliError} `files_unpublishable`.
 */
export async function readPublication(
  file: string,
  options: PublicationOptions,
): Promise<ReadPublication> {
  const { specification, diagnostics, written } = await loadSpecification(file, options);
  if (specification === undefined || written === undefined) return { diagnostics };
  const { entry, files, kind, version } = specification;
  const folder = dirname(file);
  const located = [...files.values()].map((each) => ({ each, at: resolve(folder, each.file) }));
  const root = commonFolder(located.map(({ at }) => dirname(at)));
  const pathOf = (each: SpecFile): string =>
    publishedPath(relative(root, resolve(folder, each.file)).split(sep).join("/"));
  const others = [...files.values()].filter((each) => each !== entry);
  if (others.length > maxFiles) throw tooManyFiles(others.length);
  const publication: Publication = {
    ...readTitle(entry),
    format: `${kind === "openapi" ? "OpenAPI" : "AsyncAPI"} ${version}`,
    root,
    path: pathOf(entry),
    document:
      options.overlays === undefined ? entry.text : await printFile(written, written.format),
    files: others
      .map((each) => ({ path: pathOf(each), text: each.text }))
      .sort((left, right) => (left.path < right.path ? -1 : 1)),
  };
  return { diagnostics, read: { publication, specification } };
}

/** Returns the absolute paths of all files of a publication. */
export function localFiles({ root, path, files }: Publication): readonly string[] {
  return [path, ...files.map((each) => each.path)].map((each) => join(root, each));
}

const maxFiles = 256;
const portable = /^[A-Za-z0-9_][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/;

function publishedPath(path: string): string {
  if (portable.test(path)) return path;
  throw new CliError(
    "files_unpublishable",
    `The path ${JSON.stringify(path)} cannot be published.`,
    "Use letters, digits, `_`, `-` and `.` in names of files and folders, which do not start " +
      "with `.` or `-`.",
  );
}

function tooManyFiles(count: number): CliError {
  return new CliError(
    "files_unpublishable",
    `The document refers to ${count} files, but a publisher accepts ${maxFiles}.`,
    "Bundle the document into fewer files first.",
  );
}

/** Returns the innermost folder that contains all the given folders. */
function commonFolder(folders: readonly string[]): string {
  const [first = "", ...rest] = folders;
  const isInside = (folder: string, root: string): boolean =>
    folder === root || folder.startsWith(root.endsWith(sep) ? root : root + sep);
  let root = first;
  while (!rest.every((folder) => isInside(folder, root)) && root !== dirname(root)) {
    root = dirname(root);
  }
  return root;
}

function readTitle({ root }: SpecFile): { readonly title: string; readonly version: string } {
  const info = isJsonObject(root) ? memberOf(root, "info") : undefined;
  const text = (key: string): string => {
    const value = isJsonObject(info) ? memberOf(info, key) : undefined;
    return typeof value === "object" ? "" : String(value ?? "");
  };
  return { title: text("title"), version: text("version") };
}
