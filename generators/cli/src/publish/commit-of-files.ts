import { areCommitted, findCommit, findRepository } from "../documents/git.ts";

/**
 * Returns the newest commit of the working tree if it contains the files unchanged; else
 * `undefined`, also without git.
 */
export async function commitOfFiles(
  folder: string,
  files: readonly string[],
): Promise<string | undefined> {
  const repository = await findRepository(folder).catch(() => undefined);
  if (repository === undefined || !(await areCommitted(repository, files))) return undefined;
  return await findCommit(repository, "HEAD");
}
