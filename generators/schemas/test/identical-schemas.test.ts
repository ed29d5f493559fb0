// Schemas of two versions that are skipped, because nothing in them changed.

import { SchemaComparer } from "@specwright/schemas";
import { describe, expect, test } from "vitest";
import { schemasOf } from "./schemas-of.ts";

const tree = (leaf: unknown) => ({
  $defs: {
    Tree: {
      type: "object",
      properties: { children: { type: "array", items: { $ref: "#/$defs/Tree" } }, leaf },
    },
  },
  type: "object",
  description: "A wood",
  properties: { tree: { $ref: "#/$defs/Tree" } },
});

const leaf = { type: "string", enum: ["oak", "elm"], "x-kind": { of: ["tree"] } };

const rows = [
  { name: "nothing", revision: leaf, isIdentical: true },
  { name: "a type", revision: { type: "integer" }, isIdentical: false },
  { name: "a value", revision: { ...leaf, enum: ["oak", "ash"] }, isIdentical: false },
  { name: "a description", revision: { ...leaf, description: "A leaf" }, isIdentical: false },
  { name: "an extension", revision: { ...leaf, "x-kind": { of: ["bush"] } }, isIdentical: false },
  { name: "a boolean schema", revision: false, isIdentical: false },
];

describe("31.3 identical schemas", () => {
  test.each(rows)("$name changed behind references in a circle", async (row) => {
    expect(await areIdentical(tree(leaf), tree(row.revision))).toBe(row.isIdentical);
  });

  test("the same schema under another name is another one", async () => {
    const base = { $defs: { A: leaf }, $ref: "#/$defs/A" };
    const revision = { $defs: { B: leaf }, $ref: "#/$defs/B" };
    expect(await areIdentical(base, revision)).toBe(false);
  });

  test("a dynamic reference is the same if its meaning is", async () => {
    const node = (type: string): unknown => ({
      $dynamicAnchor: "node",
      type,
      items: { $dynamicRef: "#node" },
    });
    expect(await areIdentical(node("object"), node("object"))).toBe(true);
    expect(await areIdentical(node("object"), node("array"))).toBe(false);
  });
});

/** Compares the same schema of two documents. */
async function areIdentical(...versions: readonly [unknown, unknown]): Promise<boolean> {
  const [[base], [revision]] = [await schemasOf(versions[0]), await schemasOf(versions[1])];
  if (base === undefined || revision === undefined) throw new Error("no schema");
  const comparer = new SchemaComparer();
  const answer = comparer.areIdentical(base, revision);
  // The first answer also remembers the schemas in a cycle.
  expect(comparer.areIdentical(base, revision)).toBe(answer);
  return answer;
}
