// A killed run leaves every file in its old or its new state, and the next run cleans up.

import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { command, filesIn, folderOf, removeFolders, write } from "./run-command.ts";

afterAll(removeFolders);

const bin = join(import.meta.dirname, "../src/bin.ts");
const args = ["generate", "--input", "big.yaml", "--output", "out", "--quiet"];

/** Writes a document of 400 schemas whose fields have the given name. */
function big(field: string): string {
  const schemas = Array.from(
    { length: 400 },
    (_, index) => `    S${index}: { type: object, properties: { ${field}: { type: string } } }`,
  );
  return `openapi: 3.1.0\ninfo: { title: Big, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n${schemas.join("\n")}\n`;
}

/** Runs the command as a process and kills it once its staging folder exists, or later. */
function runAndKill(folder: string, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--conditions=@specwright/source", bin, ...args], {
      cwd: folder,
      stdio: "ignore",
    });
    const timer = setInterval(() => {
      readdir(folder).then((names) => {
        if (!names.some((name) => name.startsWith(`.specwright-${child.pid}-`))) return;
        clearInterval(timer);
        setTimeout(() => child.kill("SIGKILL"), delayMs);
      });
    }, 1);
    child.once("exit", () => {
      clearInterval(timer);
      resolve();
    });
  });
}

it("keeps the old files whole when it is killed", async () => {
  const folder = await folderOf({ "big.yaml": big("after") });
  await command(folder, args);
  const after = await filesIn(join(folder, "out"));
  await write(folder, "big.yaml", big("before"));
  await command(folder, args);
  const before = await filesIn(join(folder, "out"));
  await write(folder, "big.yaml", big("after"));
  for (const delayMs of [0, 0, 1, 1, 2, 3, 4, 6, 8, 12]) {
    await runAndKill(folder, delayMs);
    const left = await filesIn(join(folder, "out"));
    for (const [path, content] of Object.entries(left)) {
      expect([before[path], after[path]], path).toContain(content);
    }
    expect(Object.keys(left).sort()).toEqual(Object.keys(before).sort());
  }
  expect((await command(folder, args)).code).toBe(0);
  expect(await filesIn(join(folder, "out"))).toEqual(after);
  expect((await readdir(folder)).sort()).toEqual(["big.yaml", "out"]);
});
