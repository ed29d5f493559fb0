import { CliError } from "../terminal/cli-error.ts";
import type { PublishFlags, PublishWorld } from "./publish-flags.ts";

/**
 * The variables in which continuous integration names the branch that it builds. A pull request has
 * the first of GitHub's two; the second would be `12/merge`.
 */
const variables = [
  "GITHUB_HEAD_REF",
  "GITHUB_REF_NAME",
  "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME",
  "CI_COMMIT_BRANCH",
  "BUILDKITE_BRANCH",
  "CIRCLE_BRANCH",
  "BITBUCKET_BRANCH",
  "BRANCH_NAME",
] as const;

/**
 * Returns the branch to publish to; `undefined` for the main one.
 *
 * @throws {CliError} `usage`.
 */
export function branchOf(
  { branch, branchFromCi }: Pick<PublishFlags, "branch" | "branchFromCi">,
  { environment }: Pick<PublishWorld, "environment">,
): string | undefined {
  if (branchFromCi !== true) return branch;
  const found = variables.map((name) => environment[name]).find((value) => Boolean(value));
  if (found !== undefined && environment["GITHUB_REF_TYPE"] !== "tag") return found;
  throw new CliError(
    "usage",
    "--branch-from-ci found no branch: no variable names one, or a tag is built.",
    `Give --branch NAME instead. It looks at ${variables.join(", ")}.`,
  );
}
