// The effect of replacing one schema by another on its values.

import type { Effect } from "@specwright/schemas";
import { describe, expect, test } from "vitest";
import { compareSchemas } from "../src/compare-schemas.ts";
import { isValid } from "../src/evaluate/is-valid.ts";
import { olderSchemasOf, schemasOf } from "./schemas-of.ts";

interface Row {
  readonly name: string;
  readonly base: unknown;
  readonly revision: unknown;
  readonly want: Effect;
}

const closed = { type: "object", additionalProperties: false };
const tree = (value: unknown) => ({
  type: "object",
  properties: { value, children: { type: "array", items: { $ref: "#" } } },
  required: ["value"],
});
const shape = (kind: string, more: Record<string, unknown> = {}) => ({
  type: "object",
  properties: { kind: { const: kind }, ...more },
  required: ["kind", ...Object.keys(more)],
});
const text = { type: "string" };
const object = (properties: Record<string, unknown>, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
});

const rows: readonly Row[] = [
  { name: "null added", base: text, revision: { type: ["string", "null"] }, want: "widens" },
  {
    name: "an integer from a number",
    base: { type: "number" },
    revision: { type: "integer" },
    want: "narrows",
  },
  { name: "a const as enum", base: { const: 1 }, revision: { enum: [1.0] }, want: "equal" },
  {
    name: "an enum in another order",
    base: { enum: ["a", "b"] },
    revision: { enum: ["b", "a"] },
    want: "equal",
  },
  {
    name: "an enum with other values",
    base: { enum: ["a", "b"] },
    revision: { enum: ["b", "c"] },
    want: "incomparable",
  },
  {
    name: "exclusive bounds of integers",
    base: { type: "integer", exclusiveMinimum: 0 },
    revision: { type: "integer", minimum: 1 },
    want: "equal",
  },
  {
    name: "exclusive bounds of numbers",
    base: { type: "number", exclusiveMinimum: 0 },
    revision: { type: "number", minimum: 0 },
    want: "widens",
  },
  {
    name: "a multiple of a multiple",
    base: { type: "number", multipleOf: 0.1 },
    revision: { type: "number", multipleOf: 0.3 },
    want: "narrows",
  },
  {
    name: "a multiple without a value",
    base: { type: "integer", multipleOf: 5, minimum: 6, maximum: 9 },
    revision: false,
    want: "equal",
  },
  {
    name: "a bound beyond exact doubles",
    base: { type: "integer", maximum: 1e300 },
    revision: { type: "integer", maximum: 1e301 },
    want: "widens",
  },
  {
    name: "a longer string",
    base: { type: "string", maxLength: 3 },
    revision: { type: "string", maxLength: 4 },
    want: "widens",
  },
  {
    name: "a pattern that says its length",
    base: { type: "string", pattern: "^[a-z]{3}$" },
    revision: { type: "string", pattern: "^[a-z]+$", minLength: 3, maxLength: 3 },
    want: "equal",
  },
  {
    name: "a pattern written otherwise",
    base: { type: "string", pattern: "^(?:a|b)+$" },
    revision: { type: "string", pattern: "^[ab][ab]*$" },
    want: "equal",
  },
  {
    name: "an anchor less",
    base: { type: "string", pattern: "^ab$" },
    revision: { type: "string", pattern: "^ab" },
    want: "widens",
  },
  {
    name: "a pattern that lists an enum",
    base: { enum: ["a", "b"] },
    revision: { type: "string", pattern: "^[ab]$" },
    want: "equal",
  },
  {
    name: "the same pattern that is not regular",
    base: { type: "string", pattern: "^(a+)\\1$" },
    revision: { pattern: "^(a+)\\1$", type: "string" },
    want: "equal",
  },
  {
    name: "patterns that are not regular",
    base: { type: "string", pattern: "^(a+)\\1$" },
    revision: { type: "string", pattern: "^(?:(a+)\\1)$" },
    want: "unknown",
  },
  {
    name: "a required member",
    base: { type: "object" },
    revision: { type: "object", required: ["a"] },
    want: "narrows",
  },
  {
    name: "a typed member of an open object",
    base: { type: "object" },
    revision: { type: "object", properties: { a: text } },
    want: "narrows",
  },
  {
    name: "a member of a closed object",
    base: closed,
    revision: { ...closed, properties: { a: text } },
    want: "widens",
  },
  {
    name: "a member by name or by pattern",
    base: { ...closed, properties: { a: text } },
    revision: { ...closed, patternProperties: { "^a$": text } },
    want: "equal",
  },
  {
    name: "names by pattern or by propertyNames",
    base: { ...closed, patternProperties: { "^a": true } },
    revision: { type: "object", propertyNames: { pattern: "^a" } },
    want: "equal",
  },
  {
    name: "a member that a dependency needs",
    base: { type: "object", required: ["a"], dependentRequired: { a: ["b"] } },
    revision: { type: "object", required: ["a", "b"] },
    want: "equal",
  },
  {
    name: "a dependency as an implication",
    base: { type: "object", dependentSchemas: { a: { required: ["b"] } } },
    revision: { type: "object", anyOf: [{ not: { required: ["a"] } }, { required: ["b"] }] },
    want: "equal",
  },
  {
    name: "more members than names",
    base: { ...closed, properties: { a: true } },
    revision: { ...closed, properties: { a: true }, maxProperties: 1 },
    want: "equal",
  },
  {
    name: "a tuple as a list",
    base: { type: "array", prefixItems: [text, text], items: false },
    revision: { type: "array", items: text, maxItems: 2 },
    want: "equal",
  },
  {
    name: "unevaluated as additional",
    base: { ...closed, properties: { a: text } },
    revision: { type: "object", properties: { a: text }, unevaluatedProperties: false },
    want: "equal",
  },
  {
    name: "unique items",
    base: { type: "array", items: text },
    revision: { type: "array", items: text, uniqueItems: true },
    want: "narrows",
  },
  {
    name: "more distinct items than values",
    base: { type: "array", items: { enum: ["a", "b"] }, uniqueItems: true },
    revision: { type: "array", items: { enum: ["a", "b"] }, uniqueItems: true, maxItems: 2 },
    want: "equal",
  },
  {
    name: "distinct items of a small range",
    base: { type: "array", items: { type: "integer", minimum: 1, maximum: 3 }, uniqueItems: true },
    revision: {
      type: "array",
      items: { enum: [1, 2, 3] },
      uniqueItems: true,
      maxItems: 3,
    },
    want: "equal",
  },
  {
    name: "as many distinct items as values",
    base: { type: "array", items: { type: "boolean" }, uniqueItems: true },
    revision: { type: "array", items: { type: "boolean" }, uniqueItems: true, maxItems: 1 },
    want: "narrows",
  },
  {
    name: "objects other than those listed",
    base: { type: "object" },
    revision: { enum: [{}, { a: 1 }] },
    want: "narrows",
  },
  {
    name: "a closed composition as one object",
    base: {
      allOf: [{ properties: { a: text } }],
      ...object({ b: text }),
      unevaluatedProperties: false,
    },
    revision: { ...object({ a: text, b: text }), additionalProperties: false },
    want: "equal",
  },
  {
    name: "a property of a closed composition",
    base: { allOf: [object({ a: text }), object({ b: text })], unevaluatedProperties: false },
    revision: {
      allOf: [object({ a: text }), object({ b: text, c: text })],
      unevaluatedProperties: false,
    },
    want: "widens",
  },
  {
    name: "a closed composition through references",
    base: {
      $defs: {
        A: { allOf: [{ $ref: "#/$defs/B" }], ...object({ a: text }) },
        B: object({ b: text }),
      },
      $ref: "#/$defs/A",
      unevaluatedProperties: false,
    },
    revision: { ...object({ a: text, b: text }), additionalProperties: false },
    want: "equal",
  },
  {
    name: "a composition closed by a schema",
    base: { allOf: [object({ a: text })], unevaluatedProperties: { type: "integer" } },
    revision: { ...object({ a: text }), additionalProperties: { type: "integer" } },
    want: "equal",
  },
  {
    name: "a composition with an open part",
    base: {
      allOf: [{ ...object({ a: text }), additionalProperties: {} }],
      unevaluatedProperties: false,
    },
    revision: object({ a: text }),
    want: "equal",
  },
  {
    name: "a closed union",
    base: {
      oneOf: [shape("a", { x: text }), shape("b", { y: text })],
      unevaluatedProperties: false,
    },
    revision: {
      oneOf: [
        { ...shape("a", { x: text }), additionalProperties: false },
        { ...shape("b", { y: text }), additionalProperties: false },
      ],
    },
    want: "equal",
  },
  {
    name: "a closed union whose branches may hold together",
    base: {
      anyOf: [object({ a: text }, ["a"]), object({ b: text }, ["b"])],
      unevaluatedProperties: false,
    },
    revision: {
      ...object({ a: text, b: text }),
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
      additionalProperties: false,
    },
    want: "equal",
  },
  {
    name: "a closed object with conditions",
    base: {
      ...object({ a: text }),
      if: { required: ["a"] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
      then: { properties: { b: text } },
      unevaluatedProperties: false,
    },
    revision: {
      ...object({ a: text, b: text }),
      dependentRequired: { b: ["a"] },
      additionalProperties: false,
    },
    want: "equal",
  },
  {
    name: "items that no part of a composition has",
    base: { type: "array", allOf: [{ prefixItems: [text, text] }], unevaluatedItems: false },
    revision: { type: "array", items: text, maxItems: 2 },
    want: "equal",
  },
  {
    name: "items that only a dependency of objects has",
    base: { dependentSchemas: { a: { items: true } }, unevaluatedItems: text },
    revision: {},
    want: "widens",
  },
  {
    name: "contains that all items fulfil",
    base: { type: "array", items: text, minItems: 1 },
    revision: { type: "array", items: text, contains: text },
    want: "equal",
  },
  {
    name: "a union written otherwise",
    base: { anyOf: [text, { type: "null" }] },
    revision: { oneOf: [{ type: "null" }, text] },
    want: "equal",
  },
  {
    name: "oneOf with an overlap",
    base: { anyOf: [{ type: "number" }, { minimum: 1 }] },
    revision: { oneOf: [{ type: "number" }, { minimum: 1 }] },
    want: "narrows",
  },
  {
    name: "a branch of a union",
    base: { oneOf: [shape("a"), shape("b")] },
    revision: { oneOf: [shape("a"), shape("b"), shape("c")] },
    want: "widens",
  },
  { name: "an allOf around", base: text, revision: { allOf: [text, {}] }, want: "equal" },
  { name: "a double negation", base: text, revision: { not: { not: text } }, want: "equal" },
  {
    name: "if as a union",
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
    base: { if: text, then: { minLength: 1 }, else: false },
    revision: { type: "string", minLength: 1 },
    want: "equal",
  },
  {
    name: "a tree",
    base: tree({ type: "integer" }),
    revision: tree({ type: "number" }),
    want: "widens",
  },
  {
    name: "a tree that ends nowhere",
    base: { type: "object", properties: { next: { $ref: "#" } }, required: ["next"] },
    revision: false,
    want: "equal",
  },
  {
    name: "a tree unfolded once",
    base: tree(text),
    revision: {
      $defs: {
        Tree: {
          type: "object",
          properties: { value: text, children: { type: "array", items: { $ref: "#/$defs/Tree" } } },
          required: ["value"],
        },
      },
      type: "object",
      properties: { value: text, children: { type: "array", items: { $ref: "#/$defs/Tree" } } },
      required: ["value"],
    },
    want: "equal",
  },
  {
    name: "another format",
    base: { type: "string", format: "email" },
    revision: { type: "string", format: "uuid" },
    want: "equal",
  },
  {
    name: "a member with the name of the prototype",
    base: JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
    revision: { type: "object" },
    want: "widens",
  },
];

describe("compareSchemas", () => {
  test.each(rows)("$name: $want", async ({ base, revision, want }) => {
    const [left, right] = await schemasOf(base, revision);
    if (left === undefined || right === undefined) throw new Error("no schemas");
    const { effect, baseInRevision, revisionInBase } = compareSchemas(left, right);
    expect(effect).toBe(want);
    expect(compareSchemas(right, left)).toEqual({
      effect: mirrored(want),
      baseInRevision: revisionInBase,
      revisionInBase: baseInRevision,
    });
    if (baseInRevision.verdict === "refuted") {
      expect(isValid(left, baseInRevision.witness)).toBe(true);
      expect(isValid(right, baseInRevision.witness)).toBe(false);
    }
  });

  test.each(["anyOf", "oneOf"])("%s of 40 branches, one of them changed", async (keyword) => {
    const kinds = Array.from({ length: 40 }, (_, index) => shape(`k${index}`, { a: text }));
    const [left, right] = await schemasOf(
      { [keyword]: kinds },
      { [keyword]: kinds.with(20, shape("k20", { a: text, b: text })) },
    );
    if (left === undefined || right === undefined) throw new Error("no schemas");
    expect(compareSchemas(left, right)).toEqual({
      effect: "narrows",
      baseInRevision: { verdict: "refuted", witness: { kind: "k20", a: "a" } },
      revisionInBase: { verdict: "proved" },
    });
  });

  test("nullable of 3.0 is a union with null", async () => {
    const [older] = await olderSchemasOf({ type: "string", nullable: true });
    const [newer] = await schemasOf({ anyOf: [{ type: "null" }, { type: "string" }] });
    if (older === undefined || newer === undefined) throw new Error("no schemas");
    expect(compareSchemas(older, newer).effect).toBe("equal");
  });

  test("a $dynamicRef means what its anchor stands for", async () => {
    const list = (name: string, item: object): object => ({
      $id: name,
      $ref: `${name}-list`,
      $defs: {
        list: {
          $id: `${name}-list`,
          type: "array",
          items: { $dynamicRef: "#item" },
          $defs: { item: { $dynamicAnchor: "item" } },
        },
        item: { $dynamicAnchor: "item", ...item },
      },
    });
    const [left, same, narrower] = await schemasOf(
      list("a", { type: "string" }),
      list("b", { type: "string" }),
      list("c", { type: "string", maxLength: 5 }),
    );
    if (left === undefined || same === undefined || narrower === undefined)
      throw new Error("no schemas");
    expect(compareSchemas(left, same).effect).toBe("equal");
    expect(compareSchemas(left, narrower).effect).toBe("narrows");
  });

  test("a search without an end is cut off", async () => {
    const [left, right] = await schemasOf(tree(text), tree({ type: "string", maxLength: 5 }));
    if (left === undefined || right === undefined) throw new Error("no schemas");
    expect(compareSchemas(left, right, { maxSteps: 3 }).effect).toBe("unknown");
    expect(compareSchemas(left, right).effect).toBe("narrows");
  });
});

function mirrored(effect: Effect): Effect {
  return effect === "widens" ? "narrows" : effect === "narrows" ? "widens" : effect;
}
