import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseChangesetFile } from "@changesets/parse";
import { readChangesComment } from "@specwright/diff/changelog";
import { afterAll, describe, expect, it } from "vitest";
import { removeRepositories, repositoryOf, type TestRepository } from "./git-repository.ts";
import { command, filesIn, shop, write } from "./run-command.ts";

afterAll(removeRepositories);

const moved = shop.replace("/orders:", "/purchases:");
const grown = shop.replace(
  "components:",
  `  /more:\n    get: { responses: { "204": { description: Done. } } }\ncomponents:`,
);

const manifest = (name: string, version: string, more: object = {}): string =>
  JSON.stringify({ name, version, ...more });

/** A workspace with a package of the contract and one of generated code. */
const workspace = {
  "package.json": JSON.stringify({ private: true, workspaces: ["*"] }),
  "specwright.config.mjs": `const emitters = (...names) => names.map((name) => ({ name, emit() {} }));
export default { contracts: [
  { input: "spec/openapi.yaml", output: "sdk/src/gen", emitters: emitters("types", "client") },
  { input: "spec/openapi.yaml", output: "spec/docs", emitters: emitters("docs") },
] };`,
  "spec/openapi.yaml": shop,
  "spec/package.json": manifest("@shop/spec", "1.2.0"),
  "sdk/package.json": manifest("@shop/sdk", "0.3.0"),
  ".changeset/config.json": JSON.stringify({ baseBranch: "main" }),
  ".changeset/README.md": "# Changesets\n",
  ".changeset/own-words.md": '---\n"@shop/sdk": patch\n---\n\nMine.\n',
};

interface Report {
  readonly documents: readonly [{ readonly changes: readonly { readonly why: string }[] }];
}

/** Returns a workspace on a branch on which the document was edited. */
async function edited(
  document: string,
  files: Readonly<Record<string, string>> = {},
): Promise<TestRepository> {
  const repository = await repositoryOf({ ...workspace, ...files });
  repository.git("checkout", "-q", "-b", "work");
  await write(repository.folder, "spec/openapi.yaml", document);
  return repository;
}

async function generatedIn({ folder }: TestRepository): Promise<Record<string, string>> {
  const files = await filesIn(join(folder, ".changeset"));
  return Object.fromEntries(Object.entries(files).filter(([name]) => name.startsWith("spec-")));
}

/** Returns the only generated changeset. */
async function onlyOne(repository: TestRepository): Promise<readonly [string, string]> {
  const files = Object.entries(await generatedIn(repository));
  const [file] = files;
  if (file === undefined || files.length > 1) throw new Error(`${files.length} files`);
  return file;
}

