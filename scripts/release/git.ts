import { ReleaseError } from "./release-error.ts";
import { lastLines, runCommand } from "./run-command.ts";

/**
 * Runs git and returns its trimmed output.
 * @throws ReleaseError if git fails.
 */
export function git(root: string, ...args: readonly string[]): string {
  const result = runCommand(root, "git", args);
  if (result.ok) return result.stdout.trim();
  throw new ReleaseError(
    `git ${args.join(" ")} failed:\n${lastLines(result)}`,
    "Fix the problem that git reports, then run the same command again.",
  );
}

/**
 * Refuses a tree with uncommitted changes or files: the published contents must match the tag.
 * @throws ReleaseError if the tree is not clean.
 */
export function requireCleanTree(root: string): void {
  const changed = git(root, "status", "--porcelain").split("\n").filter(Boolean);
  if (changed.length === 0) return;
  const more = changed.length > 10 ? `\n... and ${changed.length - 10} more` : "";
  throw new ReleaseError(
    `The tree is not clean:\n${changed.slice(0, 10).join("\n")}${more}`,
    "Commit or stash these changes. If a release was killed while it wrote versions, " +
      "undo its changes: git reset --hard && git clean -fd",
  );
}

export function readTags(root: string): ReadonlySet<string> {
  return new Set(git(root, "tag", "--list").split("\n").filter(Boolean));
}
