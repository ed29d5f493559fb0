import type { ChangelogError } from "@specwright/changelog";
import { CliError } from "./cli-error.ts";
import { docsUrl } from "./docs-url.ts";

/** Tells the user of a command what is wrong with a flag or a history file, and where to read on. */
export function changelogInvalid(error: ChangelogError, page: string): CliError {
  const flag = error.code === "invalid_authority" ? "--authority: " : "";
  const fix = `Correct it; see ${docsUrl(page)}.`;
  return new CliError("changelog_invalid", flag + error.message, fix, { cause: error });
}
