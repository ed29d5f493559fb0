// A change on its way from a document to its users: edit, generate, write a changeset, publish into a
// registry on loopback that fails midway, install, use, and read changelogs and feeds.

import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readTarball } from "../../scripts/release/read-tarball.ts";
import { type Child, endChildren, startChild } from "../e2e/children.ts";
import { compile, compilers, install, start, writeProjects } from "./consumer.ts";
import { installNode22, isOnline } from "./node-22.ts";
import { publishToken, startRegistry, type TestRegistry } from "./registry.ts";
import { type Ending, run } from "./run.ts";
import { commitAll, copyWorkspace, git, sdkPackages, writeChangeset } from "./workspace-copy.ts";

const root = new URL("../..", import.meta.url).pathname;
const spec = "specs/marketplace/openapi.yaml";
const online = await isOnline();
// All steps take a minute together; one step is slow on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** The part of a report of `specwright diff` that these tests read. */
interface DiffReport {
  readonly documents: readonly { readonly changes: readonly { readonly message: string }[] }[];
}

let folder: string;
let tree: string;
let registry: TestRegistry;
let npmrc: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-release-"));
  tree = join(folder, "tree");
  npmrc = join(folder, "npmrc");
  copyWorkspace(tree);
  registry = await startRegistry();
  const place = registry.url.replace(/^\w+:/, "");
  await writeFile(npmrc, `${place}:_authToken=${publishToken}\nfetch-retries=0\n`);
});

