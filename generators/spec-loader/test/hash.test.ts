import { loadSpecification } from "@specwright/spec-loader";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { loadTexts } from "./in-memory.ts";

const top = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {} };

async function hashOf(file: string, text: string): Promise<string | undefined> {
  return (await loadSpecification({ file, text })).specification?.hash;
}

/** Shuffles the members of every object by a seed. */
function shuffled(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, seed));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, shuffled(item, seed)] as const);
  const turn = entries.length === 0 ? 0 : seed % entries.length;
  return Object.fromEntries([...entries.slice(turn), ...entries.slice(0, turn)].reverse());
}

describe("hash", () => {
  test("depends on neither key order nor format nor layout", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.nat(7), async (value, seed) => {
        const document = { ...top, "x-value": value };
        const want = await hashOf("a.json", JSON.stringify(document));
        expect(want).toMatch(/^[0-9a-f]{64}$/);
        expect(await hashOf("b.json", JSON.stringify(shuffled(document, seed), null, 3))).toBe(
          want,
        );
        expect(await hashOf("c.yaml", `# comment\n${stringify(shuffled(document, seed))}`)).toBe(
          want,
        );
      }),
    );
  });

  test.each([
    ["a value", { "x-a": 1 }, { "x-a": 2 }],
    ["the order of a list", { "x-a": [1, 2] }, { "x-a": [2, 1] }],
    ["a type", { "x-a": "1" }, { "x-a": 1 }],
    ["a nesting", { "x-a": [[1], 2] }, { "x-a": [[1, 2]] }],
    ["a digit of a large integer", { "x-a": 1 }, { "x-a": 1.5 }],
  ])("changes with %s", async (_name, left, right) => {
    const [first, second] = await Promise.all(
      [left, right].map((extra) => hashOf("a.json", JSON.stringify({ ...top, ...extra }))),
    );
    expect(first).not.toBe(second);
  });

  test("covers the referenced files", async () => {
    const entry =
      "openapi: 3.1.0\ninfo: { title: T, version: '1' }\ncomponents: { schemas: { A: { $ref: a.yaml } } }";
    const [first, second, third] = await Promise.all(
      ["type: object", "type: string", "# a comment\ntype:   object"].map((text) =>
        loadTexts({ "api.yaml": entry, "a.yaml": text }),
      ),
    );
    expect(first?.specification?.hash).not.toBe(second?.specification?.hash);
    expect(first?.specification?.hash).toBe(third?.specification?.hash);
  });
});
