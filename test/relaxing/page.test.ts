// docs/relaxing.md, followed word by word.

import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { readBlocks } from "../readmes/read-blocks.ts";

const folder = resolve(`.tmp/relaxing-page-${process.pid}`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("the page of relaxing shows what happens", async () => {
  const blocks = readBlocks(readFileSync("docs/relaxing.md", "utf8"));
  const [config, program] = blocks.filter(({ language }) => language === "ts");
  const files = {
    "openapi.yaml": blocks.find(({ mark }) => mark === "document"),
    "specwright.config.ts": config,
    "src/try.ts": program,
  };
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const [path, block] of Object.entries(files))
    writeFileSync(join(folder, path), block?.text ?? "");
  const run = async (...args: readonly string[]): Promise<string> => {
    const program = promisify(execFile)(
      process.execPath,
      ["--conditions=@specwright/source", ...args],
      { cwd: folder },
    );
    const { stdout, stderr } = await program;
    return stderr + stdout;
  };
  await run(resolve("generators/cli/src/bin.ts"), "generate");
  const wanted = blocks.find(({ mark }) => mark === "output")?.text;
  expect(await run("src/try.ts")).toBe(wanted);
});
