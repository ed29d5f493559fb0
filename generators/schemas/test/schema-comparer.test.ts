// Schemas added one after another: which are known to be equal at once.

import { dereference, type Schema } from "@specwright/contract";
import { SchemaComparer } from "@specwright/schemas";
import { describe, expect, test } from "vitest";
import { compareSchemas } from "../src/compare-schemas.ts";
import { schemasOf } from "./schemas-of.ts";

const text = { type: "string" };
const tree = (value: unknown) => ({
  type: "object",
  properties: { value, children: { type: "array", items: { $ref: "#" } } },
});
const unfolded = {
  $defs: { Tree: { ...tree(text), properties: { ...tree(text).properties } } },
  type: "object",
  properties: { value: text, children: { type: "array", items: { $ref: "#/$defs/Tree" } } },
};
unfolded.$defs.Tree.properties.children.items.$ref = "#/$defs/Tree";
const mutual = {
  $defs: {
    A: { type: "array", items: { $ref: "#/$defs/B" } },
    B: { type: "array", items: { $ref: "#/$defs/A" } },
  },
  $ref: "#/$defs/A",
};

describe("areEqual", () => {
  test.each([
    { name: "a copy", left: tree(text), right: tree(text), want: true },
    {
      name: "keys in another order",
      left: { a: 1, ...text },
      right: { ...text, a: 1 },
      want: true,
    },
    { name: "enum in another order", left: { enum: [1, 2] }, right: { enum: [2, 1] }, want: true },
    {
      name: "oneOf in another order",
      left: { oneOf: [text, { const: 1 }] },
      right: { oneOf: [{ const: 1 }, text] },
      want: true,
    },
    { name: "an allOf of one", left: text, right: { allOf: [{ allOf: [text] }] }, want: true },
    {
      name: "a reference",
      left: { items: text },
      right: { $defs: { T: text }, items: { $ref: "#/$defs/T" } },
      want: true,
    },
    { name: "a tree unfolded once", left: tree(text), right: unfolded, want: true },
    { name: "another tree", left: tree(text), right: tree({ type: "integer" }), want: false },
    { name: "what only refers to itself", left: { allOf: [{ $ref: "#" }] }, right: {}, want: true },
    { name: "a description", left: text, right: { ...text, description: "A text." }, want: true },
    { name: "another type", left: text, right: { type: "integer" }, want: false },
    { name: "oneOf twice the same", left: { oneOf: [text, text] }, right: text, want: false },
  ])("$name: $want", async ({ left, right, want }) => {
    const [first, second] = await schemasOf(left, right);
    if (first === undefined || second === undefined) throw new Error("no schemas");
    const together = new SchemaComparer();
    together.add([first, second]);
    expect(together.areEqual(first, second)).toBe(want);
    const apart = new SchemaComparer();
    apart.add([first]);
    apart.add([second]);
    expect(apart.areEqual(first, second)).toBe(want);
    expect(apart.areEqual(second, first)).toBe(want);
    expect(apart.compare(first, second)).toEqual(compareSchemas(first, second));
  });

  test("cycles of other lengths need a search", async () => {
    const [cycle, longer] = await schemasOf({ type: "array", items: { $ref: "#" } }, mutual);
    if (cycle === undefined || longer === undefined) throw new Error("no schemas");
    expect(compareSchemas(cycle, longer).effect).toBe("equal");
  });
});

describe("SchemaComparer", () => {
  test("compares a copy with one keyword replaced, without parsing it again", async () => {
    const [declared] = await schemasOf({ ...tree(text), required: ["value"] });
    const base = declared && dereference(declared);
    if (base?.kind !== "schema") throw new Error("no schema");
    const comparer = new SchemaComparer();
    comparer.add([base]);
    const relaxed: Schema = { ...base, required: [] };
    expect(comparer.compare(base, relaxed).effect).toBe("widens");
    expect(comparer.areEqual(relaxed, { ...base, required: [] })).toBe(true);
    expect(comparer.areEqual(base, { ...relaxed, required: ["value"] })).toBe(true);
  });

  test("earlier questions do not change the answers", async () => {
    const schemas = await schemasOf(
      tree(text),
      tree({ type: "integer" }),
      tree({ type: "number" }),
      unfolded,
      mutual,
      { anyOf: [{ type: "array", items: { $ref: "#" } }, text] },
    );
    const comparer = new SchemaComparer();
    for (const base of schemas) {
      for (const revision of schemas) {
        expect(comparer.compare(base, revision).effect).toBe(compareSchemas(base, revision).effect);
      }
    }
  });

  test("a wrong assumption within a cycle is forgotten", async () => {
    const cycle = (last: unknown) => ({
      $defs: {
        Inner: { type: "object", properties: { outer: { $ref: "#/$defs/Outer" } } },
        Outer: {
          type: "object",
          properties: { inner: { $ref: "#/$defs/Inner" }, last },
        },
      },
      $ref: "#/$defs/Outer",
    });
    const [base, revision] = await schemasOf(cycle(text), cycle({ type: "integer" }));
    if (base === undefined || revision === undefined) throw new Error("no schemas");
    const [innerBase, innerRevision] = [base, revision].map((each) => {
      const outer = dereference(each);
      return outer.kind === "schema" ? outer.properties?.get("inner") : undefined;
    });
    if (innerBase === undefined || innerRevision === undefined) throw new Error("no schemas");
    const comparer = new SchemaComparer();
    // While the outer schemas are compared, the inner ones differ only in the outer ones.
    expect(comparer.compare(base, revision).effect).toBe("incomparable");
    expect(comparer.compare(innerBase, innerRevision).effect).toBe("incomparable");
  });
});