afterAll(async () => {
  await endChildren();
  await registry[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const release = (...options: readonly string[]): Promise<Ending> =>
  run(tree, "npm", ["run", "--silent", "release", "--", "--registry", registry.url, ...options], {
    NPM_CONFIG_USERCONFIG: npmrc,
  });

/**
 * Replaces a text of the marketplace's document and generates its package.
 * @throws Error if the text is not in the document.
 */
async function editSpec(from: string, to: string): Promise<void> {
  const text = readFileSync(join(tree, spec), "utf8");
  expect(text).toContain(from);
  writeFileSync(join(tree, spec), text.replace(from, to));
  expect(await specwright("generate")).toMatchObject({ code: 0 });
}

/** Runs the toolchain's command from source. */
const specwright = (...args: readonly string[]): Promise<Ending> => {
  const bin = join(root, "generators/cli/src/bin.ts");
  return run(tree, process.execPath, ["--conditions=@specwright/source", bin, ...args]);
};

/** Writes and commits the changeset that an edit of the document requires, and publishes. */
async function releaseEdit(subject: string): Promise<string> {
  expect(await specwright("changeset", "--base", "HEAD")).toMatchObject({ code: 0 });
  commitAll(tree, subject);
  const before = registry.published.length;
  const { code, output } = await release("--skip-check");
  expect(code, output).toBe(0);
  const version = /marketplace-api \S+ -> (\S+)/.exec(output)?.[1] ?? "";
  expect(registry.published.slice(before)).toEqual([`@specwright/marketplace-api@${version}`]);
  return version;
}

const tarballOf = async (name: string, version: string): Promise<ReadonlyMap<string, string>> => {
  const response = await fetch(`${registry.url}@specwright/${name}/-/${version}.tgz`);
  return readTarball(Buffer.from(await response.arrayBuffer()));
};

/** Returns the section of a tarball's changelog about its own version. */
const newestSection = (files: ReadonlyMap<string, string>): string =>
  `## ${files.get("package/CHANGELOG.md")?.split("\n## ")[1]}`;

const ids = (version: string): readonly string[] =>
  sdkPackages.map((name) => `@specwright/${name}@${version}`).sort();

describe("a first release", () => {
  let first: string;

  beforeAll(() => {
    const bumps = Object.fromEntries(sdkPackages.map((name) => [name, "minor"] as const));
    writeChangeset(tree, "first", bumps, "First release.");
  });

  it("is refused while changes are uncommitted", async () => {
    const { code, output } = await release("--skip-check");
    expect({ code, published: registry.published }).toEqual({ code: 1, published: [] });
    expect(output).toMatch(/The tree is not clean:\n\?\? \.changeset\/first\.md/);
    commitAll(tree, "Describe the first release");
  });

  it("is shown by --dry-run, which changes nothing", async () => {
    const head = git(tree, "rev-parse", "HEAD");
    const { code, output } = await release("--dry-run");
    expect(code, output).toBe(0);
    first = /@specwright\/runtime \S+ -> (\S+)/.exec(output)?.[1] ?? "";
    expect(output).toContain(`publish  ${sdkPackages.length} packages`);
    expect(output).toContain("First release.");
    expect(registry.published).toEqual([]);
    expect(git(tree, "rev-parse", "HEAD")).toBe(head);
    expect(git(tree, "status", "--porcelain")).toBe("");
    expect(git(tree, "worktree", "list").split("\n")).toHaveLength(1);
  });

  it("stops with advice when the registry refuses a package", async () => {
    registry.failAfter(3, "refuse");
    const { code, output } = await release("--skip-check");
    expect(code, output).toBe(1);
    expect(output).toMatch(/was not published:[\s\S]*What to do: .*run the same command again/);
    expect(registry.published).toHaveLength(3);
    expect(git(tree, "tag")).toBe("");
    expect(git(tree, "status", "--porcelain")).toBe("");
  });

  it("continues where it stopped, and counts a publication with a lost response as done", async () => {
    registry.failAfter(2, "store and fail");
    const { code, output } = await release("--skip-check");
    expect(code, output).toBe(0);
    expect(output).toContain("packed from this commit by an earlier run");
    expect([...registry.published].sort()).toEqual(ids(first));
    expect(git(tree, "tag").split("\n")).toEqual(ids(first));
  });

  it("publishes the dependencies of a package before the package", () => {
    const at = (name: string): number => registry.published.indexOf(`@specwright/${name}@${first}`);
    expect(at("runtime")).toBe(0);
    expect(at("streams-sdk")).toBeGreaterThan(Math.max(at("streams"), at("streams-api")));
  });

  it("publishes nothing when it is repeated", async () => {
    const { code, output } = await release("--skip-check");
    expect(code, output).toBe(0);
    expect(output).toContain(`publish  0 packages`);
    expect(registry.published).toHaveLength(sdkPackages.length);
  });

  it("leaves versions, lock file and changelogs in one commit", async () => {
    const lock = JSON.parse(readFileSync(join(tree, "package-lock.json"), "utf8")) as {
      readonly packages: Readonly<Record<string, { readonly version?: string }>>;
    };
    expect(lock.packages["packages/streams-sdk"]?.version).toBe(first);
    expect(git(tree, "log", "-1", "--format=%s")).toMatch(/^Release @specwright\/.* and 5 other/);
    const files = await tarballOf("streams-sdk", first);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(["package/LICENSE", "package/README.md", "package/dist/index.js"]),
    );
    expect(files.get("package/CHANGELOG.md")).toContain(`## ${first}`);
  });
});

describe("an edit of the contract", () => {
  const property = "        shelf:\n          type: string\n          maxLength: 256\n";
  const images = "        images:\n          type: array\n          maxItems: 10\n";

  it("publishes the package of its contract only", async () => {
    await editSpec(images, `${property}          description: Where it stands.\n${images}`);
    const next = await releaseEdit("Let a listing name its shelf");
    const files = await tarballOf("marketplace-api", next);
    expect(newestSection(files)).toMatch(/^## \S+ - \S+\n\n### Added\n\n[\s\S]*shelf/);
    expect(files.get("package/dist/gen/types.d.ts")).toContain("shelf?: string");
  });

  it("never replaces the contents of a version", async () => {
    const readme = join(tree, "packages/streams/README.md");
    writeFileSync(readme, `${readFileSync(readme, "utf8")}\nMore.\n`);
    commitAll(tree, "Say more");
    const before = registry.published.length;
    const { code, output } = await release("--skip-check");
    expect({ code, published: registry.published.length }).toEqual({ code: 1, published: before });
    expect(output).toMatch(/@specwright\/streams@\S+: package\/README\.md\n/);
    expect(output).toContain("What to do: A published version cannot change. Add a changeset");
    git(tree, "reset", "--quiet", "--hard", "HEAD~1");
  });
});

describe.skipIf(!online)("a user's projects (skipped without the npm registry)", () => {
  const kinds = ["esm", "cjs"] as const;
  const matrix = kinds.flatMap((kind) =>
    (Object.keys(compilers) as (keyof typeof compilers)[]).map((compiler) => ({ kind, compiler })),
  );
  let projects: string;
  let marketplace: Child;
  let address: string;
  let nodes: readonly string[];

  beforeAll(async () => {
    projects = join(folder, "projects");
    writeProjects(projects, registry, "location");
    const settings = join(folder, "settings.json");
    const users = [{ username: "eve", email: "eve@site.example", password: "correct horse" }];
    const seed = { users, listings: [{ owner: "eve", title: "A chess clock" }] };
    writeFileSync(settings, JSON.stringify({ seed }));
    marketplace = startChild({
      script: "apps/marketplace/src/main.ts",
      env: { MARKETPLACE_DATA: join(folder, "data"), MARKETPLACE_SETTINGS: settings },
    });
    const ready = JSON.parse(await marketplace.line(/"ready"/)) as { readonly url: string };
    address = ready.url;
    nodes = [process.execPath, await installNode22(root)];
  });

  it("install the SDKs", async () => {
    const ours = ["marketplace-api", "rest", "streams-sdk"];
    const packages = [...ours.map((name) => `@specwright/${name}`), "@types/node@22"];
    const { code, output } = await install(projects, ...packages);
    expect(code, output).toBe(0);
  });

  it.each(matrix)("compile as $kind with $compiler, and run on Node 22 and 24", async (one) => {
    const { kind, compiler } = one;
    expect(await compile(projects, kind, compiler)).toEqual({ code: 0, output: "" });
    for (const node of nodes) {
      const { code, output } = await start(projects, kind, compiler, node, address);
      expect(code, output).toBe(0);
      expect(output).toBe(
        'listing A chess clock "publish" undefined\nprice 9007199254740993.5\nstreams function\n',
      );
    }
  });

  it("have the SDK's command", async () => {
    const bin = join(projects, "node_modules/.bin/streams-sdk");
    for (const node of nodes) {
      expect(await run(projects, node, [bin, "--help"])).toMatchObject({ code: 0 });
    }
  });
});

describe("a breaking edit of the contract", () => {
  const limit = (maximum: number): string =>
    `            maximum: ${maximum}\n            default: 20\n          example: 20\n`;
  let message: string;
  let breaking: string;

  it("is reported by `specwright diff`, with a value that no longer fits", async () => {
    await editSpec(limit(100), limit(50));
    const { code, output } = await specwright("diff", `git:HEAD:${spec}`, "--format", "json");
    expect(code, output).toBe(1);
    const report = JSON.parse(output) as DiffReport;
    const changes = report.documents.flatMap((document) => document.changes);
    expect(changes).toMatchObject([
      { class: "breaking", surface: "wire", witness: { validIn: "base" }, fails: true },
    ]);
    message = changes[0]?.message ?? "";
  });

  it("raises the version for a breaking change, and comes first in the changelog", async () => {
    breaking = await releaseEdit("Return at most 50 listings at a time");
    expect(breaking).toBe("0.2.0");
    const section = newestSection(await tarballOf("marketplace-api", breaking));
    expect(section).toMatch(/^## 0\.2\.0 - \d{4}-\d\d-\d\d\n\n### Breaking\n/);
    expect(section).toContain(message);
  });

  it("is in the feed of breaking changes; the edit before it is not", async () => {
    const output = join(folder, "feeds");
    const made = await specwright(
      ...["feed", "--document", spec, "--tags", "@specwright/marketplace-api@*"],
      ...["--output", output, "--base-url", "https://changes.example"],
    );
    expect(made.code, made.output).toBe(0);
    const read = (file: string): string => readFileSync(join(output, file), "utf8");
    expect(read("changes-breaking.rss").match(/<item>/g)).toHaveLength(1);
    const shown = message.replaceAll(/`([^`]+)`/g, "&lt;code&gt;$1&lt;/code&gt;");
    expect(read("changes-breaking.rss")).toContain(shown);
    expect(read("changes.rss").match(/<item>/g)).toHaveLength(3);
    const feed = JSON.parse(read("changes.json")) as { readonly items: readonly object[] };
    expect(feed.items[0]).toMatchObject({ title: expect.stringContaining(breaking) });
  });
});
