import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type VersionChange, writeVersions } from "./apply-versions.ts";
import { git } from "./git.ts";
import { readWorkspace } from "./workspace.ts";

/** The changes of a release to versions and changelogs. */
export interface VersionPreview {
  readonly changes: readonly VersionChange[];
  /** The changelogs by package name. */
  readonly changelogs: ReadonlyMap<string, string>;
}

/** Applies the pending changesets to a checkout next to this one, and deletes it afterwards. */
export function previewVersions(root: string, date: string): VersionPreview {
  const folder = join(mkdtempSync(join(tmpdir(), "specwright-release-")), "tree");
  try {
    git(root, "worktree", "add", "--quiet", "--detach", folder, "HEAD");
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const changes = writeVersions(folder, date);
    const changed = new Set(changes.map(({ name }) => name));
    const packages = readWorkspace(folder).filter(({ name }) => changed.has(name));
    const changelogs = packages.map(
      (each) =>
        [each.name, readFileSync(join(folder, each.folder, "CHANGELOG.md"), "utf8")] as const,
    );
    return { changes, changelogs: new Map(changelogs) };
  } finally {
    rmSync(join(folder, ".."), { recursive: true, force: true });
    git(root, "worktree", "prune");
  }
}
