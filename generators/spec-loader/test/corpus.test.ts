import { existsSync, globSync } from "node:fs";
import { join, resolve } from "node:path";
import { formatDiagnostic, loadSpecification } from "@specwright/spec-loader";
import { describe, expect, test } from "vitest";

const corpus = resolve(import.meta.dirname, "../../../../shared/corpus");

if (!existsSync(corpus)) {
  describe("corpus", () => {
    test.skip(`skipped: there is no folder ${corpus} with published documents`, () => undefined);
  });
} else {
  const documents = globSync(
    ["openapi/*.{json,yaml}", "asyncapi/*.yml", "asyncapi/social-media/*/asyncapi.yaml"],
    { cwd: corpus },
  ).sort();

  describe("corpus", () => {
    test("exists", () => expect(documents.length).toBeGreaterThan(20));

    test.each(documents)("%s loads without errors", async (document) => {
      const { specification, diagnostics } = await loadSpecification(join(corpus, document), {
        root: corpus,
      });
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      expect(errors.map((each) => formatDiagnostic(each))).toEqual([]);
      expect(specification?.hash).toMatch(/^[0-9a-f]{64}$/);
    });
  });
}
