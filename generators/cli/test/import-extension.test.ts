import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { command, filesIn, folderOf, removeFolders, shop } from "./run-command.ts";

afterAll(removeFolders);

const generate = ["generate", "--input", "shop.yaml", "--output", "src/gen", "--emit", "client"];

/** Generates into a project with these files; returns the files and the import path in the client. */
async function generated(
  files: Readonly<Record<string, string>>,
  ...flags: readonly string[]
): Promise<{ readonly names: readonly string[]; readonly imports: readonly string[] }> {
  const folder = await folderOf({ "shop.yaml": shop, ...files });
  await command(folder, [...generate, ...flags]);
  const written = await filesIn(join(folder, "src/gen"));
  const client = written["client.ts"] ?? written["client.mts"] ?? "";
  const imports = [...client.matchAll(/from "(\..*)";/g)].map(([, from = ""]) => from);
  return { names: Object.keys(written).filter((name) => name.startsWith("client")), imports };
}

const tsconfig = (options: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ compilerOptions: options });

const js = { names: ["client.ts"], imports: ["./descriptors.js", "./types.js"] };
const ts = { names: ["client.ts"], imports: ["./descriptors.ts", "./types.ts"] };
const none = { names: ["client.ts"], imports: ["./descriptors", "./types"] };
const mts = { names: ["client.mts"], imports: ["./descriptors.mts", "./types.mts"] };
const mjs = { names: ["client.mts"], imports: ["./descriptors.mjs", "./types.mjs"] };

describe("the import extension", () => {
  it.each([
    ["an ES module without a tsconfig", "module", undefined, ts],
    ["a CommonJS package without a tsconfig", "commonjs", undefined, mts],
    ["a package without a type", undefined, { module: "nodenext" }, mjs],
    ["nodenext", "module", { module: "nodenext" }, js],
    ["nodenext in CommonJS", "commonjs", { module: "NodeNext" }, mjs],
    ["node20 in CommonJS", "commonjs", { module: "node20" }, mjs],
    ["node16 as the resolution alone", "commonjs", { moduleResolution: "node16" }, mjs],
    ["extensions of TypeScript", "module", { allowImportingTsExtensions: true }, ts],
    ["rewritten extensions", "module", { rewriteRelativeImportExtensions: true }, ts],
    ["extensions of TypeScript in CommonJS", "commonjs", { allowImportingTsExtensions: true }, mts],
    ["CommonJS output", "commonjs", { module: "commonjs" }, none],
    ["a bundler", "commonjs", { module: "esnext", moduleResolution: "bundler" }, none],
    [
      "a bundler with extensions",
      undefined,
      { module: "preserve", moduleResolution: "bundler", allowImportingTsExtensions: true },
      ts,
    ],
  ])("fits %s", async (_name, type, options, want) => {
    expect(
      await generated({
        "package.json": JSON.stringify({ type }),
        ...(options !== undefined && { "tsconfig.json": tsconfig(options) }),
      }),
    ).toEqual(want);
  });

  it("follows the config that a tsconfig extends, including comments", async () => {
    expect(
      await generated({
        "package.json": '{"type":"module"}',
        "tsconfig.json": '{ /* ours */ "extends": "./base.json", }',
        "base.json": tsconfig({ rewriteRelativeImportExtensions: true }),
      }),
    ).toEqual(ts);
  });

  it("follows the tsconfig nearest to the output", async () => {
    expect(
      await generated({
        "package.json": '{"type":"module"}',
        "tsconfig.json": tsconfig({ module: "nodenext" }),
        "src/tsconfig.json": tsconfig({ allowImportingTsExtensions: true }),
      }),
    ).toEqual(ts);
  });

  it("32.4 follows the referenced tsconfig that covers the output, if the main one has references only", async () => {
    const files = {
      "package.json": '{"type":"module"}',
      "tsconfig.json": JSON.stringify({
        files: [],
        references: [{ path: "./tsconfig.node.json" }, { path: "./tsconfig.app.json" }],
      }),
      "tsconfig.node.json":
        '{"compilerOptions":{"module":"nodenext"},"include":["vite.config.ts"]}',
      "tsconfig.app.json":
        '{"compilerOptions":{"module":"esnext","moduleResolution":"bundler"},"include":["src"]}',
    };
    expect(await generated(files)).toEqual(none);
    const app = '{"compilerOptions":{"allowImportingTsExtensions":true}}';
    const folders = {
      "package.json": '{"type":"module"}',
      "tsconfig.json": '{"files":[],"references":[{"path":"./config"}]}',
      "config/tsconfig.json": '{"extends":"./base.json","include":["../src"]}',
      "config/base.json": app,
    };
    expect(await generated(folders)).toEqual(ts);
    // A tsconfig for other files does not count.
    const { "tsconfig.app.json": _app, ...others } = files;
    expect(await generated(others)).toEqual(js);
  });

  it("32.4 is absent where Metro bundles without a tsconfig", async () => {
    const files = { "package.json": '{"dependencies":{"react-native":"0.85.0"}}' };
    expect(await generated(files)).toEqual(none);
  });

  it("ignores a tsconfig outside of the package", async () => {
    // This package's own tsconfig, above the test folders, would give `ts`.
    expect(await generated({ "package.json": '{"type":"commonjs"}' })).toEqual(mts);
  });

  it("leaves errors of a broken tsconfig to the compiler", async () => {
    expect(
      await generated({ "package.json": '{"type":"module"}', "tsconfig.json": "{ what" }),
    ).toEqual(js);
  });

  it("can be set", async () => {
    const files = { "package.json": '{"type":"module"}' };
    expect(await generated(files, "--import-extension", "ts")).toEqual(ts);
    expect(await generated(files, "--import-extension", "mjs")).toEqual(mjs);
    expect(await generated(files, "--import-extension", "none")).toEqual(none);
  });
});