describe("specwright changeset", () => {
  it("writes a file that changesets and the changelog can read", async () => {
    const repository = await edited(moved);
    const { code, out } = await command(repository.folder, ["changeset"]);
    const [name, text] = await onlyOne(repository);
    const report = await command(repository.folder, ["diff", "--format", "json"]);
    const [removed, added] = (JSON.parse(report.out) as Report).documents[0].changes;
    expect([code, out]).toEqual([0, `wrote    .changeset/${name}`]);
    expect(name).toMatch(/^spec-spec-[0-9a-f]{12}\.md$/);
    expect(text).toBe(`---
"@shop/sdk": minor
"@shop/spec": major
---

Shop: 2 changes, 1 breaking.

- **Breaking:** GET /orders was removed. ${removed?.why}
- GET /purchases was added. ${added?.why}

<!-- specwright:changes [{"ruleId":"operation-removed","class":"breaking","subject":"operation GET /orders","fingerprint":"a5ca2345b936"},{"ruleId":"operation-added","class":"non-breaking","subject":"operation GET /purchases","fingerprint":"ccb9b1febaeb"}] -->

<!-- specwright:end \`specwright changeset\` writes the lines above. Add yours below: they are kept. -->
`);
    const { releases, summary } = parseChangesetFile(text);
    expect(releases).toEqual([
      { name: "@shop/sdk", type: "minor" },
      { name: "@shop/spec", type: "major" },
    ]);
    expect(readChangesComment(summary).map(({ fingerprint }) => fingerprint)).toEqual([
      "a5ca2345b936",
      "ccb9b1febaeb",
    ]);
  });

  it("31.15 compares paths under the prefixes of the configuration", async () => {
    const document = shop.replace("/orders:", "/v1/orders:");
    const config = workspace["specwright.config.mjs"].replace(
      "export default {",
      'export default { diff: { basePaths: ["/v1=/v2"] },',
    );
    const files = { "spec/openapi.yaml": document, "specwright.config.mjs": config };
    const repository = await edited(document.replace("/v1/", "/v2/"), files);
    const { code } = await command(repository.folder, ["changeset"]);
    expect([code, await generatedIn(repository)]).toEqual([0, {}]);
  });

  it("writes the same bytes again, in another clone and after a commit", async () => {
    const repository = await edited(moved);
    await command(repository.folder, ["changeset"]);
    const first = await generatedIn(repository);
    const again = await command(repository.folder, ["changeset"]);
    expect([again.out, again.err]).toEqual(["", "The changesets are up to date with main."]);
    await repository.commit({});
    await command(repository.folder, ["changeset"]);
    expect(await generatedIn(repository)).toEqual(first);
    const other = await edited(moved);
    await command(other.folder, ["changeset"]);
    expect(await generatedIn(other)).toEqual(first);
  });

  it("keeps edited text when the changes and the name change, and removes the old file", async () => {
    const repository = await edited(grown);
    await command(repository.folder, ["changeset"]);
    const [first, text] = await onlyOne(repository);
    await write(repository.folder, `.changeset/${first}`, `${text}\nSee the guide.\n\n- Or ask.\n`);
    expect((await command(repository.folder, ["changeset", "--check"])).code).toBe(0);
    await write(repository.folder, "spec/openapi.yaml", moved);
    const { out } = await command(repository.folder, ["changeset"]);
    const [second, after] = await onlyOne(repository);
    expect(out.split("\n")).toEqual([
      `wrote    .changeset/${second}`,
      `removed  .changeset/${first}`,
    ]);
    expect(after).toMatch(/they are kept. -->\n\nSee the guide\.\n\n- Or ask\.\n$/);
  });

  it("keeps larger bumps for the same changes, and other packages for all", async () => {
    const repository = await edited(grown);
    await command(repository.folder, ["changeset"]);
    const [first, text] = await onlyOne(repository);
    const raised = text
      .replace('"@shop/spec": minor', '"@shop/spec": major')
      .replace("---\n\n", '"@shop/more": patch\n---\n\n');
    await write(repository.folder, `.changeset/${first}`, raised);
    await command(repository.folder, ["changeset"]);
    const bumpsOf = async () => parseChangesetFile((await onlyOne(repository))[1]).releases;
    expect(await bumpsOf()).toEqual([
      { name: "@shop/more", type: "patch" },
      { name: "@shop/sdk", type: "patch" },
      { name: "@shop/spec", type: "major" },
    ]);
    await write(repository.folder, "spec/openapi.yaml", grown.replace("/more:", "/others:"));
    await command(repository.folder, ["changeset"]);
    expect((await bumpsOf()).map(({ type }) => type)).toEqual(["patch", "patch", "minor"]);
  });

  it("keeps an edited text as long as the changes are the same, and then below the marker", async () => {
    const repository = await edited(grown);
    await command(repository.folder, ["changeset"]);
    const [first, text] = await onlyOne(repository);
    const own = "You can ask for more.";
    const path = `.changeset/${first}`;
    await write(repository.folder, path, text.replace(/^Shop: .*$/m, own));
    expect((await command(repository.folder, ["changeset", "--check"])).code).toBe(0);
    await write(
      repository.folder,
      path,
      text.replace(/^Shop: .*$/m, own).replace("minor", "major"),
    );
    await write(repository.folder, "spec/openapi.yaml", moved);
    const { err } = await command(repository.folder, ["changeset"]);
    const [second, after] = await onlyOne(repository);
    expect(err).toBe(
      `The text of ${first} was edited by hand. It is now below the marker of ${second}.`,
    );
    expect(after).toMatch(/\n\nShop: .*they are kept. -->\n\nYou can ask for more\.\n$/s);
  });

  it("leaves one file when the marker was deleted and the changes change", async () => {
    const repository = await edited(grown);
    await command(repository.folder, ["changeset"]);
    const [first, text] = await onlyOne(repository);
    const without = text.replace(/<!-- specwright:end.*\n/, "");
    await write(repository.folder, `.changeset/${first}`, `${without}\nSee the guide.\n`);
    await write(repository.folder, "spec/openapi.yaml", moved);
    await command(repository.folder, ["changeset"]);
    expect((await onlyOne(repository))[1]).toMatch(/they are kept. -->\n\nSee the guide\.\n$/);
  });

  it("removes files that are no longer needed, and only its own", async () => {
    const repository = await edited(moved);
    await command(repository.folder, ["changeset"]);
    await write(repository.folder, ".changeset/spec-mine-0123456789ab.md", "Without a marker.\n");
    await write(repository.folder, "spec/openapi.yaml", shop);
    await command(repository.folder, ["changeset"]);
    expect(Object.keys(await filesIn(join(repository.folder, ".changeset"))).sort()).toEqual([
      "README.md",
      "config.json",
      "own-words.md",
      "spec-mine-0123456789ab.md",
    ]);
  });

  it("leaves the changesets of the base alone", async () => {
    const repository = await edited(moved);
    await command(repository.folder, ["changeset"]);
    await repository.commit({});
    const merged = await generatedIn(repository);
    repository.git("checkout", "-q", "main");
    repository.git("merge", "-q", "work");
    repository.git("checkout", "-q", "-b", "next");
    expect((await command(repository.folder, ["changeset", "--check"])).code).toBe(0);
    await write(
      repository.folder,
      "spec/openapi.yaml",
      moved.replace(
        "components:",
        `  /x:\n    get: { responses: { "204": { description: Done. } } }\ncomponents:`,
      ),
    );
    await command(repository.folder, ["changeset"]);
    const after = await generatedIn(repository);
    expect(Object.keys(after)).toHaveLength(2);
    expect(after).toMatchObject(merged);
  });
});

