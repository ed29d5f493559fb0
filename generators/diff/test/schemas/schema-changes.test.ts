// The changes between two schemas, as rule and class: in a request, then in a response.

import type { Change } from "@specwright/diff";
import { describe, expect, test } from "vitest";
import { schemaChangesOf } from "./schema-changes-of.ts";

const string = { type: "string" };
const integer = { type: "integer" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
const condition = { if: { required: ["a"] }, then: { required: ["b"] } };

interface Case {
  readonly name: string;
  readonly base: object;
  readonly revision: object;
  readonly request: readonly string[];
  readonly response: readonly string[];
}

const safe = (rule: string): string => `${rule} non-breaking`;
const breaking = (rule: string): string => `${rule} breaking`;

const cases: readonly Case[] = [
  {
    name: "a limit decreased",
    base: { ...string, maxLength: 5 },
    revision: { ...string, maxLength: 4 },
    request: [breaking("max-length-decreased")],
    response: [safe("max-length-decreased")],
  },
  {
    name: "a limit was removed",
    base: { ...integer, minimum: 1 },
    revision: integer,
    request: [safe("minimum-unset")],
    response: [breaking("minimum-unset")],
  },
  {
    name: "another type",
    base: string,
    revision: integer,
    request: [breaking("type-changed")],
    response: [breaking("type-changed")],
  },
  {
    name: "integer to number",
    base: integer,
    revision: { type: "number" },
    request: [safe("type-widened")],
    response: [breaking("type-widened")],
  },
  {
    name: "null in a list of types",
    base: string,
    revision: { type: ["string", "null"] },
    request: [safe("nullable-added")],
    response: [breaking("nullable-added")],
  },
  {
    name: "null in a union",
    base: string,
    revision: { anyOf: [string, { type: "null" }] },
    request: [safe("nullable-added")],
    response: [breaking("nullable-added")],
  },
  {
    name: "values of an enum",
    base: { enum: ["a", "b"] },
    revision: { enum: ["b", "c"] },
    request: [breaking("enum-value-removed"), safe("enum-value-added")],
    response: [breaking("enum-value-added"), safe("enum-value-removed")],
  },
  {
    name: "a property without which requests were valid became required",
    base: object({ a: string }),
    revision: object({ a: string }, { required: ["a"] }),
    request: [breaking("property-became-required")],
    response: [safe("property-became-required")],
  },
  {
    name: "a required property was added",
    base: object({ a: string }),
    revision: object({ a: string, b: integer }, { required: ["b"] }),
    request: [breaking("required-property-added")],
    response: [safe("required-property-added")],
  },
  {
    name: "a required property was removed",
    base: object({ a: string, b: integer }, { required: ["b"] }),
    revision: object({ a: string }),
    request: ["required-property-removed potentially-breaking"],
    response: [breaking("required-property-removed")],
  },
  {
    name: "an object was wrapped in allOf",
    base: object({ a: string }),
    revision: { allOf: [object({ a: string })] },
    request: [],
    response: [],
  },
  {
    name: "allOf was written as one object, and a limit added",
    base: { allOf: [object({ a: string }), object({ b: string })] },
    revision: object({ a: string, b: { ...string, maxLength: 3 } }),
    request: [breaking("max-length-set")],
    response: [safe("max-length-set")],
  },
  {
    name: "a branch was added",
    base: { oneOf: [string, integer] },
    revision: { oneOf: [integer, { type: "boolean" }, string] },
    request: [safe("one-of-added")],
    response: [breaking("one-of-added")],
  },
  {
    name: "one of two branches was removed",
    base: { oneOf: [string, integer] },
    revision: { oneOf: [string] },
    request: [breaking("one-of-removed")],
    response: [safe("one-of-removed")],
  },
  {
    name: "one of two branches beside null was removed",
    base: { anyOf: [string, integer, { type: "null" }] },
    revision: { anyOf: [string, { type: "null" }] },
    request: [breaking("any-of-removed")],
    response: [safe("any-of-removed")],
  },
  {
    name: "a second branch was added",
    base: { oneOf: [string] },
    revision: { oneOf: [string, integer] },
    request: [safe("one-of-added")],
    response: [breaking("one-of-added")],
  },
  {
    name: "a condition was added",
    base: object({ a: string, b: string }),
    revision: object({ a: string, b: string }, condition),
    request: [breaking("if-added")],
    response: [safe("if-added")],
  },
  {
    name: "a condition with an alternative was removed",
    base: object({ a: string, b: string }, { ...condition, else: { maxProperties: 3 } }),
    revision: object({ a: string, b: string }),
    request: [safe("if-removed")],
    response: [breaking("if-removed")],
  },
  {
    name: "the consequence of a condition was added",
    base: object({ a: string, b: string }, { if: { required: ["a"] } }),
    revision: object({ a: string, b: string }, condition),
    request: [breaking("then-added")],
    response: [safe("then-added")],
  },
  {
    name: "a schema became a branch",
    base: string,
    revision: { oneOf: [string, integer] },
    request: [safe("wrapped-in-union")],
    response: [breaking("wrapped-in-union")],
  },
  {
    name: "a default changed",
    base: object({ a: { ...string, default: "x" } }),
    revision: object({ a: { ...string, default: "y" } }),
    request: ["default-changed potentially-breaking"],
    response: ["default-changed docs docs"],
  },
  {
    name: "a pattern was generalised",
    base: { type: "array", items: { ...string, pattern: "^a+$" } },
    revision: { type: "array", items: { ...string, pattern: "^a*$" } },
    request: [safe("pattern-changed")],
    response: [breaking("pattern-changed")],
  },
  {
    name: "a schema under not",
    base: { not: string },
    revision: { not: { type: ["string", "integer"] } },
    request: [breaking("not-changed")],
    response: [safe("not-changed")],
  },
  {
    name: "a limit that another part of the schema has",
    base: { allOf: [{ ...string, maxLength: 3 }, { minLength: 1 }] },
    revision: {
      allOf: [
        { ...string, maxLength: 3 },
        { minLength: 1, maxLength: 5 },
      ],
    },
    request: ["max-length-set non-breaking"],
    response: ["max-length-set non-breaking"],
  },
  {
    name: "many values of an enum",
    base: { enum: Array.from({ length: 50 }, (_, index) => `a${index}`) },
    revision: { enum: Array.from({ length: 50 }, (_, index) => `b${index}`) },
    request: [breaking("enum-value-removed"), safe("enum-value-added")],
    response: [breaking("enum-value-added"), safe("enum-value-removed")],
  },
  {
    name: "an optional property was removed from an open object",
    base: object({ a: string, b: string }),
    revision: object({ a: string }),
    request: ["property-removed potentially-breaking"],
    response: ["property-removed potentially-breaking"],
  },
  {
    name: "a property that another part of the schema requires lost its schema",
    base: { allOf: [object({ a: string, b: string }), { required: ["a"] }] },
    revision: { allOf: [object({ b: string }), { required: ["a"] }] },
    request: ["property-removed potentially-breaking"],
    response: [breaking("property-removed")],
  },
  {
    name: "what a nullable wrapper wraps",
    base: { anyOf: [{ ...string, maxLength: 5 }, { type: "null" }], description: "a" },
    revision: { anyOf: [{ ...string, maxLength: 4 }, { type: "null" }], description: "a" },
    request: [breaking("max-length-decreased")],
    response: [safe("max-length-decreased")],
  },
  {
    name: "formats of 3.0 as contents of 3.1",
    base: { ...string, format: "byte" },
    revision: { ...string, contentEncoding: "base64" },
    request: [],
    response: [],
  },
  {
    name: "a wider format",
    base: { ...integer, format: "int32" },
    revision: { ...integer, format: "int64" },
    request: [safe("format-changed")],
    response: ["format-changed breaking"],
  },
  {
    name: "keywords beside a type that they do not apply to",
    base: { type: "integer" },
    revision: { type: "integer", maxLength: 5 },
    request: ["max-length-set docs docs"],
    response: ["max-length-set docs docs"],
  },
];

describe.each(cases)("$name", ({ base, revision, request, response }) => {
  test.each([
    ["request", request],
    ["response", response],
  ] as const)("in a %s", async (direction, want) => {
    const changes = await schemaChangesOf({ Root: base }, { Root: revision }, [direction]);
    expect(changes.map(textOf)).toEqual(want);
  });
});

test("a breaking change has a value that proves it", async () => {
  const [change] = await schemaChangesOf(
    {
      Root: object({ age: { $ref: "#/components/schemas/Age" } }),
      Age: { ...integer, maximum: 150 },
    },
    {
      Root: object({ age: { $ref: "#/components/schemas/Age" } }),
      Age: { ...integer, maximum: 99 },
    },
    ["request", "response"],
  );
  expect(change).toMatchObject({
    ruleId: "maximum-decreased",
    class: "breaking",
    direction: "both",
    effect: "narrows",
    subject: { kind: "schema", name: "Age" },
    message: "`maximum` of `Age` decreased from 150 to 99.",
    witness: {
      value: expect.toSatisfy((value: number) => value > 99 && value <= 150),
      validIn: "base",
    },
    base: { pointer: "/components/schemas/Age" },
    // In the response it is safe.
    affects: [
      { operation: "POST /things", part: "request body", direction: "request", inside: true },
    ],
    milderIn: [
      { operation: "POST /things", part: "response 200", direction: "response", inside: true },
    ],
  });
});

const cat = object({ kind: string, lives: { type: "integer" } }, { required: ["kind"] });
const dog = object({ kind: string, bark: { type: "boolean" } }, { required: ["kind"] });
const petOf = (name: string, more: object = {}) => ({
  oneOf: [{ $ref: `#/components/schemas/${name}` }, { $ref: "#/components/schemas/Dog" }],
  discriminator: { propertyName: "kind", ...more },
});
const mappedTo = (name: string) => ({ mapping: { cat: `#/components/schemas/${name}` } });

const renamed: readonly (readonly [
  name: string,
  base: object,
  revision: object,
  there: readonly string[],
  back: readonly string[],
])[] = [
  [
    "that is the value of a discriminator",
    { Root: petOf("Cat"), Cat: cat, Dog: dog },
    { Root: petOf("Kitty"), Kitty: cat, Dog: dog },
    [
      "discriminator-mapping-removed potentially-breaking",
      "discriminator-mapping-added non-breaking",
    ],
    [
      "discriminator-mapping-added potentially-breaking",
      "discriminator-mapping-removed non-breaking",
    ],
  ],
  [
    "that a discriminator maps a value to",
    { Root: petOf("Cat", mappedTo("Cat")), Cat: cat, Dog: dog },
    { Root: petOf("Kitty", mappedTo("Kitty")), Kitty: cat, Dog: dog },
    [],
    [],
  ],
];

describe("a new name of a schema", () => {
  test.each(renamed)("%s", async (_name, base, revision, request, response) => {
    const rules = async (direction: "request" | "response") =>
      (await schemaChangesOf(base, revision, [direction])).map(
        ({ ruleId, class: each }) => `${ruleId} ${each}`,
      );
    expect(await rules("request")).toEqual(request);
    expect(await rules("response")).toEqual(response);
  });
});

test("a value that a discriminator no longer names may be refused", async () => {
  const union = (tag: string) => ({
    oneOf: [{ $ref: "#/components/schemas/Card" }, { $ref: "#/components/schemas/Voucher" }],
    discriminator: {
      propertyName: "type",
      mapping: { card: "#/components/schemas/Card", [tag]: "#/components/schemas/Voucher" },
    },
  });
  const branches = {
    Card: object({ type: string, number: string }, { required: ["type", "number"] }),
    Voucher: object({ type: string, code: string }, { required: ["type", "code"] }),
  };
  const changes = await schemaChangesOf(
    { Root: union("voucher"), ...branches },
    { Root: union("coupon"), ...branches },
    ["request"],
  );
  expect(changes.map(textOf)).toEqual([
    "discriminator-mapping-removed potentially-breaking",
    "discriminator-mapping-added non-breaking code",
  ]);
});

function textOf({ ruleId, class: each, surface }: Change): string {
  return surface === "wire" ? `${ruleId} ${each}` : `${ruleId} ${each} ${surface}`;
}

test("a union that keeps one branch keeps its discriminator and its description", async () => {
  const union = (names: readonly string[], propertyName?: string) => ({
    Root: {
      description: "A pet.",
      oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
      ...(propertyName !== undefined && { discriminator: { propertyName } }),
    },
    Cat: { ...cat, description: "A cat." },
    Dog: dog,
  });
  const rulesOf = async (base: object, revision: object) =>
    (await schemaChangesOf(base, revision, ["response"])).map(({ ruleId }) => ruleId);
  const both = union(["Cat", "Dog"], "kind");
  expect(await rulesOf(both, union(["Cat"], "kind"))).toEqual(["one-of-removed"]);
  expect(await rulesOf(union(["Cat"], "kind"), both)).toEqual(["one-of-added"]);
  expect(await rulesOf(both, union(["Cat"]))).toContain("discriminator-removed");
});
