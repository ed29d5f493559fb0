import { chmod, readdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CliError } from "../terminal/cli-error.ts";
import { isStaged } from "./is-staged.ts";

/**
 * Writes a file atomically: an interrupted run, a full disk or a read-only folder leaves the old
 * file complete. The text goes to a file beside it, which is then renamed. Special files, such as a
 * pipe, are written directly. Throws the error of the file system.
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
  // Keep symbolic links.
  const target = present === undefined ? path : await realpath(path);
  const folder = dirname(target);
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

/** Makes an error name the requested file instead of the temporary one. */
function renameInError(error: unknown, staged: string, path: string): unknown {
  if (error instanceof Error) error.message = error.message.replaceAll(staged, path);
  return error;
}

/** Removes the temporary files that killed runs left in a folder. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const owner = /^\.specwright-(\d+)-.*\.tmp$/.exec(name)?.[1];
    if (owner === undefined || (await isStaged(Number(owner), join(folder, name)))) continue;
    await rm(join(folder, name), { force: true });
  }
}
