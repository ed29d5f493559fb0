import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { loadOptionalPackage } from "../src/optional-package.ts";

let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "specwright-optional-"));
  const packages: readonly (readonly [name: string, text: string])[] = [
    ["only-here", "exports.answer = 42;"],
    ["lacks-another", 'require("not-installed-either");'],
  ];
  for (const [name, text] of packages) {
    await mkdir(join(project, "node_modules", name), { recursive: true });
    await writeFile(join(project, "node_modules", name, "index.js"), text);
  }
});

afterAll(async () => {
  vi.restoreAllMocks();
  await rm(project, { recursive: true, force: true });
});

describe("an optional package", () => {
  it.each<[name: string, want: unknown]>([
    ["yaml", expect.objectContaining({ parse: expect.any(Function) })],
    ["only-here", { answer: 42 }],
    ["not-installed", undefined],
  ])("%s is found beside this package, then in the project", (name, want) => {
    vi.spyOn(process, "cwd").mockReturnValue(project);
    expect(loadOptionalPackage(name)).toEqual(want);
  });

  it("is found if it was installed after a first search", async () => {
    vi.spyOn(process, "cwd").mockReturnValue(project);
    expect(loadOptionalPackage("later")).toBeUndefined();
    const folder = join(project, "node_modules/later");
    await mkdir(folder);
    await writeFile(join(folder, "package.json"), '{ "main": "main.js" }');
    await writeFile(join(folder, "main.js"), "exports.answer = 43;");
    expect(loadOptionalPackage("later")).toEqual({ answer: 43 });
  });

  it("without its own dependencies is an error", () => {
    vi.spyOn(process, "cwd").mockReturnValue(project);
    expect(() => loadOptionalPackage("lacks-another")).toThrow("not-installed-either");
  });
});
