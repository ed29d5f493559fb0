// The minimal documents of reported issues, and some small documents of the corpus. Each generates strictly
// or leniently, or is refused for the reason in refused.ts, and all output compiles in one run with the
// strictest flags. `npm run corpus` does the same with all documents.

import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { scratchFolder, writeInto } from "./compile-typescript.ts";
import { compileOutput } from "./corpus/compile-output.ts";
import { readDocument } from "./corpus/read-document.ts";
import { refused } from "./corpus/refused.ts";
import { corpusFolder, documentsBelow, reportsFolder } from "./repository-documents.ts";

/** Larger documents take most of the time, and have few features that smaller ones lack. */
const LARGEST_BYTES = 40_000;
const small = documentsBelow(corpusFolder).filter(
  ({ path }) => statSync(path).size <= LARGEST_BYTES,
);
/** Every second one, and all refused ones. */
const chosen = small.filter(({ name }, index) => index % 2 === 0 || refused[name]);
const documents = [
  ...documentsBelow(reportsFolder).map((each) => ({ ...each, root: reportsFolder })),
  ...chosen.map((each) => ({ ...each, root: corpusFolder })),
];
/** The declarations of the runtime, which the compiler checks too. */
const isBuilt = existsSync(
  resolve(import.meta.dirname, "../../packages/runtime/dist/codegen.d.ts"),
);

// Both are in a folder next to the repository, which may be missing.
describe.skipIf(documents.length === 0)("the corpus", { timeout: 300_000 }, () => {
  let folder = "";

  beforeAll(async () => {
    folder = await scratchFolder("corpus");
  });

  it.each(documents)(
    "$name generates, or is refused for a reason",
    async ({ name, path, root }) => {
      const reading = await readDocument(path, root);
      if (reading.outcome === "refused") {
        expect([reading.codes, reading.errors]).toEqual([[refused[name]?.code], expect.anything()]);
        return;
      }
      expect(refused[name]).toBeUndefined();
      expect(reading.files.map((file) => file.path)).toContain("types.ts");
      for (const file of reading.files) {
        await writeInto(join(folder, name.replace(/\W+/g, "-")), file.path, file.content);
      }
    },
  );

  it.skipIf(!isBuilt)("compiles", async () => {
    expect(await compileOutput(folder)).toEqual([]);
  });
});
