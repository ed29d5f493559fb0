import { existsSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { convertSpecification, formatDiagnostic, loadSpecification } from "@specwright/spec-loader";
import { describe, expect, test } from "vitest";

const corpus = resolve(import.meta.dirname, "../../../../../shared/corpus");
const isOld = /^\s*["']?(?:swagger["']?\s*:\s*["']?2|asyncapi["']?\s*:\s*["']?2\.)/m;

describe("published documents of old versions", () => {
  if (!existsSync(corpus)) {
    test.skip(`skipped: there is no folder ${corpus} with published documents`, () => undefined);
    return;
  }
  const documents = globSync("**/*.{json,yaml,yml}", { cwd: corpus })
    .filter((name) => isOld.test(readFileSync(join(corpus, name), "utf8")))
    .sort();

  test("are there", () => expect(documents.length).toBeGreaterThan(5));

  test.each(documents)("%s is converted to what loads, in both formats", async (name) => {
    const original = await loadSpecification(join(corpus, name), { root: corpus });
    const { files, diagnostics } = await convertSpecification(join(corpus, name), { root: corpus });
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(files === undefined).toBe(errors.length > 0);
    if (original.specification !== undefined)
      expect(errors.map((each) => formatDiagnostic(each))).toEqual([]);
    const [entry, ...others] = files ?? [];
    if (entry === undefined || others.length > 0) return;
    const texts = { json: await entry.print("json"), yaml: await entry.print("yaml") };
    const [json, yaml] = await Promise.all([
      read("a.json", texts.json),
      read("a.yaml", texts.yaml),
    ]);
    expect(json).toEqual(yaml);
  });
});

async function read(file: string, text: string): Promise<unknown> {
  const { specification, diagnostics } = await loadSpecification({ file, text });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.map((each) => formatDiagnostic(each))).toEqual([]);
  return specification?.entry.root;
}
