// Subpath `@specwright/cli/changesets`: what `.changeset/config.json` names as its changelog.

import { commitLinks } from "@specwright/diff/changelog";
import { getReleaseLine as formatSummary } from "@specwright/diff/changelog/changesets";
import { findRepository } from "./documents/git.ts";
import { releaseCommit } from "./history/release-commits.ts";

export { getDependencyReleaseLine } from "@specwright/diff/changelog/changesets";

/** A changeset, as the tool hands it over: `commit` is the one that added it. */
interface ReleasedChangeset {
  readonly summary: string;
  readonly commit?: string;
}

/**
 * Formats the summary of a changeset as an item of the changelog, with links to its commit, its pull
 * request and its authors if the host of the repository is known.
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
