// The release that the pending changesets of this repository lead to.

import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { writeVersions } from "../../scripts/release/apply-versions.ts";
import { pendingChangesets } from "../../scripts/release/pending-changesets.ts";
import { readWorkspace } from "../../scripts/release/workspace.ts";
import { commitAll, git } from "./workspace-copy.ts";

const root = new URL("../..", import.meta.url).pathname;
const copy = mkdtempSync(join(tmpdir(), "specwright-plan-"));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Copies the input of a release: manifests, changelogs, changesets and their configuration. */
function copyManifests(): void {
  const files = [
    "package.json",
    "package-lock.json",
    "generators/diff/src/changelog/changesets.ts",
    ...globSync("{generators,packages,apps}/*/{package.json,CHANGELOG.md}", { cwd: root }),
    ...globSync(".changeset/*", { cwd: root }),
  ];
  for (const file of files) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  git(copy, "init", "--quiet", "--initial-branch=main");
  commitAll(copy, "Copy the manifests");
}

describe.skipIf(pendingChangesets(root).length === 0)("the pending changesets", () => {
  const before = readWorkspace(root);
  const unreleased = before.filter((each) => !each.private && each.version === "0.0.0");

  it("release every unreleased package as 0.1.0, and use up all changesets", () => {
    copyManifests();
    const changes = writeVersions(copy, "2026-11-23");
    const versions = new Map(changes.map(({ name, to }) => [name, to]));
    const others = unreleased.filter(({ name }) => versions.get(name) !== "0.1.0");
    expect(others.map(({ name }) => name)).toEqual([]);
    expect(pendingChangesets(copy)).toEqual([]);
  });

  it("describe a new package to users, in a changelog without noise", () => {
    const text = (folder: string): string =>
      readFileSync(join(copy, folder, "CHANGELOG.md"), "utf8");
    const untold = unreleased.filter(
      ({ folder }) =>
        !text(folder).includes("\n## 0.1.0 - 2026-11-23\n\n### Added\n") ||
        !text(folder).includes("\n- The first release"),
    );
    expect(untold.map(({ name }) => name)).toEqual([]);
    const noisy = unreleased.filter(({ folder }) =>
      /Updated dependencies|(?:Major|Minor|Patch) Changes|^- [0-9a-f]{7,}:/m.test(text(folder)),
    );
    expect(noisy.map(({ name }) => name)).toEqual([]);
  });
});
