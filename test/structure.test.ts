// The structure of the repository: exports of entries, duplicated code, and the direction of imports. `npm
// run structure -- --list` prints the counts and each finding.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findDuplicates } from "../scripts/structure/duplicated-bodies.ts";
import { findFolderCycles } from "../scripts/structure/folder-cycles.ts";
import { findForbiddenImports, forbiddenImport } from "../scripts/structure/import-rules.ts";
import { readRepository } from "../scripts/structure/repository.ts";
import { findUnreadExports } from "../scripts/structure/unread-exports.ts";

const repository = readRepository(join(import.meta.dirname, ".."));
const entries = findUnreadExports(repository);

/** Bodies that may exist in several files, with the reason. */
const allowedDuplicates: Readonly<Record<string, string>> = {
  "apps/bench/src/benches/marketplace/node-http-server.ts apps/marketplace/src/page-cursor.ts packages/streams/src/client/topics/credentials/fetch-ticket.ts":
    "They parse JSON or return undefined: only the run time is below all three, and the server of the benchmark stands for code without our packages.",
  "packages/runtime/src/parameters/percent.ts packages/streams/src/server/upgrade/authenticate.ts":
    "They decode a percent-encoded text: the run time would need a public name for six lines.",
  "packages/streams/src/books/decimals/decimal-sides.ts packages/streams/src/books/order-book.ts":
    "Both clear their own private fields, which no function outside can reach.",
};

function filesOf(places: readonly string[]): string {
  return [...new Set(places.map((place) => place.replace(/:.*/, "")))].join(" ");
}

describe("package entries", () => {
  test.each(entries)(
    "$entry.specifier exports only names that other packages use",
    ({ unread }) => {
      expect(unread).toEqual([]);
    },
  );

  test.each([
    ["@specwright/runtime/codegen", 206],
    ["@specwright/cli/emit", 60],
  ])("%s has at most %i names", (specifier, most) => {
    const found = entries.find(({ entry }) => entry.specifier === specifier);
    expect(found?.names.length).toBeGreaterThan(0);
    expect(found?.names.length).toBeLessThanOrEqual(most);
  });
});

describe("duplicated bodies of five or more lines", () => {
  const { long } = findDuplicates(repository);

  test("are only the allowed ones", () => {
    const found = long.filter(({ places }) => allowedDuplicates[filesOf(places)] === undefined);
    expect(found).toEqual([]);
  });

  test.each(Object.keys(allowedDuplicates))("%s still has the body", (files) => {
    expect(long.map(({ places }) => filesOf(places))).toContain(files);
  });
});

describe("the folders of a package do not import each other in a circle", () => {
  const cycles = findFolderCycles(repository);

  test.each(repository.packages.map(({ folder }) => folder))("%s", (folder) => {
    const arrows = cycles
      .filter((each) => each.folder === folder)
      .map(({ from, to, imports }) => `${from} -> ${to}: ${imports.join(", ")}`);
    expect(arrows).toEqual([]);
  });
});

describe("imports", () => {
  test("follow the order of the packages and folders", () => {
    expect(findForbiddenImports(repository)).toEqual([]);
  });

  test.each([
    ["packages/rest/src/server/a.ts", "generators/contract/src/index.ts"],
    ["packages/conformance/src/contract/a.ts", "generators/spec-loader/src/index.ts"],
    ["generators/emit/src/zod/a.ts", "generators/emit/src/codec/b.ts"],
    ["generators/emit/src/print/a.ts", "generators/emit/src/rules/b.ts"],
    ["packages/rest/src/client/a.ts", "packages/rest/src/server/index.ts"],
    ["packages/streams/src/client/a.ts", "packages/streams/src/server/b.ts"],
    ["apps/sandbox/src/a.ts", "generators/site/src/index.ts"],
    ["apps/publisher/src/a.ts", "generators/emit/src/index.ts"],
    ["generators/emit/src/zod/a.ts", "generators/diff/src/index.ts"],
    ["generators/diff/src/a.ts", "generators/emit/src/index.ts"],
    ["generators/contract/src/a.ts", "generators/schemas/src/index.ts"],
  ])("from %s to %s are refused", (from, to) => {
    expect(forbiddenImport(from, to)).toContain(`${from} -> ${to}: `);
  });

  test.each([
    ["packages/conformance/src/command/a.ts", "generators/spec-loader/src/index.ts"],
    ["generators/emit/src/zod/a.ts", "generators/emit/src/rules/b.ts"],
    ["packages/rest/src/fastify/a.ts", "packages/rest/src/server/index.ts"],
    ["apps/publisher/src/a.ts", "generators/site/src/index.ts"],
    ["generators/site/src/a.ts", "generators/diff/src/index.ts"],
  ])("from %s to %s pass", (from, to) => {
    expect(forbiddenImport(from, to)).toBeUndefined();
  });
});
