// The package.json files of the workspace: which packages are published, from where, and under which
// license.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  prepack,
  publishedFields,
  type RootManifest,
} from "../scripts/release/published-fields.ts";
import { readWorkspace } from "../scripts/release/workspace.ts";

const root = new URL("..", import.meta.url).pathname;
const read = (...path: readonly string[]): string => readFileSync(join(root, ...path), "utf8");
const readManifest = (folder: string): Readonly<Record<string, unknown>> =>
  JSON.parse(read(folder, "package.json")) as Readonly<Record<string, unknown>>;
const rootManifest = JSON.parse(read("package.json")) as RootManifest;

const packages = readWorkspace(root);
const published = packages.filter((each) => !each.private);

describe.each(published.map(({ name, folder }) => ({ name, folder })))("$name", ({ folder }) => {
  const manifest = readManifest(folder);
  const fix = "run: node scripts/release/write-manifests.ts";

  it("names its repository, and is public", () => {
    expect(manifest, fix).toMatchObject(publishedFields(rootManifest, folder));
    expect(Object.keys(manifest["publishConfig"] ?? {})).toEqual(["access"]);
  });

  it("can be found by keywords", () => {
    expect(manifest["description"]).toMatch(/^[A-Z].{20,}\.$/);
    expect((manifest["keywords"] as readonly string[] | undefined)?.length).toBeGreaterThan(3);
  });

  it("ships its build, its changelog and its license", () => {
    expect(manifest["files"]).toEqual(expect.arrayContaining(["CHANGELOG.md", "dist"]));
    expect(manifest["scripts"], fix).toMatchObject({ prepack });
    expect(read(folder, "LICENSE"), fix).toBe(read("LICENSE"));
  });

  it("ships no sources, which only this repository reads", () => {
    expect(manifest["files"]).not.toContain("src");
  });

  it("starts at 0.0.0, so that the first release raises it", () => {
    const isReleased = existsSync(join(root, folder, "CHANGELOG.md"));
    expect(manifest["version"] !== "0.0.0").toBe(isReleased);
  });

  it("does not depend on a private package", () => {
    const { needs = [] } = packages.find((each) => each.folder === folder) ?? {};
    const priv = packages.filter((each) => each.private).map(({ name }) => name);
    expect(needs.filter((name) => priv.includes(name))).toEqual([]);
  });
});

it("twelve packages are published", () => {
  expect(published.map(({ name }) => name.replace("@specwright/", "")).sort()).toEqual([
    "cli",
    "conformance",
    "marketplace",
    "marketplace-api",
    "publisher",
    "publisher-api",
    "rest",
    "runtime",
    "streams",
    "streams-api",
    "streams-sdk",
    "streams-service",
  ]);
});

it("every package says which Node it needs and that it is ESM", () => {
  const others = packages.filter(({ folder }) => {
    const { type, engines } = readManifest(folder);
    return type !== "module" || JSON.stringify(engines) !== '{"node":">=22"}';
  });
  expect(others).toEqual([]);
});
