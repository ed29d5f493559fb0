// `@specwright/cli/emit`, the kit for authors of emitters, stays small, and docs/writing-an-emitter.md
// covers all of it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./pages.ts";

const entry = readFileSync(join(root, "generators/cli/src/emit.ts"), "utf8");
const page = readFileSync(join(root, "docs/writing-an-emitter.md"), "utf8");
const names = [...entry.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
  .flatMap(([, list = ""]) => list.split(","))
  .map((name) => name.trim().replace(/^type /, ""))
  .filter((name) => name !== "");

test("`@specwright/cli/emit` has at most 60 names", () => {
  expect(entry).not.toContain("*");
  expect(names).toContain("Emitter");
  expect(names.length).toBeLessThanOrEqual(60);
});

test.each(names)("docs/writing-an-emitter.md mentions %s", (name) => {
  expect(page).toMatch(new RegExp(`(?<![\\w.])${name}(?!\\w)`));
});

test("docs/writing-an-emitter.md lists each name in a table", () => {
  const rows = page.match(/^\| `.*$/gm) ?? [];
  const listed = new Set(rows.flatMap((row) => row.match(/(?<=`)\w+/g) ?? []));
  expect(names.filter((name) => !listed.has(name))).toEqual([]);
});
