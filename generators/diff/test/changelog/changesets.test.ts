// CHANGELOG.md: from the text that changesets writes to the text for users.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { changesComment, formatChangelog, readChangesComment } from "@specwright/diff/changelog";
import { afterAll, describe, expect, test } from "vitest";
import { getDependencyReleaseLine, getReleaseLine } from "../../src/changelog/changesets.ts";
import { changeOf } from "./shop-history.ts";

const older = `## 0.9.0 - 2026-01-01

### Minor Changes

-   kept   as  it is\t

## 0.8.0

### Minor Changes

- 1a2b3c4: Nobody formatted this one.
`;
const release = { version: "1.0.0", date: "2026-11-23" };

describe("a line of a release", () => {
  test.each([
    ["One line.", "- One line."],
    ["First.  \n\nSecond\n  - deep\n", "- First.\n\n  Second\n    - deep"],
    ["# Title\n\n## 9.9.9\n\n### Minor Changes", "- # Title\n\n  ## 9.9.9\n\n  ### Minor Changes"],
    [
      "Shop changed.\n\n<!-- specwright:end Above is generated. -->\n\nMy words.\n",
      "- Shop changed.\n\n  My words.",
    ],
    ["Shop changed.\n\n<!-- specwright:end -->\n", "- Shop changed."],
  ])("of %j", (summary, line) => {
    expect(getReleaseLine({ summary })).toBe(line);
  });

  test("names updated dependencies, if any", () => {
    expect(getDependencyReleaseLine([], [])).toBe("");
    expect(getDependencyReleaseLine([], [{ name: "@shop/api", newVersion: "1.1.0" }])).toBe(
      "- Updated dependencies\n  - @shop/api@1.1.0",
    );
  });
});

describe("formatChangelog", () => {
  const format = (section: string): string =>
    formatChangelog(`# pkg\n\n## 1.0.0\n\n${section}\n\n${older}`, release);
  const written = (section: string): string =>
    `# pkg\n\n## 1.0.0 - 2026-11-23\n\n${section}\n\n${older}`;
  const noted = (...classes: readonly ("breaking" | "deprecation" | "non-breaking")[]): string =>
    changesComment(classes.map((each) => changeOf({ fingerprint: "0123456789ab", class: each })));

  test.each<[string, string, string]>([
    [
      "groups by bump",
      "### Major Changes\n\n- Old calls fail.\n\n### Minor Changes\n\n- Vouchers.\n- Carts.\n\n### Patch Changes\n\n- Totals are right.",
      "### Breaking\n\n- Old calls fail.\n\n### Added\n\n- Vouchers.\n- Carts.\n\n### Fixed\n\n- Totals are right.",
    ],
    [
      "groups by the first word",
      "### Minor Changes\n\n- Fixes totals.\n- Deprecated `a`.\n- **Renamed** b to c.\n- Fixation is a word, too.",
      "### Deprecated\n\n- Deprecated `a`.\n\n### Added\n\n- Fixation is a word, too.\n\n### Changed\n\n- **Renamed** b to c.\n\n### Fixed\n\n- Fixes totals.",
    ],
    [
      "groups by a major bump before the first word",
      "### Major Changes\n\n- Fixes totals.\n- Adds carts.",
      "### Breaking\n\n- Fixes totals.\n- Adds carts.",
    ],
    [
      "groups by a label, and leaves it out",
      "### Minor Changes\n\n- Breaking: old calls fail.\n\n  More.\n- **Changed:** `a` is b.",
      "### Breaking\n\n- Old calls fail.\n\n  More.\n\n### Changed\n\n- `a` is b.",
    ],
    [
      "groups by the worst noted change",
      `### Minor Changes\n\n- Adds some.\n\n  ${noted("non-breaking", "breaking")}\n- Other things.\n\n  ${noted("deprecation")}`,
      "### Breaking\n\n- Adds some.\n\n### Deprecated\n\n- Other things.",
    ],
    [
      "leaves out hashes and updated dependencies",
      "### Patch Changes\n\n- 1a2b3c4: Totals are right.\n- Updated dependencies [1a2b3c4]\n- Updated dependencies\n  - @shop/api@1.0.0",
      "### Fixed\n\n- Totals are right.",
    ],
    [
      "says so if nothing is left",
      "### Patch Changes\n\n- Updated dependencies [1a2b3c4]\n  - @shop/api@1.0.0",
      "Nothing changed for users of this package.",
    ],
    [
      "says so if changesets say so",
      "No changes in this release.",
      "Nothing changed for users of this package.",
    ],
  ])("%s", (_name, given, want) => {
    expect(format(given)).toBe(written(want));
    expect(formatChangelog(format(given), release)).toBe(written(want));
    expect(formatChangelog(format(given), { ...release, date: "2030-01-01" })).toBe(written(want));
  });

  test.each([
    ["no section of the version", `# pkg\n\n${older}`],
    ["a section edited by hand", `# pkg\n\n## 1.0.0\n\nIn my words.\n\n${older}`],
    [
      "a section with own headings",
      `# pkg\n\n## 1.0.0\n\n### Minor Changes\n\n- A.\n\n### Thanks\n`,
    ],
    ["nothing", ""],
  ])("does not change %s", (_name, text) => {
    expect(formatChangelog(text, release)).toBe(text);
  });
});

