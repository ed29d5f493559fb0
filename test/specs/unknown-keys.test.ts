// The specifications define every key of our documents, except keys that begin with x-.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadSpecification } from "@specwright/spec-loader";
import { describe, expect, it } from "vitest";
import { specsFolder } from "./read-spec.ts";

const documents = ["streams/asyncapi.yaml", "marketplace/openapi.yaml", "publisher/openapi.yaml"];

describe("T17 unknown keys", () => {
  it.each(documents)("T17 %s loads without a diagnostic", async (path) => {
    const { diagnostics } = await loadSpecification(join(specsFolder, path), { root: specsFolder });
    expect(diagnostics).toEqual([]);
  });

  // The comma ends the description; the rest becomes a key without a value.
  const stray = "{ type: string, description: Why it was refused, for people. }";

  it.each(documents)("T17 a stray key in a schema of %s is found", async (path) => {
    const file = join(specsFolder, path);
    const text = readFileSync(file, "utf8").replace(/^ {2}schemas:$/m, `$&\n    Stray: ${stray}`);
    const { diagnostics } = await loadSpecification({ file, text }, { root: specsFolder });
    expect(diagnostics).toMatchObject([
      { code: "KEYWORD_UNKNOWN", pointer: "/components/schemas/Stray/for people." },
    ]);
  });
});
