import { chmod, mkdir, readdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CliError } from "../terminal/cli-error.ts";
import { isStaged } from "./is-staged.ts";

/**
 * Writes a file atomically, and creates the folders above it. If the run is interrupted, the disk is full or the folder is read-only, the old
 * file stays complete. Writes a temporary file in the same folder, and then renames it. Writes directly to
 * special files, such as a pipe. Errors of the file system are thrown.
 *
 * @throws {CliError} `output_is_folder`.
 */
export async function writeWhole(path: string, content: string): Promise<void> {
  const present = await stat(path).catch(() => undefined);
  if (present?.isDirectory() === true) {
    throw new CliError(
      "output_is_folder",
      `${path} is a folder.`,
      "Name a file, such as one in that folder.",
    );
  }
  if (present !== undefined && !present.isFile()) return writeFile(path, content);
  // If the path is a symbolic link, keep the link and write its target.
  const target = present === undefined ? path : await realpath(path);
  const folder = dirname(target);
  await mkdir(folder, { recursive: true });
  await removeLeft(folder);
  const staged = join(folder, `.specwright-${process.pid}-${basename(target)}.tmp`);
  try {
    await writeFile(staged, content, { flush: true });
    if (present !== undefined) await chmod(staged, present.mode);
    await rename(staged, target);
  } catch (error) {
    await rm(staged, { force: true }).catch(() => undefined);
    throw renameInError(error, staged, path);
  }
}

/** Replaces the path of the temporary file by the requested path in the message of an error. */
function renameInError(error: unknown, staged: string, path: string): unknown {
  if (error instanceof Error) error.message = error.message.replaceAll(staged, path);
  return error;
}

/** Removes temporary files that killed runs have left in a folder. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const owner = /^\.specwright-(\d+)-.*\.tmp$/.exec(name)?.[1];
    if (owner === undefined || (await isStaged(Number(owner), join(folder, name)))) continue;
    await rm(join(folder, name), { force: true });
  }
}
