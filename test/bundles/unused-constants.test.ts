// Turbopack drops an unused constant whose value is a call, but rarely the constants that only it refers
// to. With chains of such constants, one call of GitHub had 80 KB: see findings/next-unused-constants.sh.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** Lists the constants of a module that refer to other constants of it. */
async function chains(path: string): Promise<readonly string[]> {
  const text = await readFile(path, "utf8");
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const constants = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  const names = new Set(constants.map(({ name }) => name.getText(file)));
  return constants.flatMap(({ name, initializer }) => {
    const words = initializer?.getText(file).match(/[\w$]+/g) ?? [];
    return words.filter((word) => names.has(word)).map((word) => `${name.getText(file)}: ${word}`);
  });
}

describe("32.4 unused codecs", () => {
  it.each(["marketplace-api", "publisher-api", "streams-api"])(
    "have no constants that refer to constants: %s",
    async (name) => {
      const path = join(import.meta.dirname, `../../packages/${name}/src/gen/codec.ts`);
      expect(await chains(path)).toEqual([]);
    },
  );
});
