import { areCommitted, findCommit, findRepository } from "../documents/git.ts";

/**
 * Returns the newest commit if it contains the given files without changes. Returns `undefined` otherwise,
 * and also without git.
 */
export async function commitOfFiles(
  folder: string,
  files: readonly string[],
): Promise<string | undefined> {
  const repository = await findRepository(folder).catch(() => undefined);
  if (repository === undefined || !(await areCommitted(repository, files))) return undefined;
  return await findCommit(repository, "HEAD");
}
