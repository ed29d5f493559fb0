import type { ChangelogError } from "@specwright/diff/changelog";
import { CliError } from "../terminal/cli-error.ts";
import { docsUrl } from "../terminal/docs-url.ts";

/** Converts an error about a flag or a history file. Its fix names the given page of the docs. */
export function changelogInvalid(error: ChangelogError, page: string): CliError {
  const flag = error.code === "invalid_authority" ? "--authority: " : "";
  const fix = `Correct it; see ${docsUrl(page)}.`;
  return new CliError("changelog_invalid", flag + error.message, fix, { cause: error });
}
