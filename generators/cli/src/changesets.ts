// Subpath `@specwright/cli/changesets`: the module for `changelog` in `.changeset/config.json`.

import { commitLinks } from "@specwright/diff/changelog";
import { getReleaseLine as formatSummary } from "@specwright/diff/changelog/changesets";
import { findRepository } from "./documents/git.ts";
import { releaseCommit } from "./history/release-commits.ts";

export { getDependencyReleaseLine } from "@specwright/diff/changelog/changesets";

/**
 * A changeset, as the changesets tool passes it. `commit` is the id of the commit that added the changeset.
 */
interface ReleasedChangeset {
  readonly summary: string;
  readonly commit?: string;
}

/**
 * Formats the summary of a changeset as an item of the changelog. If the code host of the repository is
 * known, the item links to the commit, the pull request and the authors.
 */
export async function getReleaseLine({ summary, commit }: ReleasedChangeset): Promise<string> {
  const [first = "", ...rest] = formatSummary({ summary }).split("\n");
  const repository = commit === undefined ? undefined : await findRepository(process.cwd());
  const found =
    repository === undefined || commit === undefined
      ? undefined
      : await releaseCommit(repository, commit);
  const links = found === undefined ? "" : ` (${commitLinks(found)})`;
  return [first + links, ...rest].join("\n");
}
