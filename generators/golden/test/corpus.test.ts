// Real documents: each generates without an error, and all of the output compiles in one run.

import { dirname } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { compileFolder, scratchFolder, writeInto } from "./compile-typescript.ts";
import { errorsOf, generateDocument } from "./generate-document.ts";
import { corpusDocuments } from "./repository-documents.ts";

// The corpus stands beside the repository where it is developed, and may be absent elsewhere.
describe.skipIf(corpusDocuments.length === 0)("the corpus", { timeout: 300_000 }, () => {
  let folder = "";

  beforeAll(async () => {
    folder = await scratchFolder("corpus");
  });

  it.each(corpusDocuments)("$name generates", async ({ name, path }) => {
    const { files, diagnostics } = await generateDocument(path, {
      // Some share what stands in a folder beside their own.
      load: { root: dirname(dirname(path)) },
    });
    expect(errorsOf(diagnostics)).toEqual([]);
    expect(files.map((file) => file.path)).toContain("types.ts");
    for (const file of files) {
      await writeInto(folder, `${name.replace(/\W+/g, "-")}/${file.path}`, file.content);
    }
  });

  it("compiles", async () => {
    expect(await compileFolder(folder)).toEqual([]);
  });
});
