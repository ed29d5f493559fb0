// Random documents: 40 in each run, from a fixed seed or from FC_SEED. `npm run fuzz -- generate` runs
// until its time is up.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileDocuments } from "./documents/compile-documents.ts";
import { fuzzGenerate } from "./documents/fuzz-generate.ts";
import { randomApi } from "./documents/random-documents.ts";
import type { Json } from "./documents/random-odd-schemas.ts";
import { withoutOnePart } from "./documents/shrink-document.ts";

describe("30.14 code generated from random documents", { timeout: 600_000 }, () => {
  it("compiles under the strictest flags, for 40 documents", async () => {
    const seed = fc.readConfigureGlobal().seed ?? Date.now() % 2 ** 31;
    const { failures, cases, refused } = await fuzzGenerate({ seed, cases: 40 });
    console.log(JSON.stringify({ seed, cases, refused }));
    expect(failures.join("\n\n")).toBe("");
    expect(Object.values(refused).reduce((sum, count) => sum + count, 0)).toBeLessThan(8);
  });

  it("is really compiled: a wrong type is reported", async () => {
    const program = "export const wrong: string = 1;\n";
    const wrong = { seed: 1, document: randomApi(1), program };
    const right = { seed: 2, document: randomApi(2) };
    const outcomes = await compileDocuments("fuzz-generate-wrong", [right, wrong]);
    expect(outcomes.map(({ faults }) => faults)).toEqual([
      [],
      ["program.ts(1,14): error TS2322: Type 'number' is not assignable to type 'string'."],
    ]);
  });
});

it("draws references with sibling keywords, empty combinations, families and payloads", () => {
  const found = new Map<string, number>();
  const count = (what: string, holds: boolean): unknown =>
    found.set(what, (found.get(what) ?? 0) + Number(holds));
  for (let seed = 0; seed < 200; seed += 1) {
    const document = randomApi(seed);
    const text = JSON.stringify(document, (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    count("AsyncAPI", document["asyncapi"] !== undefined);
    count("OpenAPI 3.0", document["openapi"] === "3.0.3");
    count("beside a reference", /"\$ref":"[^"]*","type"/.test(text));
    count("empty", /"(?:anyOf|oneOf|enum|type)":\[\]/.test(text));
    count("family", /"discriminator".*One"/.test(text));
    count("directions", /"(?:read|write)Only":true/.test(text));
    count("defaults", /"default":\{"mode":"on"\}|"default":\["on"\]/.test(text));
  }
  for (const [what, times] of found) expect(times, what).toBeGreaterThan(10);
});

it("reduces a document by one part at a time, the largest first", () => {
  const document: Json = { a: { items: { b: [1, 2] } }, c: 1 };
  expect(withoutOnePart(document).map((each) => JSON.stringify(each))).toEqual([
    '{"c":1}',
    '{"a":{},"c":1}',
    '{"a":{"b":[1,2]},"c":1}',
    '{"a":{"items":{}},"c":1}',
    '{"a":{"items":{"b":[1,2]}}}',
    '{"a":{"items":{"b":[2]}},"c":1}',
    '{"a":{"items":{"b":[1]}},"c":1}',
  ]);
});
