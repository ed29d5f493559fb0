// `diff --output`, `diff --accept` and `changeset` leave each file in its old or its new state if they are
// killed or interrupted, if the disk is full, or if the folder is read-only.

import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { chmod, lstat, readdir, readFile, symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeWhole } from "../src/project/write-whole.ts";
import { explainFailure } from "../src/terminal/explain-failure.ts";
import { removeRepositories, repositoryOf } from "./git-repository.ts";
import { command, filesIn, folderOf, removeFolders, shop, write } from "./run-command.ts";

afterAll(removeFolders);
afterAll(removeRepositories);

const bin = join(import.meta.dirname, "../src/bin.ts");
const node = [process.execPath, "--conditions=@specwright/source", bin];

/** Returns a document of 100 schemas whose fields have the given name. */
function big(field: string): string {
  const schemas = Array.from(
    { length: 100 },
    (_, index) => `    S${index}: { type: object, properties: { ${field}: { type: string } } }`,
  );
  return `openapi: 3.1.0\ninfo: { title: Big, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n${schemas.join("\n")}\n`;
}

/** Runs a program until it ends; sends the signal as soon as a folder has a staged file. */
function runUntil(
  folder: string,
  [program = "", ...args]: readonly string[],
  staged?: { readonly folder: string; readonly signal: NodeJS.Signals },
): Promise<NodeJS.Signals | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: folder, stdio: "ignore" });
    const watcher =
      staged &&
      watch(staged.folder, (_event, name) => {
        if (name?.startsWith(`.specwright-${child.pid}-`)) child.kill(staged.signal);
      });
    child.once("exit", (_code, signal) => {
      watcher?.close();
      resolve(signal);
    });
  });
}

interface Case {
  readonly name: string;
  /** Returns a folder in which the command has run once, with changes to write again. */
  readonly prepare: () => Promise<string>;
  readonly args: readonly string[];
  /** The folder of the output. */
  readonly target: string;
}

const cases: readonly Case[] = [
  {
    name: "diff --output",
    prepare: async () => {
      const folder = await folderOf({
        "a.yaml": big("a"),
        "b.yaml": big("b"),
        "report.json": "old",
      });
      return folder;
    },
    args: ["diff", "a.yaml", "b.yaml", "--format", "json", "--output", "report.json"],
    target: ".",
  },
  {
    name: "changeset",
    prepare: async () => {
      const { folder, git } = await repositoryOf({
        "package.json": JSON.stringify({ name: "root", private: true, workspaces: ["spec"] }),
        "spec/package.json": JSON.stringify({ name: "@shop/spec", version: "1.0.0" }),
        "spec/api.yaml": big("a"),
        ".changeset/config.json": JSON.stringify({ baseBranch: "main" }),
        "specwright.config.ts":
          'export default { contracts: [{ input: "spec/api.yaml", output: "spec/gen", emitters: [] }] };',
      });
      await git("checkout", "-q", "-b", "edit");
      await write(folder, "spec/api.yaml", big("b"));
      await command(folder, ["changeset"]);
      await write(folder, "spec/api.yaml", big("c"));
      return folder;
    },
    args: ["changeset"],
    target: ".changeset",
  },
];

/** Returns the files of a folder, except staged ones. */
async function settled(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((each) => each.isFile() && !each.name.startsWith(".specwright-"))
    .map((each) => each.name);
  const texts = names.map(async (name) => [name, await readFile(join(folder, name), "utf8")]);
  return Object.fromEntries(await Promise.all(texts));
}

/** Returns the files of a case before and after a whole run. */
async function wholeRun({ prepare, args, target }: Case) {
  const folder = await prepare();
  const before = await settled(join(folder, target));
  await command(folder, args);
  return { before, after: await settled(join(folder, target)) };
}

/** Checks that each file has its text from before or from after a whole run. */
async function expectWhole(
  each: Case,
  whole: ReturnType<typeof wholeRun>,
  end: (folder: string) => Promise<unknown>,
): Promise<void> {
  const { before, after } = await whole;
  expect(after).not.toEqual(before);
  const folder = await each.prepare();
  await end(folder);
  const left = await settled(join(folder, each.target));
  for (const [name, text] of Object.entries(left)) {
    expect([before[name], after[name]], name).toContain(text);
  }
  // The text of a changeset moves with its file: one of the two always exists.
  expect(Object.keys(left).length).toBeGreaterThanOrEqual(Object.keys(before).length);
  await command(folder, each.args);
  expect(await settled(join(folder, each.target))).toEqual(after);
  const rest = (await readdir(join(folder, each.target))).filter((name) => name.endsWith(".tmp"));
  expect(rest).toEqual([]);
}

describe.each(cases)("$name", (each) => {
  let whole: ReturnType<typeof wholeRun>;
  beforeAll(() => {
    whole = wholeRun(each);
  });

  it.each(["SIGKILL", "SIGINT"] as const)("ended by %s", { timeout: 60_000 }, async (signal) => {
    await expectWhole(each, whole, async (folder) => {
      const staged = { folder: join(folder, each.target), signal };
      expect(await runUntil(folder, [...node, ...each.args], staged)).toBe(signal);
    });
  });

  it("on a full disk", { timeout: 60_000 }, async () => {
    // The size limit of a file is one block, as on a full disk.
    const limited = `trap '' XFSZ; ulimit -f 1; exec "$@"`;
    await expectWhole(each, whole, (folder) =>
      runUntil(folder, ["bash", "-c", limited, "bash", ...node, ...each.args]),
    );
  });
});