describe("the bumps", () => {
  const only = (name: string, version: string, more: object = {}) => ({
    "sdk/package.json": manifest(name, version, more),
  });
  const cases: readonly (readonly [string, string, Readonly<Record<string, string>>, object])[] = [
    ["of an addition", grown, {}, { "@shop/sdk": "patch", "@shop/spec": "minor" }],
    [
      "of an SDK from 1.0.0",
      moved,
      only("@shop/sdk", "1.0.0"),
      { "@shop/sdk": "major", "@shop/spec": "major" },
    ],
    [
      "with a private package",
      moved,
      only("@shop/sdk", "1.0.0", { private: true }),
      { "@shop/sdk": "major", "@shop/spec": "major" },
    ],
    [
      "without an ignored package",
      moved,
      { ".changeset/config.json": '{ "ignore": ["@shop/sd*"] }' },
      { "@shop/spec": "major" },
    ],
    [
      "of an accepted break",
      moved,
      {
        "specwright-accepted.yaml":
          "accepted:\n- { fingerprint: a5ca2345b936, accepted: 2026-01-01, reason: Why not }\n",
      },
      { "@shop/sdk": "minor", "@shop/spec": "major" },
    ],
    [
      "of an accepted break with a bump",
      moved,
      {
        "specwright-accepted.yaml":
          "accepted:\n- { fingerprint: a5ca2345b936, accepted: 2026-01-01, reason: Why not, bump: patch }\n",
      },
      { "@shop/sdk": "patch", "@shop/spec": "minor" },
    ],
    [
      "of a single package",
      moved,
      {
        "package.json": manifest("shop", "2.0.0"),
        "spec/package.json": "{}",
        "sdk/package.json": "{}",
      },
      { shop: "major" },
    ],
  ];
  it.each(cases)("%s", async (_, document, files, want) => {
    const repository = await edited(document, files);
    expect((await command(repository.folder, ["changeset"])).code).toBe(0);
    const { releases } = parseChangesetFile((await onlyOne(repository))[1]);
    expect(Object.fromEntries(releases.map(({ name, type }) => [name, type]))).toEqual(want);
  });

  it("of a document in no released package are empty, and the output says so", async () => {
    const none = { "spec/package.json": "{}", "sdk/package.json": "{}" };
    const repository = await edited(moved, none);
    const { code, err } = await command(repository.folder, ["changeset"]);
    expect([code, err]).toEqual([0, expect.stringContaining("no released package contains it")]);
  });
});

