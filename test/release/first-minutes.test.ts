// The first minutes of a new user: an empty folder with a document, and four commands that end in a
// project that compiles.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readBlocks } from "../readmes/read-blocks.ts";
import { compilers } from "./consumer.ts";
import { installNode22, isOnline } from "./node-22.ts";
import { publishPackages } from "./publish-packages.ts";
import { type PackageRegistry, startRegistry } from "./registry.ts";
import { type Ending, run } from "./run.ts";
import { startProgram } from "./start-program.ts";
import { startVerdaccio } from "./verdaccio.ts";

const root = new URL("../..", import.meta.url).pathname;
const online = await isOnline();
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** The packages that `init` adds to a project, and the command. */
const packages = ["generators/cli", "packages/rest", "packages/streams"];

const documents = ["openapi.yaml", "asyncapi.yaml"];

/** The projects to start from: package type, Node version and compiler. */
const all = ([22, 24] as const).flatMap((node) =>
  (["module", "commonjs"] as const).flatMap((type) =>
    ([undefined, "5.9.3"] as const).map((typescript) => ({ node, type, typescript })),
  ),
);
// These two cover every value; `MATRIX=all` tests all eight.
const some = all.filter(({ node, type, typescript }) =>
  node === 22
    ? type === "commonjs" && typescript === undefined
    : type === "module" && typescript !== undefined,
);

/** Strict compiler flags with which users compile generated code. */
const strictSets: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "exact optional properties": { exactOptionalPropertyTypes: true },
  "isolated declarations": { isolatedDeclarations: true, declaration: true },
  "a bundler": { module: "esnext", moduleResolution: "bundler" },
  "erasable syntax": { erasableSyntaxOnly: true },
  "unchecked indexes": { noUncheckedIndexedAccess: true },
  "unused names": { noUnusedLocals: true, noUnusedParameters: true },
  "Node's own modules": { module: "nodenext", verbatimModuleSyntax: true },
};

describe.skipIf(!online)("the first minutes (skipped without the npm registry)", () => {
  let folder: string;
  let registry: PackageRegistry;
  const paths: Record<22 | 24, string> = { 22: "", 24: dirname(process.execPath) };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "specwright-first-"));
    registry =
      process.env["REGISTRY"] === "verdaccio"
        ? await startVerdaccio(root, folder)
        : await startRegistry();
    paths[22] = dirname(await installNode22(root));
    await publishPackages(registry, folder, packages);
  });

  afterAll(async () => {
    await registry[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const settings = (): string =>
    `@specwright:registry=${registry.url}\nfund=false\naudit=false\nprefer-offline=true\n`;

  /** Runs a command line in a project; throws if it fails. */
  async function succeed(project: string, node: 22 | 24, line: string): Promise<Ending> {
    const [command = "", ...args] = line.split(" ");
    const PATH = `${paths[node]}${delimiter}${process.env["PATH"]}`;
    const ending = await run(project, command, args, { PATH });
    expect(ending.code, `${line}\n${ending.output}`).toBe(0);
    return ending;
  }

  it.each(process.env["MATRIX"] === "all" ? all : some)(
    "end in a project that compiles: $type, Node $node, TypeScript $typescript",
    async ({ node, type, typescript }) => {
      const project = join(folder, `${type}-${node}-${typescript ?? "newest"}`);
      mkdirSync(project);
      for (const name of documents) {
        copyFileSync(join(import.meta.dirname, "documents", name), join(project, name));
      }
      writeFileSync(join(project, ".npmrc"), settings());
      const go = (line: string): Promise<Ending> => succeed(project, node, line);

      await go("npm init -y");
      await go(`npm pkg set type=${type}`);
      if (typescript !== undefined) await go(`npm install -D typescript@${typescript}`);
      await go("npm install -D @specwright/cli");
      await go("npx specwright init --yes");
      await go("npx specwright generate");
      await go("npx tsc");
      // Compile the declarations too, although the default of users (skipLibCheck) skips them.
      const config = join(project, `specwright.config.${type === "module" ? "ts" : "mts"}`);
      const text = readFileSync(config, "utf8");
      writeFileSync(config, text.replaceAll(", emitters }", ", emitters, typeCheck: true }"));
      expect((await go("npx specwright generate")).output).toMatch(/changed/);
      await go("npx tsc");

      const { output } = await go("npx tsc --version");
      expect(output).toMatch(typescript === undefined ? /^Version 7\./ : /^Version 5\.9\./);
      // A second run changes nothing.
      expect((await go("npx specwright generate")).output).toMatch(/up to date/);
    },
  );

  it("end in a working client, for the first code of the README", async () => {
    const readme = readBlocks(readFileSync(join(root, "README.md"), "utf8"));
    const [document = "", commands = "", program = ""] = ["yaml", "sh", "ts"].map(
      (wanted) => readme.find(({ language }) => language === wanted)?.text,
    );
    const project = join(folder, "readme");
    mkdirSync(project);
    writeFileSync(join(project, ".npmrc"), settings());
    writeFileSync(join(project, "openapi.yaml"), document);
    const lines = commands.trim().split("\n");
    expect(lines.pop()).toBe("npx specwright mock openapi.yaml");
    for (const line of lines) await succeed(project, 24, line);
    // Another program may use the port of the README.
    const mock = ["exec", "--", "specwright", "mock", "openapi.yaml", "--port", "0"];
    const PATH = `${paths[24]}${delimiter}${process.env["PATH"]}`;
    const service = startProgram(project, mock, { PATH });
    try {
      const [, address = ""] = await service.line(/is mocked at (\S+)/);
      expect(program).toContain('"http://127.0.0.1:4010"');
      const main = program.replace("http://127.0.0.1:4010", address);
      writeFileSync(join(project, "src/main.ts"), main);
      expect((await succeed(project, 24, "node src/main.ts")).output).toBe("string 1n\n");
    } finally {
      await service.kill();
    }
  });

  it.each(Object.entries(strictSets))("compile with the flags for %s", async (name, flags) => {
    const project = join(folder, "module-24-5.9.3");
    const config = {
      extends: "./tsconfig.json",
      compilerOptions: { ...flags, outDir: `dist-${name.replaceAll(/\W/g, "-")}` },
    };
    const file = `tsconfig.${name.replaceAll(/\W/g, "-")}.json`;
    writeFileSync(join(project, file), JSON.stringify(config));
    for (const compiler of Object.values(compilers)) {
      const args = [compiler, "--project", file];
      expect(await run(project, process.execPath, args)).toEqual({ code: 0, output: "" });
    }
  });

  it("add only the packages that the generated code needs", () => {
    const text = readFileSync(join(folder, "module-24-5.9.3", "package.json"), "utf8");
    const { dependencies, devDependencies } = JSON.parse(text) as Readonly<
      Record<string, Readonly<Record<string, string>>>
    >;
    expect(Object.keys(dependencies ?? {}).sort()).toEqual([
      "@specwright/rest",
      "@specwright/runtime",
      "@specwright/streams",
    ]);
    expect(Object.keys(devDependencies ?? {}).sort()).toEqual([
      "@specwright/cli",
      "@types/node",
      "typescript",
    ]);
  });
});
