// Finds the documents that an argument of `specwright diff` selects.

import { existsSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { nearestName } from "@specwright/spec-loader";
import { CliError } from "../terminal/cli-error.ts";
import type { DocumentFile, Side } from "./document-file.ts";
import { findDocuments, isDocumentText, mayBeDocument } from "./find-documents.ts";
import { listFiles, openRepository, pathInRepository, readEntries, requireCommit } from "./git.ts";
import { refuseStandardInput } from "./locate-input.ts";

/** A git revision in an argument: `git:REF:PATH`, or `git:REF` if `path` is undefined. */
export interface GitReference {
  readonly ref: string;
  readonly path?: string;
}

/** Parses a git revision. Returns `undefined` for an argument that is a path or URL. */
export function parseGitReference(argument: string): GitReference | undefined {
  const match = /^git:([^:]*)(?::(.*))?$/s.exec(argument);
  if (match === null) return undefined;
  const [, ref = "", path] = match;
  if (ref !== "") return { ref, ...(path !== undefined && { path: path === "" ? "." : path }) };
  throw new CliError(
    "usage",
    `${argument} does not name a revision.`,
    "Write git:REF:PATH, such as git:main:openapi.yaml.",
  );
}

/** Finds the documents at a path on the disk or a URL. */
export async function findOnDisk(folder: string, path: string): Promise<Side> {
  if (/^https?:/i.test(path)) return singleSide(path, { file: path, path });
  const file = resolve(folder, path);
  if (!existsSync(file)) {
    refuseStandardInput(path);
    throw new CliError(
      "document_not_found",
      `There is no file or folder ${path}.`,
      "Check the path. For a file of a git revision, write git:REF:PATH.",
    );
  }
  const shown = shownPath(folder, file);
  if (!statSync(file).isDirectory()) return singleSide(path, { file, path: shown });
  const found = await findDocuments(file);
  const root = commonRoot(folder, file);
  const documents = found.map((each) => {
    const document = { file: join(file, each), path: inFolder(shown, each), root };
    return [each, document] as const;
  });
  return assertAny({ name: path, isFolder: true, documents: new Map(documents) });
}

/** Finds the documents at a path in a commit. */
export async function findInCommit(folder: string, ref: string, path: string): Promise<Side> {
  const repository = await openRepository(folder);
  const id = await requireCommit(repository, ref);
  const file = resolve(folder, path);
  const inside = pathInRepository(repository, file);
  const name = `git:${ref}:${path}`;
  const origin = `git:${ref}:`;
  const shown = shownPath(folder, file);
  const commit = { repository, id };
  const entry = (await readEntries(repository, id, [inside])).get(inside);
  if (entry === undefined) {
    const files = (await listFiles(repository, id, "")).filter(mayBeDocument);
    const nearest = nearestName(inside, files);
    const hint = nearest === undefined ? "" : ` Did you mean ${nearest}, from the root?`;
    throw new CliError(
      "document_not_found",
      `${ref} has no file or folder ${shown}.`,
      `Check the path, which is relative to the current folder.${hint}`,
    );
  }
  if (entry.kind === "file") return singleSide(name, { file, path: shown, origin, commit });
  const paths = (await listFiles(repository, id, inside)).filter(mayBeDocument);
  const texts = await readEntries(
    repository,
    id,
    paths.map((each) => (inside === "" ? each : `${inside}/${each}`)),
  );
  const documents = new Map<string, DocumentFile>();
  for (const each of paths) {
    const content = texts.get(inside === "" ? each : `${inside}/${each}`);
    if (content?.kind !== "file") continue;
    if (!isDocumentText(Buffer.from(content.bytes).toString("utf8"))) continue;
    documents.set(each, { file: join(file, each), path: inFolder(shown, each), origin, commit });
  }
  return assertAny({ name, isFolder: true, documents });
}

/**
 * Returns the folder that must contain all referenced files. Documents in a folder may refer to files
 * outside the folder, but inside the working folder.
 */
function commonRoot(folder: string, file: string): string {
  return file === folder || file.startsWith(join(folder, sep)) ? folder : file;
}

function singleSide(name: string, document: DocumentFile): Side {
  return { name, isFolder: false, documents: new Map([["", document]]) };
}

function assertAny(side: Side): Side {
  if (side.documents.size > 0) return side;
  throw new CliError(
    "document_not_found",
    `${side.name} contains no OpenAPI or AsyncAPI document.`,
    "Name the document itself.",
  );
}

/** Returns the path of a file relative to the working folder, with `/` separators. */
export function shownPath(folder: string, file: string): string {
  return relative(folder, file).split(sep).join("/") || ".";
}

function inFolder(folder: string, path: string): string {
  return folder === "." ? path : `${folder}/${path}`;
}