describe("the comment about changes", () => {
  const hostile = changeOf({ fingerprint: "--><script>--" });

  test("can be read back, and stays a one-line comment", () => {
    const comment = changesComment([hostile]);
    expect(comment.slice(4, -3)).not.toMatch(/--|>|\n/);
    expect(readChangesComment(`Text.\n\n  ${comment}\nMore.`)).toEqual([
      {
        ruleId: "operation-removed",
        class: "breaking",
        subject: "operation GET /orders",
        fingerprint: "--><script>--",
      },
    ]);
  });

  test.each([
    "",
    "<!-- specwright:changes [ -->",
    '<!-- specwright:changes ["a", null, {"class": "x"}] -->',
  ])("says nothing if it is %j", (text) => {
    expect(readChangesComment(text)).toEqual([]);
  });
});

describe("changeset version", () => {
  const folder = mkdtempSync(join(tmpdir(), "changesets-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const write = (file: string, content: string | object): void => {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(
      join(folder, file),
      typeof content === "string" ? content : JSON.stringify(content, undefined, 2),
    );
  };

  const peersOf = (name: string): ReadonlyMap<string, string> => {
    const manifest: { readonly peerDependencies?: Readonly<Record<string, string>> } = JSON.parse(
      readFileSync(join(folder, name, "package.json"), "utf8"),
    );
    return new Map(Object.entries(manifest.peerDependencies ?? {}));
  };

  test("uses the module, and its output is formatted (31.14: with changed peers)", () => {
    const source = fileURLToPath(new URL("../../src/changelog/changesets.ts", import.meta.url));
    const command = fileURLToPath(
      new URL("../../../../node_modules/@changesets/cli/bin.js", import.meta.url),
    );
    write("package.json", { name: "root", private: true, workspaces: ["a", "b", "c"] });
    write("package-lock.json", { lockfileVersion: 3 });
    write("a/package.json", { name: "a", version: "1.0.0" });
    write("b/package.json", { name: "b", version: "1.0.0", dependencies: { a: "1.0.0" } });
    write("c/package.json", { name: "c", version: "1.0.0", peerDependencies: { a: "~1.0.0" } });
    write(".changeset/config.json", { changelog: source, baseBranch: "main" });
    write(".changeset/one.md", '---\n"a": minor\n---\n\nVouchers.\n\nSee the guide.\n');
    write(".changeset/two.md", '---\n"a": patch\n---\n\nChanged: totals are exact.\n');
    const git = ["-c", "user.name=a", "-c", "user.email=a@b.example"];
    execFileSync("git", ["init", "--quiet", "--initial-branch=main"], { cwd: folder });
    execFileSync("git", ["add", "."], { cwd: folder });
    execFileSync("git", [...git, "commit", "--quiet", "-m", "First"], { cwd: folder });
    execFileSync(process.execPath, [command, "version"], { cwd: folder, stdio: "pipe" });

    const read = (name: string, version: string): string =>
      formatChangelog(readFileSync(join(folder, name, "CHANGELOG.md"), "utf8"), {
        version,
        date: "2026-11-23",
        peers: peersOf(name),
      });
    expect(read("a", "1.1.0")).toBe(
      "# a\n\n## 1.1.0 - 2026-11-23\n\n### Added\n\n- Vouchers.\n\n  See the guide.\n\n### Changed\n\n- Totals are exact.\n",
    );
    expect(read("b", "1.0.1")).toBe(
      "# b\n\n## 1.0.1 - 2026-11-23\n\nNothing changed for users of this package.\n",
    );
    expect(read("c", "1.0.1")).toBe(
      "# c\n\n## 1.0.1 - 2026-11-23\n\n### Changed\n\n- The peer dependency `a` must now be `~1.1.0`.\n",
    );
  });
});