describe("a private package", () => {
  const installed = (version: string) => ({
    "node_modules/@changesets/cli/package.json": JSON.stringify({ version }),
  });
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, boolean])[] = [
    ["{}", {}, true],
    ["{}", installed("2.29.0"), true],
    ["{}", installed("3.0.1"), false],
    ['{ "privatePackages": {} }', installed("3.0.1"), false],
    ['{ "privatePackages": { "tag": false } }', installed("2.29.0"), true],
    ['{ "privatePackages": true }', installed("3.0.1"), true],
    ['{ "privatePackages": { "version": true } }', installed("3.0.1"), true],
    ['{ "privatePackages": false }', installed("2.29.0"), false],
    ['{ "privatePackages": { "version": false } }', {}, false],
  ];
  it.each(cases)(
    "with the configuration %s and %j: has a changeset %s",
    async (config, files, want) => {
      const repository = await edited(moved, {
        ...files,
        "spec/package.json": manifest("@shop/spec", "1.2.0", { private: true }),
        "sdk/package.json": "{}",
        ".changeset/config.json": config,
      });
      const { code, out, err } = await command(repository.folder, ["changeset", "--check"]);
      expect([code, out.startsWith("missing")]).toEqual(want ? [1, true] : [0, false]);
      expect(err.includes("@shop/spec is left out: it is private, ")).toBe(!want);
    },
  );

  it("differs from a package that the configuration ignores", async () => {
    const repository = await edited(moved, {
      ".changeset/config.json": '{ "ignore": ["@shop/sd*"] }',
    });
    const { err } = await command(repository.folder, ["changeset"]);
    expect(err).toBe("@shop/sdk is left out: `ignore` in .changeset/config.json names it.");
  });
});

