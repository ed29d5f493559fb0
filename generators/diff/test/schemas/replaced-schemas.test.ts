// A reference that names another schema is one change, which names both and has the verdict.

import type { Change } from "@specwright/diff";
import { describe, expect, test } from "vitest";
import { schemaChangesOf } from "./schema-changes-of.ts";

const string = { type: "string" };
const integer = { type: "integer" };
const object = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
});
const ref = (name: string, beside: object = {}) => ({
  $ref: `#/components/schemas/${name}`,
  ...beside,
});

const schemas = {
  Cat: object({ meow: string, name: string, age: integer }, ["meow"]),
  Dog: object({ bark: string, name: integer }, ["bark"]),
  Kitten: object({ meow: string, name: string, age: integer }, ["meow"]),
  Animal: object({ name: string }),
};
const catToDog =
  "is now `Dog` instead of `Cat`: without `meow` and `age`, with `bark` and with changed `name`.";

interface Case {
  readonly name: string;
  readonly base: object;
  readonly revision: object;
  readonly want: readonly string[];
}

const cases: readonly Case[] = [
  {
    name: "a property",
    base: object({ pet: ref("Cat") }),
    revision: object({ pet: ref("Dog") }),
    want: [`schema-replaced breaking wire: \`pet\` of \`Root\` ${catToDog}`],
  },
  {
    name: "items",
    base: object({ pets: { type: "array", items: ref("Cat") } }),
    revision: object({ pets: { type: "array", items: ref("Dog") } }),
    want: [`schema-replaced breaking wire: \`pets[]\` of \`Root\` ${catToDog}`],
  },
  {
    name: "beside a description",
    base: object({ pet: ref("Cat", { description: "a" }) }),
    revision: object({ pet: ref("Dog", { description: "b" }) }),
    want: [
      `schema-replaced breaking wire: \`pet\` of \`Root\` ${catToDog}`,
      "schema-documentation-changed docs docs: The description of `pet` of `Root` changed from `a` to `b`.",
    ],
  },
  {
    name: "a narrower schema in a response breaks types only",
    base: object({ pet: ref("Animal") }),
    revision: object({ pet: ref("Cat") }),
    want: [
      "schema-replaced breaking code: `pet` of `Root` is now `Cat` instead of `Animal`: with `meow` and `age`.",
    ],
  },
  {
    name: "a union that became a reference is compared with it",
    base: object({ pet: { oneOf: [ref("Cat"), ref("Dog")] } }),
    revision: object({ pet: ref("Cat") }),
    want: [
      "unwrapped-from-union non-breaking wire: `pet` of `Root` is no longer a union with `Dog`.",
    ],
  },
  {
    name: "a schema that accepts the same",
    base: object({ pet: ref("Cat") }),
    revision: object({ pet: ref("Kitten") }),
    want: [],
  },
];

describe("another schema in a response", () => {
  test.each(cases)("$name", async ({ base, revision, want }) => {
    const changes = await schemaChangesOf(
      { Root: base, ...schemas },
      { Root: revision, ...schemas },
      ["response"],
    );
    expect(changes.map(textOf)).toEqual(want);
  });
});

test("the verdict comes with a value, and the places of both references", async () => {
  const [change, ...others] = await schemaChangesOf(
    { Root: object({ pet: ref("Cat") }), ...schemas },
    { Root: object({ pet: ref("Dog") }), ...schemas },
    ["request", "response"],
  );
  expect(others).toEqual([]);
  expect(change).toMatchObject({
    effect: "incomparable",
    base: { pointer: "/components/schemas/Root/properties/pet" },
    revision: { pointer: "/components/schemas/Root/properties/pet" },
    witness: { value: { meow: expect.any(String) }, validIn: "base" },
  });
});

test("a schema with a new name and edits is reported edit by edit", async () => {
  const changes = await schemaChangesOf(
    { Root: object({ pet: ref("Cat") }), Cat: schemas.Cat },
    {
      Root: object({ pet: ref("Tom") }),
      Tom: object({ meow: string, name: string, age: string }, ["meow"]),
    },
    ["response"],
  );
  expect(changes.map(textOf)).toEqual([
    "type-changed breaking wire: The type of `age` of `Tom` changed from `integer` to `string`.",
  ]);
});

describe("31.3 a schema that replaces another one that is still in use", () => {
  const parts = {
    Shelf: object({ id: string, room: string }),
    Book: object({ id: string, title: string }),
    Wide: { allOf: [ref("Shelf"), object({ width: integer })] },
  };
  test.each([
    ["another object", "Shelf", "Book", "breaking wire"],
    ["an object with more", "Shelf", "Wide", "breaking code"],
    ["an object with less, which allOf composed", "Wide", "Shelf", "breaking wire"],
  ])("%s", async (_name, before, after, want) => {
    for (const direction of ["request", "response"] as const) {
      const root = (name: string) => object({ found: ref(name), kept: ref(before) });
      const changes = await schemaChangesOf(
        { Root: root(before), ...parts },
        { Root: root(after), ...parts },
        [direction],
      );
      const found = changes.map(({ ruleId, class: each, surface, subject }) =>
        [ruleId, each, surface, subject.path].join(" "),
      );
      expect(found).toContain(`schema-replaced ${want} found`);
    }
  });
});

function textOf({ ruleId, class: each, surface, message }: Change): string {
  return `${ruleId} ${each} ${surface}: ${message}`;
}
