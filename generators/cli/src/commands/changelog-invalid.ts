import type { ChangelogError } from "@specwright/diff/changelog";
import { CliError } from "../terminal/cli-error.ts";
import { docsUrl } from "../terminal/docs-url.ts";

/** Returns the error for a wrong flag or history file, with the page of the docs that explains it. */
export function changelogInvalid(error: ChangelogError, page: string): CliError {
  const flag = error.code === "invalid_authority" ? "--authority: " : "";
  const fix = `Correct it; see ${docsUrl(page)}.`;
  return new CliError("changelog_invalid", flag + error.message, fix, { cause: error });
}
