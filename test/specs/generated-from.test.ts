// Every `@generated from` in generated code names an existing place of the document.

import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { asObject, type Json, readSpec } from "./read-spec.ts";

const root = join(import.meta.dirname, "../..");
const packages = [
  ["packages/streams-api", "streams/asyncapi.yaml"],
  ["packages/marketplace-api", "marketplace/openapi.yaml"],
  ["packages/publisher-api", "publisher/openapi.yaml"],
] as const;

/** Returns what a path of keys and indices leads to. */
function valueAt(document: Json, steps: readonly string[]): Json | undefined {
  return steps.reduce<Json | undefined>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    return typeof value === "object" && value !== null ? asObject(value)[step] : undefined;
  }, document);
}

test.each(packages)("the places that %s names exist in its document", (folder, spec) => {
  const documents = new Map<string, Json>();
  const missing: string[] = [];
  let places = 0;
  for (const file of globSync(`${folder}/src/gen/**/*.ts`, { cwd: root })) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [, raw = ""] of text.matchAll(/@generated from ([\s\S]*?)(?:\*\/|@)/g)) {
      places += 1;
      const place = raw.replaceAll(/\s*\n\s*\*\s*/g, " ").trim();
      const steps = place.split(" > ");
      // A place in the main document has no file name.
      const name = /\.(?:ya?ml|json)$/.test(steps[0] ?? "") ? steps.shift() : undefined;
      const path = name === undefined ? spec : join(dirname(spec), name);
      const document = documents.get(path) ?? readSpec(path);
      documents.set(path, document);
      if (valueAt(document, steps) === undefined) missing.push(`${file}: ${place}`);
    }
  }
  expect(missing).toEqual([]);
  expect(places).toBeGreaterThan(100);
});
