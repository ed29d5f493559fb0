// Packages as npm users get them: every public package is packed and checked by publint and attw.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { checkPackage, createPackageFromTarballData, type Package } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, describe, expect, it } from "vitest";

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly license?: string;
  readonly type?: string;
  readonly exports?: Readonly<Record<string, { readonly types?: string }>>;
  /** Names that begin with `#`, by condition. */
  readonly imports?: Readonly<
    Record<string, { readonly types: string; readonly browser: { readonly types: string } }>
  >;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly optionalDependencies?: Readonly<Record<string, string>>;
      }
    >
  >;
}

const root = new URL("..", import.meta.url).pathname;
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
const folders = ["generators", "packages", "apps"]
  .flatMap((top) => readdirSync(join(root, top)).map((name) => `${top}/${name}`))
  .filter((folder) => existsSync(join(root, folder, "package.json")));
const published = folders.filter((folder) => manifestOf(folder).private !== true);

const tarballs = mkdtempSync(join(tmpdir(), "specwright-pack-"));
afterAll(() => rmSync(tarballs, { recursive: true, force: true }));

/** Packs a built package and returns the path of the tarball. */
function pack(folder: string): string {
  const output = execFileSync(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", tarballs],
    {
      cwd: join(root, folder),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const parsed: unknown = JSON.parse(output);
  const entries = Object.values(parsed as Record<string, { readonly filename: string }>);
  const filename = entries[0]?.filename;
  if (filename === undefined) throw new Error(`npm pack printed no file name for ${folder}`);
  return join(tarballs, filename);
}

/**
 * Lists the packages that npm installs with one of ours, without the dependencies of third-party packages.
 */
function installedWith(name: string): ReadonlySet<string> {
  const installed = new Set<string>();
  const add = (each: string): void => {
    if (installed.has(each)) return;
    installed.add(each);
    const folder = folders.find((one) => manifestOf(one).name === each);
    if (folder === undefined) return;
    const { dependencies, peerDependencies, peerDependenciesMeta } = manifestOf(folder);
    for (const dependency of Object.keys(dependencies ?? {})) add(dependency);
    for (const peer of Object.keys(peerDependencies ?? {})) {
      if (peerDependenciesMeta?.[peer]?.optional !== true) add(peer);
    }
  };
  add(name);
  return installed;
}

/**
 * Lists the packages whose types the public declarations of a package import, except Node's own. Only files
 * that an entry leads to count, because an older build may have left others.
 */
function importedPackages(
  contents: Package,
  entries: readonly string[],
  imports: Manifest["imports"] = {},
): readonly string[] {
  const named = new Set<string>();
  const seen = new Set(
    entries.map((entry) => posix.join("/node_modules", contents.packageName, entry)),
  );
  // The set grows during the iteration.
  for (const path of seen) {
    const code = contents.readFile(path).replaceAll(/\/\*[\s\S]*?\*\//g, "");
    for (const [, name = ""] of code.matchAll(/(?:from|import\() ?["']([^"']+)["']/g)) {
      const file = posix.join(posix.dirname(path), name.replace(/\.[jt]s$/, ".d.ts"));
      const platform = imports[name];
      if (name.startsWith(".")) seen.add(file);
      else if (platform !== undefined) {
        for (const target of [platform.types, platform.browser.types]) {
          seen.add(posix.join("/node_modules", contents.packageName, target));
        }
      } else if (!isBuiltin(name)) named.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
    }
  }
  return [...named].sort();
}

describe("dependencies", () => {
  const engines = ["lmdb", "@nats-io/jetstream", "@nats-io/transport-node"];

  it("a stream server does not depend on a log engine", () => {
    const installed = installedWith("@specwright/streams");
    expect([...installed].filter((name) => !name.startsWith("@specwright/")).sort()).toEqual([
      "@noble/hashes",
      "ws",
    ]);
  });

  it("the streaming service depends on all log engines", () => {
    expect([...installedWith("@specwright/streams-service")]).toEqual(
      expect.arrayContaining(engines),
    );
  });

  it("a REST server does not depend on a framework", () => {
    const installed = [...installedWith("@specwright/rest")].sort();
    expect(installed).toEqual(["@specwright/rest", "@specwright/runtime"]);
  });

  it("a contract does not depend on a transport", () => {
    const installed = [...installedWith("@specwright/streams-api")].sort();
    expect(installed).toEqual(["@specwright/runtime", "@specwright/streams-api", "zod"]);
  });
});

describe("published packages", () => {
  it.each(published)("%s is built, well-formed and resolvable as ESM", async (folder) => {
    expect(existsSync(join(root, folder, "dist")), `${folder} is not built`).toBe(true);
    const tarball = readFileSync(pack(folder));
    const { messages, pkg } = await publint({
      pack: { tarball: Uint8Array.from(tarball).buffer },
      level: "suggestion",
      strict: true,
    });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);

    const contents = createPackageFromTarballData(tarball);
    const files = contents.listFiles().map((path) => path.split("/").slice(4).join("/"));
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
    expect(files.filter((path) => path.startsWith("dist/")).length).toBeGreaterThan(1);

    const { dependencies, peerDependencies, exports, imports } = manifestOf(folder);
    const known = Object.keys({ ...dependencies, ...peerDependencies });
    const entries = Object.values(exports ?? {}).flatMap(({ types }) => types ?? []);
    const named = importedPackages(contents, entries, imports);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);

    // JSON and YAML files are exported too, and are not modules.
    const analysis = await checkPackage(contents, { excludeEntrypoints: [/\.yaml$/] });
    const problems = analysis.types === false ? ["no types"] : analysis.problems;
    // The packages are ESM only: `require` under node10 and node16-cjs is out of scope.
    const ignored = new Set(["CJSResolvesToESM"]);
    const kept = problems.filter(
      (problem) =>
        typeof problem === "string" ||
        !(
          ignored.has(problem.kind) ||
          ("resolutionKind" in problem &&
            (problem.resolutionKind === "node10" || problem.resolutionKind === "node16-cjs"))
        ),
    );
    expect(kept).toEqual([]);
  });

  it.each(folders)("%s pins every dependency exactly", (folder) => {
    const { dependencies = {}, devDependencies = {} } = manifestOf(folder);
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  it("the lock file has the native binaries of every platform, so that npm ci installs anywhere", () => {
    const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
    const locked = new Set(
      Object.entries(lock.packages).map(
        ([path, { version }]) => `${path.split("node_modules/").at(-1)}@${version}`,
      ),
    );
    const wanted = Object.values(lock.packages)
      .flatMap(({ optionalDependencies = {} }) => Object.entries(optionalDependencies))
      .filter(([, version]) => /^\d/.test(version))
      .map(([name, version]) => `${name}@${version}`);
    expect(wanted.filter((each) => !locked.has(each))).toEqual([]);
  });

  it("tsc is the native compiler", () => {
    const version = execFileSync(join(root, "node_modules/.bin/tsc"), ["--version"], {
      encoding: "utf8",
    });
    expect(version).toMatch(/^Version 7\./);
  });
});
