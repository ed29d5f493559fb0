import { CliError } from "../terminal/cli-error.ts";
import type { PublishFlags, PublishWorld } from "./publish-flags.ts";

/**
 * The environment variables in which CI services store the name of the branch, in the order of precedence.
 * In a pull request on GitHub, the first variable contains the branch, but the second variable contains a
 * text such as `12/merge`.
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

/** Matches the names of branches that the publisher's contract allows. */
export const branchPattern: RegExp = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,254}$/;

/**
 * Returns the branch to which the document is published; `undefined` for the main branch.
 *
 * @throws {CliError} `usage` if `--branch-from-ci` does not find a valid branch.
 */
export function publishedBranch(
  { branch, branchFromCi }: Pick<PublishFlags, "branch" | "branchFromCi">,
  { environment }: Pick<PublishWorld, "environment">,
): string | undefined {
  if (branchFromCi !== true) return branch;
  const variable = variables.find((name) => Boolean(environment[name]));
  const found = variable && environment[variable];
  if (found !== undefined && environment["GITHUB_REF_TYPE"] !== "tag") {
    if (branchPattern.test(found)) return found;
    throw new CliError(
      "usage",
      `--branch-from-ci found ${JSON.stringify(found)} in ${variable}, which is not a valid branch name for a publisher.`,
      "Give --branch NAME instead, of letters, digits and . _ / -, such as release/2.",
    );
  }
  throw new CliError(
    "usage",
    "--branch-from-ci found no branch: no CI variable names one, or the job builds a tag.",
    `Give --branch NAME instead. It looks at ${variables.join(", ")}.`,
  );
}