describe("--check", () => {
  const breakIt: readonly (readonly [
    string,
    (repository: TestRepository, path: string, text: string) => Promise<void>,
    RegExp,
  ])[] = [
    [
      "a missing file",
      ({ folder }, path) => rm(join(folder, path)),
      /^missing +\.changeset\/spec-/,
    ],
    [
      "a file without the comment about changes",
      ({ folder }, path, text) =>
        write(folder, path, text.replace(/<!-- specwright:changes.*\n/, "")),
      /^changed +/,
    ],
    [
      "a file without the marker",
      ({ folder }, path, text) => write(folder, path, text.replace(/<!-- specwright:end.*\n/, "")),
      /^changed +/,
    ],
    [
      "a file without both",
      ({ folder }, path, text) => write(folder, path, text.replaceAll(/<!-- specwright:.*\n/g, "")),
      /^changed +/,
    ],
    [
      "a bump that is too small",
      ({ folder }, path, text) => write(folder, path, text.replace(": major", ": patch")),
      /^bumps too little +/,
    ],
    [
      "a package that was left out",
      ({ folder }, path, text) => write(folder, path, text.replace('"@shop/spec": major\n', "")),
      /^bumps too little +/,
    ],
    [
      "broken front matter",
      ({ folder }, path, text) => write(folder, path, text.replace("---\n", "")),
      /^bumps too little +/,
    ],
    [
      "a file that is no longer needed",
      ({ folder }) => write(folder, "spec/openapi.yaml", shop),
      /^stale +/,
    ],
  ];
  it.each(breakIt)("finds %s, and passes after the fix", async (_, edit, want) => {
    const repository = await edited(moved);
    await command(repository.folder, ["changeset"]);
    const [name, text] = await onlyOne(repository);
    expect((await command(repository.folder, ["changeset", "--check"])).code).toBe(0);
    await edit(repository, `.changeset/${name}`, `${text}\nProse.\n`);
    const before = await generatedIn(repository);
    const found = await command(repository.folder, ["changeset", "--check"]);
    expect([found.code, found.err]).toEqual([
      1,
      "Run `specwright changeset` and commit the result.",
    ]);
    expect(found.out).toMatch(want);
    expect(await generatedIn(repository)).toEqual(before);
    await command(repository.folder, ["changeset"]);
    expect((await command(repository.folder, ["changeset", "--check"])).code).toBe(0);
  });

  it("passes with an addition by hand", async () => {
    const repository = await edited(moved);
    await command(repository.folder, ["changeset"]);
    const [name, text] = await onlyOne(repository);
    await write(repository.folder, `.changeset/${name}`, text.replaceAll("\n", "\r\n"));
    expect((await command(repository.folder, ["changeset", "--check"])).code).toBe(0);
  });

  it("compares with a given base, and names it in the advice", async () => {
    const repository = await edited(shop);
    repository.git("tag", "v1");
    await repository.commit({ "spec/openapi.yaml": grown });
    const { code, err } = await command(repository.folder, [
      "changeset",
      "--check",
      "--base",
      "v1",
    ]);
    expect([code, err]).toEqual([1, "Run `specwright changeset --base v1` and commit the result."]);
  });
});

describe("unwritable changesets end with exit code 2", () => {
  const cases: readonly (readonly [
    string,
    Readonly<Record<string, string>>,
    readonly string[],
    string,
  ])[] = [
    [
      "a document with an error",
      { "spec/openapi.yaml": "openapi: [\n" },
      [],
      "Nothing was written",
    ],
    ["a base that does not exist", {}, ["--base", "nope"], "error ref_unknown"],
    ["another document", {}, ["other.yaml"], "Choose from spec/openapi.yaml"],
    [
      "a configuration of changesets that is not JSON",
      { ".changeset/config.json": "{" },
      [],
      "error changesets_unusable",
    ],
  ];
  it.each(cases)("%s", async (_, files, args, want) => {
    const repository = await edited(moved);
    for (const [path, content] of Object.entries(files))
      await write(repository.folder, path, content);
    const { code, err } = await command(repository.folder, ["changeset", ...args]);
    expect([code, err]).toEqual([2, expect.stringContaining(want)]);
    expect(await generatedIn(repository)).toEqual({});
  });

  it.each([
    ["no base branch", '{ "baseBranch": "trunk" }', "no commit in common with trunk"],
    [
      "no folder of changesets",
      undefined,
      "There is no .changeset/config.json in this folder or above it",
    ],
  ])("%s", async (_, config, want) => {
    const repository = await edited(moved);
    if (config === undefined) await rm(join(repository.folder, ".changeset"), { recursive: true });
    else await write(repository.folder, ".changeset/config.json", config);
    const { code, err } = await command(repository.folder, ["changeset"]);
    expect([code, err]).toEqual([2, expect.stringContaining(want)]);
  });
});
