// Writes the files of a folder. If the run is killed, every old file is still complete. First writes all
// files to a temporary folder inside the output folder, because the parent of the output may be read-only
// or on a different disk. Then renames the files into place. A signal such as Ctrl+C takes effect after the
// last rename. A manifest lists the generated files, so that hand-written files in the folder never change.
// The manifest is written twice: before the first rename with the old and new files, and after the last
// rename with only the new files.

import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import type { EmittedFile } from "@specwright/emit/print";
import { CliError } from "../terminal/cli-error.ts";
import { isStaged } from "./is-staged.ts";
import { runUninterrupted } from "./run-uninterrupted.ts";

/** The manifest of a folder: the list of its generated files. */
export const manifestName = ".specwright.json";

/**
 * The differences between the files in a folder and the generated files. Paths are relative to the folder.
 */
export interface Drift {
  readonly missing: readonly string[];
  readonly changed: readonly string[];
  /** Files that an earlier run generated, and that are no longer generated. */
  readonly stale: readonly string[];
}

/** Compares the files in a folder with the generated files. */
export async function findDrift(folder: string, files: readonly EmittedFile[]): Promise<Drift> {
  const missing: string[] = [];
  const changed: string[] = [];
  for (const file of withManifest(files)) {
    const present = await readIfPresent(join(folder, file.path));
    if (present === undefined) missing.push(file.path);
    else if (present !== file.content) changed.push(file.path);
  }
  return { missing, changed, stale: await staleFiles(folder, files) };
}

/** Reports whether there are no differences. */
export function isClean(drift: Drift): boolean {
  return drift.missing.length + drift.changed.length + drift.stale.length === 0;
}

/**
 * Throws `CliError` if a file is outside the folder, or if the file would overwrite a file that was not
 * generated.
 */
export async function assertWritable(folder: string, files: readonly EmittedFile[]): Promise<void> {
  for (const file of files) assertInside(folder, file.path);
  const owned = new Set(await ownedPaths(folder));
  for (const { path, content } of files) {
    if (owned.has(path)) continue;
    const present = await readIfPresent(join(folder, path));
    if (present === undefined || present === content || isGenerated(present)) continue;
    throw new CliError(
      "output_unsafe",
      `${join(folder, path)} exists already, and is not a generated file.`,
      "Choose another output folder, or move the file away.",
    );
  }
}

/** Writes the changed files of a folder, and removes old ones. Returns the changes. */
export async function writeFolder(folder: string, files: readonly EmittedFile[]): Promise<Drift> {
  await assertWritable(folder, files);
  await clearStaged(folder);
  const drift = await findDrift(folder, files);
  if (isClean(drift)) return drift;
  await runUninterrupted(() => replaceFiles(folder, files, drift));
  return drift;
}

async function replaceFiles(
  folder: string,
  files: readonly EmittedFile[],
  drift: Drift,
): Promise<void> {
  const owned = await ownedPaths(folder);
  const claimed = [...new Set([...owned, ...files.map((file) => file.path)])];
  const staged = await stagingFolder(folder);
  const move = async (from: string, path: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await rename(join(staged, from), join(folder, path));
  };
  try {
    const written = new Set([...drift.missing, ...drift.changed]);
    const changes = withManifest(files).filter((file) => written.has(file.path));
    for (const file of changes) await writeInto(staged, file);
    await writeInto(staged, { path: claimName, content: manifestText(claimed) });
    // All new files are written. The remaining steps only rename and remove files.
    if (claimed.length > owned.length) await move(claimName, manifestName);
    for (const { path } of changes) if (path !== manifestName) await move(path, path);
    for (const path of drift.stale) await rm(join(folder, path), { force: true });
    if (written.has(manifestName)) await move(manifestName, manifestName);
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

/** The name of the first manifest in the temporary folder, which also contains the second. */
const claimName = `${manifestName}.claim`;

/** Removes temporary folders that killed runs have left in a folder. */
export async function clearStaged(parent: string): Promise<void> {
  if (!existsSync(parent)) return;
  for (const name of await readdir(parent)) {
    const owner = /^\.specwright-(\d+)-/.exec(name)?.[1];
    if (owner === undefined || (await isStaged(Number(owner), join(parent, name)))) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
}

/**
 * Creates a temporary folder in `parent`, so that it is on the same disk. The name contains the id of this
 * process.
 */
export async function stagingFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  return mkdtemp(join(parent, `.specwright-${process.pid}-`));
}

function withManifest(files: readonly EmittedFile[]): readonly EmittedFile[] {
  return [...files, manifestFile(files)];
}

function manifestFile(files: readonly EmittedFile[]): EmittedFile {
  return { path: manifestName, content: manifestText(files.map((file) => file.path)) };
}

function manifestText(paths: readonly string[]): string {
  return `${JSON.stringify({ files: paths }, null, 2)}\n`;
}

async function staleFiles(
  folder: string,
  files: readonly EmittedFile[],
): Promise<readonly string[]> {
  const current = new Set(files.map((file) => file.path));
  const owned = await ownedPaths(folder);
  return owned.filter(
    (path) => !current.has(path) && isInside(folder, path) && existsSync(join(folder, path)),
  );
}

/** Returns the files that the manifest lists, as earlier runs generated them. */
async function ownedPaths(folder: string): Promise<readonly string[]> {
  const text = await readIfPresent(join(folder, manifestName));
  return text === undefined ? [] : manifestPaths(text);
}

function manifestPaths(text: string): readonly string[] {
  try {
    const manifest: unknown = JSON.parse(text);
    if (typeof manifest !== "object" || manifest === null || !("files" in manifest)) return [];
    return Array.isArray(manifest.files)
      ? manifest.files.filter((path) => typeof path === "string")
      : [];
  } catch {
    return [];
  }
}

async function writeInto(folder: string, file: EmittedFile): Promise<void> {
  const path = join(folder, file.path);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, file.content);
}

async function readIfPresent(path: string): Promise<string | undefined> {
  return existsSync(path) ? readFile(path, "utf8") : undefined;
}

function isInside(folder: string, path: string): boolean {
  return resolve(folder, path).startsWith(resolve(folder) + sep);
}

function assertInside(folder: string, path: string): void {
  if (isInside(folder, path)) return;
  throw new CliError(
    "output_unsafe",
    `An emitter wants to write ${path}, which is outside ${folder}.`,
    "Use an emitter that writes relative paths.",
  );
}

/**
 * Reports whether a file starts with the header of generated files. The manifest may not list such a file,
 * if the run was killed.
 */
function isGenerated(text: string): boolean {
  return text.startsWith("// Generated by specwright ");
}
