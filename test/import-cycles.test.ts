// The style check of this repository fails if files import each other, types included.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const biome = join(root, "node_modules/@biomejs/biome/bin/biome");

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "specwright-cycle-"));
  const config = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
  // The folder is not a checkout, so biome must not ask git.
  writeFileSync(
    join(folder, "biome.json"),
    JSON.stringify({ ...config, vcs: { enabled: false }, formatter: { enabled: false } }),
  );
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Writes two files and returns the style rules that they break. */
function brokenRules(one: string, other: string): readonly string[] {
  writeFileSync(join(folder, "one.ts"), one);
  writeFileSync(join(folder, "other.ts"), other);
  const args = [biome, "lint", "--error-on-warnings", "--reporter=json"];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const report = JSON.parse(stdout) as { readonly diagnostics: { readonly category: string }[] };
  expect(status === 0).toBe(report.diagnostics.length === 0);
  return [...new Set(report.diagnostics.map(({ category }) => category))];
}

describe("import cycles", () => {
  const value = `import { other } from "./other.ts";\nexport const one = (): number => other();\n`;
  const type = `import type { Other } from "./other.ts";\nexport type One = Other | 1;\n`;

  test("functions that call each other in two files are refused", () => {
    const back = `import { one } from "./one.ts";\nexport const other = (): number => one();\n`;
    expect(brokenRules(value, back)).toEqual(["lint/suspicious/noImportCycles"]);
  });

  test("types that refer to each other in two files are refused", () => {
    const back = `import type { One } from "./one.ts";\nexport type Other = One | 2;\n`;
    expect(brokenRules(type, back)).toEqual(["lint/suspicious/noImportCycles"]);
  });

  test("an import in one direction passes", () => {
    expect(brokenRules(value, "export const other = (): number => 2;\n")).toEqual([]);
  });
});
