// The root of a repository with several packages, each with its own configuration.

import { afterAll, describe, expect, it } from "vitest";
import { removeRepositories, repositoryOf, type TestRepository } from "./git-repository.ts";
import { command, filesIn, shop, write } from "./run-command.ts";

afterAll(removeRepositories);

const config = `export default { contracts: [
  { input: "openapi.yaml", output: "gen", emitters: [{ name: "types", emit: (context) => context.text("title.md", context.contract.info.title) }] },
] };`;

const packageOf = (folder: string, title: string): Readonly<Record<string, string>> => ({
  [`${folder}/package.json`]: JSON.stringify({ name: `@shop/${title}`, version: "1.0.0" }),
  [`${folder}/specwright.config.mjs`]: config,
  [`${folder}/openapi.yaml`]: shop.replace("title: Shop", `title: ${title}`),
});

const packages = {
  ...packageOf("packages/one", "one"),
  ...packageOf("packages/deep/two", "two"),
  ...packageOf("packages/left-out", "three"),
  ...packageOf("node_modules/other", "four"),
  ".changeset/config.json": JSON.stringify({ baseBranch: "main" }),
  "packages/without/package.json": "{}",
};

const globs = ["packages/*", "packages/**/two", "!packages/left-*", "./absent/*"];

const roots: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "npm workspaces": { "package.json": JSON.stringify({ workspaces: globs }) },
  "yarn's object": { "package.json": JSON.stringify({ workspaces: { packages: globs } }) },
  "pnpm-workspace.yaml": {
    "package.json": "{}",
    "pnpm-workspace.yaml": `packages: ${JSON.stringify(globs)}\n`,
  },
};

async function edited(files: Readonly<Record<string, string>>): Promise<TestRepository> {
  const repository = await repositoryOf({ ...packages, ...files });
  for (const folder of ["one", "deep/two", "left-out"]) {
    const path = `packages/${folder}/openapi.yaml`;
    await write(repository.folder, path, shop.replace("/orders:", `/${folder}:`));
  }
  return repository;
}

interface Report {
  readonly documents: readonly { readonly revision: { readonly path: string } }[];
}

describe("31.14 the root of a monorepo finds the configurations of its workspaces", () => {
  it.each(Object.keys(roots))("%s", async (name) => {
    const { folder } = await edited(roots[name] ?? {});
    const diff = await command(folder, ["diff", "--format", "json"]);
    const { documents } = JSON.parse(diff.out) as Report;
    expect(documents.map(({ revision }) => revision.path)).toEqual([
      "packages/deep/two/openapi.yaml",
      "packages/one/openapi.yaml",
    ]);
    expect((await command(folder, ["check"])).out.split("\n").sort()).toEqual([
      "missing  packages/deep/two/gen/.specwright.json",
      "missing  packages/deep/two/gen/title.md",
      "missing  packages/one/gen/.specwright.json",
      "missing  packages/one/gen/title.md",
    ]);
    expect((await command(folder, ["generate"])).code).toBe(0);
    expect((await command(folder, ["check"])).code).toBe(0);
    const { code } = await command(folder, ["changeset"]);
    const changesets = Object.values(await filesIn(`${folder}/.changeset`)).join("\n");
    expect([code, changesets.match(/"@shop\/\w+": \w+/g)?.sort()]).toEqual([
      0,
      ['"@shop/one": major', '"@shop/two": major'],
    ]);
  });

  it("uses its own configuration if it has one", async () => {
    const { folder } = await edited({
      ...roots["npm workspaces"],
      "specwright.config.mjs": config.replace("openapi.yaml", "packages/one/openapi.yaml"),
    });
    const { out } = await command(folder, ["diff", "--format", "json"]);
    expect((JSON.parse(out) as Report).documents).toHaveLength(1);
  });
});

describe("31.14 a release without changes", () => {
  it("is reported by the command, because `changeset version` would fail", async () => {
    const repository = await repositoryOf({ ...packages, ...roots["npm workspaces"] });
    const pending = "No changeset is pending: do not run `changeset version`";
    const before = await command(repository.folder, ["changeset"]);
    expect([before.code, before.err]).toEqual([0, expect.stringContaining(pending)]);
    await write(repository.folder, ".changeset/mine.md", '---\n"@shop/one": patch\n---\n\nMine.\n');
    expect((await command(repository.folder, ["changeset"])).err).not.toContain(pending);
  });
});
