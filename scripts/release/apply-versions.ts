import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatChangelog } from "@specwright/diff/changelog";
import { firstNotes } from "./first-notes.ts";
import { git } from "./git.ts";
import { ReleaseError } from "./release-error.ts";
import { lastLines, runCommand } from "./run-command.ts";
import { readWorkspace } from "./workspace.ts";

/** A package whose version a release raises. */
export interface VersionChange {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly isPublic: boolean;
}

/** Groups the news in a package's changelog for its users, and dates it. */
function formatNewest(folder: string, { from, to }: VersionChange, date: string): void {
  const path = join(folder, "CHANGELOG.md");
  if (!existsSync(path)) return;
  const { peerDependencies } = Object(
    JSON.parse(readFileSync(join(folder, "package.json"), "utf8")),
  );
  const peers = new Map(
    Object.entries(Object(peerDependencies)).map(([name, range]) => [name, String(range)]),
  );
  const text = formatChangelog(readFileSync(path, "utf8"), { version: to, date, peers });
  writeFileSync(path, from === "0.0.0" ? firstNotes(text) : text);
}

/**
 * Converts the changesets of a folder to versions and dated changelogs, without a commit.
 * @throws ReleaseError if a changeset cannot be applied.
 */
export function writeVersions(root: string, date: string): readonly VersionChange[] {
  const before = new Map(readWorkspace(root).map(({ name, version }) => [name, version]));
  const result = runCommand(root, join(root, "node_modules/.bin/changeset"), ["version"]);
  if (!result.ok) {
    throw new ReleaseError(
      `The changesets could not be applied:\n${lastLines(result)}`,
      "Fix the changeset named above in .changeset/, commit it, and run the same command again.",
    );
  }
  const changed = readWorkspace(root).filter(({ name, version }) => before.get(name) !== version);
  return changed.map(({ name, version, folder, private: isPrivate }) => {
    const from = before.get(name) ?? "";
    const change: VersionChange = { name, from, to: version, isPublic: !isPrivate };
    formatNewest(join(root, folder), change, date);
    return change;
  });
}

/**
 * Brings the versions in `package-lock.json` up to date. npm asks the registry only for what it has not
 * cached, such as the versions of an optional peer after `npm ci`.
 */
function updateLock(root: string): void {
  const args = ["install", "--package-lock-only", "--ignore-scripts", "--prefer-offline"];
  const result = runCommand(root, "npm", args);
  if (result.ok) return;
  throw new ReleaseError(
    `The lock file could not be updated:\n${lastLines(result)}`,
    "Run npm install, commit package-lock.json, and run the same command again.",
  );
}

function describe(changes: readonly VersionChange[]): string {
  const [first] = changes.filter(({ isPublic }) => isPublic);
  const others = changes.length - 1;
  const title = first === undefined ? "packages" : `${first.name} ${first.to}`;
  const rest = others === 0 ? "" : ` and ${others} other ${others === 1 ? "package" : "packages"}`;
  const list = changes.map(({ name, to }) => `${name}@${to}`).join("\n");
  return `Release ${title}${rest}\n\n${list}\n`;
}

/**
 * Applies the pending changesets, updates the lock file and commits both. If a step fails, the tree
 * is as it was before.
 *
 * @throws ReleaseError if a step fails.
 */
export function applyVersions(root: string, date: string): readonly VersionChange[] {
  try {
    const changes = writeVersions(root, date);
    updateLock(root);
    git(root, "add", "--all");
    git(root, "commit", "--quiet", "--message", describe(changes));
    return changes;
  } catch (error) {
    // The tree was clean, so that all uncommitted changes belong to this step.
    git(root, "reset", "--quiet", "--hard");
    git(root, "clean", "--quiet", "--force", "-d");
    throw error;
  }
}
