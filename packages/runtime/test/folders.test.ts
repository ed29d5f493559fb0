// The folders of src/ have an order, which the README lists: each imports only those before it.

import { globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const folders = [...readme.matchAll(/^> (.*)$/gm)]
  .flatMap(([, line = ""]) => line.split(","))
  .map((name) => name.trim())
  .filter((name) => name !== "");
const files = globSync("**/*.ts", { cwd: join(root, "src") }).sort();

/** Returns the folders that a file imports, itself included. */
function importedFolders(file: string): readonly string[] {
  const text = readFileSync(join(root, "src", file), "utf8");
  const imports = text.matchAll(/(?:from |import\()"(\.[^"]*)"/g);
  return [...imports].map(([, path = ""]) => dirname(join(dirname(file), path)));
}

describe("folders of the runtime", () => {
  test("the README lists all of them", () => {
    const found = new Set(files.map((file) => dirname(file)));
    expect([".", ...folders].sort()).toEqual([...found].sort());
  });

  test("no folder imports a later one", () => {
    const later = files
      .filter((file) => dirname(file) !== ".")
      .flatMap((file) =>
        importedFolders(file)
          .filter((to) => to === "." || folders.indexOf(to) > folders.indexOf(dirname(file)))
          .map((to) => `${file} -> ${to}`),
      );
    expect(later).toEqual([]);
  });
});
