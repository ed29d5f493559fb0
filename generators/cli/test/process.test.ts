// Behaviour that only a process shows: its minimum Node version, and a closed output.

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { folderOf, removeFolders, shop } from "./run-command.ts";

afterAll(removeFolders);

const source = join(import.meta.dirname, "../src/bin.ts");

/** Runs Node and returns its exit code and stderr; the stream `closed` has no reader. */
function runNode(
  folder: string,
  args: readonly string[],
  closed?: "stdout" | "stderr",
): Promise<readonly [number | null, string]> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 60_000,
    });
    let errors = "";
    child.stdout.resume();
    if (closed !== undefined) child[closed].destroy();
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    child.once("close", (code) => resolve([code, errors]));
  });
}

describe("output that is closed early", () => {
  const documents = { "a.yaml": shop, "b.yaml": shop.replace("/orders:", "/purchases:") };
  const broken = "openapi: 3.1.0\ninfo: { title: Shop }\npaths: {}\n";

  it.each([
    ["explain", ["explain"], 0],
    ["help", ["--help"], 0],
    ["diff of the same documents", ["diff", "a.yaml", "a.yaml", "--format", "json"], 0],
    ["diff that fails", ["diff", "a.yaml", "b.yaml", "--format", "json"], 1],
    ["lint", ["lint", "broken.yaml"], 1],
  ])("does not change the exit code of %s, and adds no message", async (_name, args, code) => {
    const folder = await folderOf({ ...documents, "broken.yaml": broken });
    const run = ["--conditions=@specwright/source", source, ...args];
    const [whole, said] = await runNode(folder, run);
    expect(whole).toBe(code);
    expect(await runNode(folder, run, "stdout")).toEqual([code, said]);
  });

  it("ends a watch", { timeout: 30_000 }, async () => {
    const folder = await folderOf({ "a.yaml": shop });
    const generate = ["generate", "--input", "a.yaml", "--output", "out", "--watch"];
    const run = ["--conditions=@specwright/source", source, ...generate];
    expect((await runNode(folder, run, "stderr"))[0]).toBe(0);
  });
});

describe("an older Node", () => {
  const bin = join(import.meta.dirname, "../bin/specwright.js");
  const pretend = `Object.defineProperty(process.versions, "node", { value: "20.20.2" });`;

  it("gets one line with the required version", async () => {
    const preload = ["--import", `data:text/javascript,${encodeURIComponent(pretend)}`];
    expect(await runNode(await folderOf({}), [...preload, bin, "--version"])).toEqual([
      1,
      "specwright needs Node 22 or newer; this is Node 20.20.2.\n",
    ]);
  });

  it("is really a version that the package does not support", async () => {
    const manifest = await readFile(join(import.meta.dirname, "../package.json"), "utf8");
    expect(JSON.parse(manifest).engines.node).toBe(">=22");
    expect(await readFile(bin, "utf8")).toContain("const oldest = 22;");
  });
});
