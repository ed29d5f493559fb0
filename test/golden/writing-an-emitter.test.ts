// The example of docs/writing-an-emitter.md: it runs, its output compiles, and the page shows the
// actual files.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { run, type Terminal } from "@specwright/cli/api";
import { beforeAll, describe, expect, it } from "vitest";
import { compileFolder, scratchFolder, writeInto } from "./compile-typescript.ts";

const example = resolve(import.meta.dirname, "./examples/emit-constants");
const page = readFileSync(resolve(import.meta.dirname, "../../docs/writing-an-emitter.md"), "utf8");
const sources = ["emit-constants.ts", "specwright.config.ts", "shop.yaml"];
const read = (folder: string, name: string): string => readFileSync(join(folder, name), "utf8");

describe("writing an emitter", () => {
  let folder = "";
  const lines: string[] = [];

  beforeAll(async () => {
    folder = await scratchFolder("emit-constants");
    for (const name of sources) await writeInto(folder, name, read(example, name));
    const print = (line: string): void => void lines.push(line);
    const terminal: Terminal = { folder, out: print, err: print, status: () => {} };
    expect(await run(["generate"], terminal, { version: "0.0.0" }), lines.join("\n")).toBe(0);
  });

  it.each(sources)("the page shows %s", (name) => {
    expect(page).toContain(`\n${read(example, name)}\`\`\``);
  });

  it("the page shows its output", () => {
    expect(page).toContain(`\n${read(folder, "out/constants.ts")}\`\`\``);
  });

  it("the output compiles", async () => {
    expect(await compileFolder(join(folder, "out"))).toEqual([]);
  });
});
