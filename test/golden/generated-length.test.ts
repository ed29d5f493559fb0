// The size of generated code in a repository: its length, and each place of the document at most once.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const folder = join(import.meta.dirname, "../../packages/marketplace-api/src/gen");

const read = (file: string): Promise<string> => readFile(join(folder, `${file}.ts`), "utf8");

/** The files of the marketplace, and the maximum number of their lines. */
const limits: readonly (readonly [file: string, maxLines: number])[] = [
  ["client", 624],
  ["codec", 2_111],
  ["descriptors", 1_699],
  ["schemas", 1_294],
  ["server", 395],
  ["types", 2_930],
];

describe("32.2 the generated code of the marketplace", () => {
  it.each(limits)("limits the lines of %s.ts", async (file, maxLines) => {
    expect((await read(file)).split("\n").length - 1).toBeLessThanOrEqual(maxLines);
  });

  it.each(["client", "descriptors", "schemas", "server"])(
    "has the places of the document in types.ts, not in %s.ts",
    async (file) => expect(await read(file)).not.toContain("@generated"),
  );

  it("names the place of each operation once", async () => {
    const places =
      (await read("types")).replaceAll("\n * ", " ").match(/@generated from .*/g) ?? [];
    const operations = places.filter((place) => / paths > /.test(place));
    expect(operations.length).toBeGreaterThan(30);
    expect(new Set(operations).size).toBe(operations.length);
  });
});
