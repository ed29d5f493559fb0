// `npm install --save-dev @specwright/cli` in an empty project: its size, and that the command works.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { compilers } from "./consumer.ts";
import { isOnline } from "./node-22.ts";
import { publishPackages } from "./publish-packages.ts";
import { startRegistry, type TestRegistry } from "./registry.ts";
import { type Ending, run } from "./run.ts";

/** Runs a command line on its own terminal, and presses Enter at its question. */
async function answered(cwd: string, question: RegExp, line: string): Promise<Ending> {
  // A new terminal has no width: it would print each character of the question on its own line.
  const command = `stty cols 200 && ${line}`;
  const args = ["--quiet", "--return", "--command", command, "/dev/null"];
  const child = spawn("script", args, { cwd });
  let output = "";
  let isAnswered = false;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (isAnswered || !question.test(output)) return;
    isAnswered = true;
    child.stdin.write("\r");
  });
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}

const root = new URL("../..", import.meta.url).pathname;
const online = await isOnline();
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** The part of an installed manifest that these tests read. */
interface Installed {
  readonly name?: string;
  readonly version?: string;
  readonly scripts?: Readonly<Record<string, string>>;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

describe.skipIf(!online)("the installed command (skipped without the npm registry)", () => {
  const kinds = ["module", "commonjs"] as const;
  let folder: string;
  let project: string;
  let registry: TestRegistry;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "specwright-installed-"));
    project = join(folder, "project");
    registry = await startRegistry();
    await publishPackages(registry, folder, ["generators/cli"]);
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), "{}");
    const settings = `@specwright:registry=${registry.url}\nfund=false\naudit=false\n`;
    writeFileSync(join(project, ".npmrc"), settings);
    const args = ["install", "--prefer-offline", "--ignore-scripts", "-D", "@specwright/cli"];
    const installed = await run(project, "npm", args);
    expect(installed.code, installed.output).toBe(0);
  });

  afterAll(async () => {
    await registry[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const specwright = (cwd: string, ...args: readonly string[]): Promise<Ending> =>
    run(cwd, process.execPath, [join(project, "node_modules/.bin/specwright"), ...args]);

  // npm creates each file by itself: 1300 files took four times as long.
  it("is at most 6 packages, 170 files and 8 MB, without scripts that run at installation", () => {
    const files = globSync("node_modules/**/*", { cwd: project })
      .map((path) => join(project, path))
      .filter((path) => statSync(path).isFile());
    const manifests = files
      .filter((path) => /node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
      .map((path) => readJson(path) as Installed);
    const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
    expect(manifests.length).toBeGreaterThan(1);
    expect(manifests.length).toBeLessThanOrEqual(6);
    expect(files.length).toBeLessThanOrEqual(170);
    expect(bytes).toBeLessThanOrEqual(8_000_000);
    const hooks = ["preinstall", "install", "postinstall"];
    const running = manifests.filter(({ scripts = {} }) => hooks.some((hook) => hook in scripts));
    expect(running.map(({ name }) => name)).toEqual([]);
  });

  it.each(Object.entries(compilers))("has declarations that compile with %s", async (_, tsc) => {
    writeFileSync(
      join(project, "use.ts"),
      `import { type Config, defineConfig } from "@specwright/cli";
export const config: Config = defineConfig({ contracts: [] });
`,
    );
    const flags = ["--noEmit", "--strict", "--module", "nodenext", "--skipLibCheck", "false"];
    const libraries = ["--target", "es2024", "--types", "node"];
    const types = ["--typeRoots", join(root, "node_modules/@types")];
    const args = [tsc, "use.ts", ...flags, ...libraries, ...types];
    const ending = await run(project, process.execPath, args);
    expect(ending).toEqual({ code: 0, output: "" });
  });

  it.each([
    { args: ["--version"], want: /^\d+\.\d+\.\d+\S*\n$/ },
    { args: ["--help"], want: /Usage: specwright/ },
    { args: ["explain", "package_missing"], want: /package_missing/ },
  ])("runs $args", async ({ args, want }) => {
    const { code, output } = await specwright(project, ...args);
    expect(code, output).toBe(0);
    expect(output).toMatch(want);
  });

  it.each(kinds)("generates from both kinds of documents in a package of type %s", async (type) => {
    const here = join(project, type);
    mkdirSync(here);
    writeFileSync(join(here, "package.json"), JSON.stringify({ type }));
    const documents = ["marketplace/openapi.yaml", "streams/asyncapi.yaml"].map((path) =>
      join(root, "specs", path),
    );
    const contracts = documents.map(
      (input, index) =>
        `{ input: ${JSON.stringify(input)}, root: ${JSON.stringify(join(root, "specs"))}, output: "gen-${index}", emitters: builtInEmitters(["client", "server", "zod", "docs", "bundle"]) }`,
    );
    writeFileSync(
      join(here, "specwright.config.ts"),
      `import { builtInEmitters, type Config } from "@specwright/cli";
const config: Config = { contracts: [${contracts.join(", ")}] };
export default config;
`,
    );
    const { code, output } = await specwright(here, "generate");
    expect(code, output).toBe(0);
    for (const index of [0, 1]) {
      const written = globSync(`gen-${index}/{client,server,types,schemas}.{ts,mts}`, {
        cwd: here,
      });
      expect(written).toHaveLength(4);
    }
  });

  it.each([
    ["marketplace/openapi.yaml", "http"],
    ["streams/asyncapi.yaml", "ws"],
  ])("mocks %s", async (path, protocol) => {
    const specs = join(root, "specs");
    const bin = join(project, "node_modules/.bin/specwright");
    const args = [bin, "mock", join(specs, path), "--root", specs, "--port", "0"];
    const child = spawn(process.execPath, args, { cwd: project });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (/Stop it/.test(text)) child.kill("SIGINT");
      });
    }
    const [code] = (await once(child, "close")) as [number];
    expect(code, output).toBe(0);
    expect(output).toMatch(new RegExp(`mocked at ${protocol}://127\\.0\\.0\\.1:\\d+\\n`));
    expect(output).toMatch(/Stopped\.\n$/);
    expect(output).not.toContain("Warning");
  });

  it.runIf(process.platform === "linux")("installs ts-morph on request", async () => {
    const spec = join(root, "specs/publisher/openapi.yaml");
    const bin = join(project, "node_modules/.bin/specwright");
    const flags = `--input ${spec} --root ${join(root, "specs")} --output gen --handlers handlers.ts`;
    const line = `${process.execPath} ${bin} implement ${flags}`;
    const { code, output } = await answered(project, /Install ts-morph@28 with npm now\?/, line);
    expect(code, output).toBe(0);
    expect(readFileSync(join(project, "handlers.ts"), "utf8")).toContain("NotImplementedError");
    expect(readJson(join(project, "package.json"))).toMatchObject({
      devDependencies: { "ts-morph": expect.stringMatching(/^\^?28\./) },
    });
  });
});
