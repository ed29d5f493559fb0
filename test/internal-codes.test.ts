// Numbers of decisions, such as in specs/sources.md, help people who work on this repository. Users
// of a package and readers of its documentation do not know them.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** The number of a decision. `S3` is a kind of store, and `M1` and `M2` are example markets. */
const code = /\b(?:S(?!3\b)|P|M(?![12]\b))\d{1,2}(?:\.\d+)?\b/g;

/** The pages of a kit whose clauses are numbered after decisions. */
const aboutCodes = /^docs\/conformance\.md$|^packages\/conformance\//;

/**
 * Returns the decision numbers in the relevant parts of the files that match a pattern, by file.
 */
function codesIn(pattern: string, partsOf: (text: string) => readonly string[]): string[] {
  return globSync(pattern, { cwd: root })
    .filter((file) => !file.includes("node_modules") && !aboutCodes.test(file))
    .flatMap((file) =>
      partsOf(readFileSync(join(root, file), "utf8"))
        .flatMap((part) => part.match(code) ?? [])
        .map((found) => `${file}: ${found}`),
    );
}

/** Doc comments, which also appear in the published `.d.ts` files. */
const docComments = (text: string): readonly string[] => text.match(/\/\*\*[\s\S]*?\*\//g) ?? [];

describe("the numbers of decisions", () => {
  it.each([
    ["generated code", "packages/*/src/gen/**/*.ts"],
    ["published declarations", "{packages,generators}/*/src/**/*.ts"],
  ])("are not in the comments of %s", (_, pattern) => {
    expect(codesIn(pattern, docComments)).toEqual([]);
  });

  it.each(["{README,CONTRIBUTING}.md", "docs/**/*.md", "{packages,generators,apps}/*/**/*.md"])(
    "are not on the pages %s",
    (pattern) => {
      expect(codesIn(pattern, (text) => [text])).toEqual([]);
    },
  );

  it("are found in a text that has them", () => {
    expect(docComments("/** Sent once (S20). */").flatMap((part) => part.match(code))).toEqual([
      "S20",
    ]);
  });
});