describe("generate --split", () => {
  const args = ["generate", "--input", "a.yaml", "--output", "gen", "--emit", "types"];
  const split = [...args, "--split", "schema"];

  it.each(["SIGINT", "SIGTERM"] as const)("ended by %s", { timeout: 60_000 }, async (signal) => {
    const folder = await folderOf({ "a.yaml": big("a"), "gen/own.txt": "mine" });
    const staged = { folder: join(folder, "gen"), signal };
    expect(await runUntil(folder, [...node, ...split], staged)).toBe(signal);
    // All files are in place, and nothing else.
    const again = await command(folder, ["check", ...split.slice(1)]);
    expect(again).toMatchObject({ code: 0 });
    expect((await readdir(join(folder, "gen"))).filter((name) => /-\d/.test(name))).toEqual([]);
    expect(await readdir(folder)).toEqual(["a.yaml", "gen"]);
  });

  it("into a folder whose parent is read-only", async () => {
    const folder = await folderOf({ "a.yaml": big("a"), "out/gen/own.txt": "mine" });
    await chmod(join(folder, "out"), 0o555);
    const into = args.map((each) => (each === "gen" ? "out/gen" : each));
    // Root may write everywhere.
    const asUser = process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--clear-groups"] : [];
    await chmod(join(folder, "out/gen"), 0o777);
    await chmod(folder, 0o755);
    expect(await runUntil(folder, [...asUser, ...node, ...into])).toBe(null);
    expect(await readdir(join(folder, "out/gen"))).toContain("types.ts");
  });
});

describe("writing a file", () => {
  it("keeps its mode, and keeps a link", async () => {
    const folder = await folderOf({ "real.txt": "old" });
    await chmod(join(folder, "real.txt"), 0o640);
    await symlink("real.txt", join(folder, "link.txt"));
    await writeWhole(join(folder, "link.txt"), "new");
    expect((await lstat(join(folder, "link.txt"))).isSymbolicLink()).toBe(true);
    expect((await lstat(join(folder, "real.txt"))).mode & 0o777).toBe(0o640);
    expect(await settled(folder)).toMatchObject({ "real.txt": "new" });
  });

  it("removes files of a killed run, and none of a running one", async () => {
    const own = `.specwright-${process.pid}-other.tmp`;
    const folder = await folderOf({ ".specwright-999999999-a.txt.tmp": "half", [own]: "half" });
    await writeWhole(join(folder, "a.txt"), "new");
    expect((await readdir(folder)).sort()).toEqual([own, "a.txt"]);
  });

  it("31.15 removes files of a killed run with the same process id, as in a container", async () => {
    const left = `.specwright-${process.pid}-other.tmp`;
    const folder = await folderOf({ [left]: "half" });
    const before = new Date(performance.timeOrigin - 3_600_000);
    await utimes(join(folder, left), before, before);
    await writeWhole(join(folder, "a.txt"), "new");
    expect(await readdir(folder)).toEqual(["a.txt"]);
  });

  // root may write anywhere.
  it.skipIf(process.getuid?.() === 0)("keeps a read-only folder unchanged", async () => {
    const folder = await folderOf({ "a.yaml": big("a"), "b.yaml": big("b"), "report.json": "old" });
    await chmod(folder, 0o555);
    const { code, err } = await command(folder, cases[0]?.args ?? []);
    await chmod(folder, 0o755);
    expect([code, err]).toEqual([2, expect.stringContaining("error file_system")]);
    expect((await readdir(folder)).sort()).toEqual(["a.yaml", "b.yaml", "report.json"]);
  });

  it("creates missing folders", async () => {
    const folder = await folderOf({ "a.yaml": shop, "b.yaml": shop });
    const args = ["diff", "a.yaml", "b.yaml", "--output", "new/folder/report.txt"];
    const { code, err } = await command(folder, args);
    expect([code, err]).toEqual([0, "Wrote new/folder/report.txt."]);
    expect(Object.keys(await filesIn(folder))).toContain("new/folder/report.txt");
  });

  it.each([
    ["ENOSPC", "The disk is full."],
    ["EROFS", "Use a folder that is not read-only."],
    ["EACCES", "Check the permissions"],
    ["ENOENT", "Check that the folder exists"],
  ])("gives a fix that suits %s", async (code, fix) => {
    const lines: string[] = [];
    const error = Object.assign(new Error(`${code}: failed, write`), { code, syscall: "write" });
    const terminal = { folder: "", out: () => {}, status: () => {} };
    const exitCode = await explainFailure(error, {
      ...terminal,
      err: (line) => void lines.push(line),
    });
    expect([exitCode, lines]).toEqual([
      1,
      [`error file_system: ${code}: failed, write`, expect.stringContaining(fix)],
    ]);
  });
});
