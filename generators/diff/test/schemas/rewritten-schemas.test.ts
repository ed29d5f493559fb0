// Two spellings of the same schema are not a change, in either direction. Schemas that only look the same are
// a change.

import { describe, expect, test } from "vitest";
import { schemaChangesOf } from "./schema-changes-of.ts";

const string = { type: "string" };
const integer = { type: "integer" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const open = object({ a: string }, { required: ["a"] });
const both = (more: object) => object({ a: string, b: string }, { required: ["a"], ...more });

const same: readonly (readonly [name: string, left: object, right: object])[] = [
  ["plain types in anyOf", { anyOf: [string, integer] }, { type: ["string", "integer"] }],
  ["plain types in oneOf", { oneOf: [string, integer] }, { type: ["string", "integer"] }],
  [
    "plain types and null",
    { anyOf: [string, integer, { type: "null" }] },
    { type: ["string", "integer", "null"] },
  ],
  [
    "a limit in the only branch that it applies to",
    { anyOf: [{ ...string, maxLength: 3 }, integer] },
    { type: ["string", "integer"], maxLength: 3 },
  ],
  ["constants", { oneOf: [{ const: "a" }, { const: "b" }] }, { enum: ["a", "b"] }],
  ["the least integer", { ...integer, minimum: 1 }, { ...integer, exclusiveMinimum: 0 }],
  ["the largest integer", { ...integer, maximum: 9 }, { ...integer, exclusiveMaximum: 10 }],
  [
    "a composition that was closed, as one closed object",
    { type: "object", allOf: [open, object({ b: string })], unevaluatedProperties: false },
    both({ additionalProperties: false }),
  ],
  [
    "a composition that was closed, as one object that is closed in the same way",
    { type: "object", allOf: [open, object({ b: string })], unevaluatedProperties: false },
    both({ unevaluatedProperties: false }),
  ],
  [
    "a dependency",
    both({ dependentRequired: { a: ["b"] } }),
    both({ dependentSchemas: { a: { required: ["b"] } } }),
  ],
  [
    "in a property",
    object({ x: { oneOf: [string, integer] } }),
    object({ x: { type: ["string", "integer"] } }),
  ],
];

describe("an equivalent form", () => {
  test.each(same)("%s", async (_name, left, right) => {
    for (const [base, revision] of [
      [left, right],
      [right, left],
    ] as const) {
      const changes = await schemaChangesOf({ Root: base }, { Root: revision }, [
        "request",
        "response",
      ]);
      expect(changes.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
    }
  });
});

const different: readonly (readonly [
  name: string,
  base: object,
  revision: object,
  rule: string,
])[] = [
  [
    "a limit of a number that may have a fraction",
    { type: "number", minimum: 1 },
    { type: "number", exclusiveMinimum: 0 },
    "minimum-unset",
  ],
  ["one type less", { anyOf: [string, integer] }, { type: ["string", "boolean"] }, "type-narrowed"],
  [
    "a composition that was opened",
    { type: "object", allOf: [open, object({ b: string })], unevaluatedProperties: false },
    both({}),
    "unevaluated-properties-removed",
  ],
];

describe("a form that only looks equivalent", () => {
  test.each(different)("%s", async (_name, base, revision, rule) => {
    const changes = await schemaChangesOf({ Root: base }, { Root: revision }, [
      "request",
      "response",
    ]);
    expect(changes[0]).toMatchObject({ class: "breaking" });
    expect(changes.map(({ ruleId }) => ruleId)).toContain(rule);
  });
});

const a = (schema: object) => ({ properties: { a: schema } });
const short = { maxLength: 5 };

const moved: readonly (readonly [name: string, left: object, right: object])[] = [
  [
    "from a part",
    object({ a: string }, { allOf: [a(short)] }),
    object({ a: { ...string, ...short } }),
  ],
  [
    "to a part",
    object({ a: { ...integer, maximum: 5 } }),
    object({ a: integer }, { allOf: [a({ maximum: 5 })] }),
  ],
  [
    "for another one",
    object({ a: { ...integer, minimum: 0 } }, { allOf: [a({ maximum: 5 })] }),
    object({ a: { ...integer, maximum: 5 } }, { allOf: [a({ minimum: 0 })] }),
  ],
  [
    "from the branches of a union",
    object({ a: string }, { anyOf: [a({ const: "x" }), a({ const: "y" })] }),
    object({ a: { enum: ["x", "y"] } }),
  ],
  [
    "from a part about the items",
    { type: "array", items: string, allOf: [{ items: { enum: ["x"] } }] },
    { type: "array", items: { enum: ["x"] } },
  ],
  [
    "deep inside",
    object({ a: object({ b: string }) }, { allOf: [a(object({ b: short }))] }),
    object({ a: object({ b: { ...string, ...short } }) }),
  ],
];

describe("a limit that moved", () => {
  test.each(moved)("%s breaks no client", async (_name, left, right) => {
    for (const [base, revision] of [
      [left, right],
      [right, left],
    ] as const) {
      const roots = [{ Root: base }, { Root: revision }] as const;
      const changes = await schemaChangesOf(...roots, ["request", "response"]);
      expect(
        changes.filter((each) => each.class.endsWith("breaking") && each.class !== "non-breaking"),
      ).toEqual([]);
    }
  });

  test("and became stricter breaks senders", async () => {
    const base = object({ a: string }, { allOf: [a(short)] });
    const revision = object({ a: { ...string, maxLength: 4 } });
    const changes = await schemaChangesOf({ Root: base }, { Root: revision }, ["request"]);
    expect(changes[0]).toMatchObject({ class: "breaking", witness: { validIn: "base" } });
  });
});

test("a named part that was inlined is documentation", async () => {
  const [change, ...others] = await schemaChangesOf(
    {
      Root: {
        allOf: [{ $ref: "#/components/schemas/A" }],
        properties: { b: string },
        unevaluatedProperties: false,
      },
      A: open,
    },
    { Root: both({ additionalProperties: false }), A: open },
    ["request", "response"],
  );
  expect(others).toEqual([]);
  expect(change).toMatchObject({ ruleId: "all-of-removed", class: "docs", effect: "equal" });
});
