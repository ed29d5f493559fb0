import {
  findCommit,
  listFiles,
  mergeBase,
  openRepository,
  pathInRepository,
  requireCommit,
} from "../documents/git.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { ChangesetFolder } from "./changeset-folder.ts";

/** The commit with which documents are compared. */
export interface ChangesetBase {
  readonly commit: string;
  /** The name of the commit for messages, such as that of a branch. */
  readonly name: string;
  /** The names of the changesets in this commit. They describe changes before the base. */
  readonly changesets: ReadonlySet<string>;
}

/**
 * Finds the base of changesets: the commit `given`, or the commit at which the current branch left the base
 * branch. Throws `CliError` if there is no such commit.
 */
export async function findBase(
  folder: string,
  changesets: ChangesetFolder,
  given: string | undefined,
): Promise<ChangesetBase> {
  const repository = await openRepository(folder);
  const { baseBranch } = changesets;
  const name = given ?? baseBranch;
  const commit = given === undefined ? await branchPoint() : await requireCommit(repository, given);
  if (commit === undefined) {
    throw new CliError(
      "ref_unknown",
      `The current branch has no commit in common with ${baseBranch}, the base branch of changesets.`,
      "Fetch that branch (`fetch-depth: 0` for actions/checkout), or use --base REF.",
    );
  }
  const path = pathInRepository(repository, changesets.path);
  return { commit, name, changesets: new Set(await listFiles(repository, commit, path)) };

  async function branchPoint(): Promise<string | undefined> {
    // Try the remote branch first. A CI job may have no local branch, and a local branch may contain
    // unpublished commits.
    for (const branch of [`origin/${baseBranch}`, baseBranch]) {
      const tip = await findCommit(repository, branch);
      if (tip !== undefined) return await mergeBase(repository, tip, "HEAD");
    }
    return undefined;
  }
}
