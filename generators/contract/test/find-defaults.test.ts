// The properties that get their defaults on reading, and the schemas that differ by that.

import type { Contract, ObjectSchema } from "@specwright/contract";
import { describe, expect, it } from "vitest";
import { findDefaults } from "../src/directions/find-defaults.ts";
import { contractOf } from "./contract-of.ts";

const applied: readonly (readonly [what: string, schema: string, want: object])[] = [
  ["its own", "properties: { a: { default: 1 }, b: {} }", { a: 1 }],
  ["null", "properties: { a: { default: null } }", { a: null }],
  ["none of a required property", "required: [a], properties: { a: { default: 1 } }", {}],
  [
    "that of what it refers to",
    'properties: { a: { $ref: "#/components/schemas/Five" } }',
    { a: 5 },
  ],
  [
    "its own before that of what it refers to",
    'properties: { a: { $ref: "#/components/schemas/Five", default: 6 } }',
    { a: 6 },
  ],
  [
    "that of a part",
    'properties: { a: { allOf: [{ type: integer }, { $ref: "#/components/schemas/Five" }] } }',
    { a: 5 },
  ],
  ["none of a branch", "properties: { a: { anyOf: [{ default: 1 }] } }", {}],
  ["none of the object", "default: { a: 1 }, properties: { a: {} }", {}],
];

describe("a property gets", () => {
  it.each(applied)("%s", async (_, schema, want) => {
    const contract = await contractOf(document(`Given: { ${schema} }`));
    const found = findDefaults(contract).of(schemaOf(contract, "Given"));
    expect(Object.fromEntries([...found].map(([name, { value }]) => [name, value]))).toEqual(want);
  });
});

const leading: readonly (readonly [what: string, schema: string, differs: boolean])[] = [
  ["has one", "properties: { a: { default: 1 } }", true],
  ["has a member with one", 'properties: { a: { $ref: "#/components/schemas/Has" } }', true],
  ["has items with one", 'items: { $ref: "#/components/schemas/Has" }', true],
  ["is a record of such", 'additionalProperties: { $ref: "#/components/schemas/Has" }', true],
  ["has a part with one", 'allOf: [{ $ref: "#/components/schemas/Has" }]', true],
  ["has a branch with one", 'oneOf: [{ $ref: "#/components/schemas/Has" }]', true],
  ["tests one", 'not: { $ref: "#/components/schemas/Has" }', false],
  ["has one of a required property", "required: [a], properties: { a: { default: 1 } }", false],
  ["has none", 'properties: { a: { $ref: "#/components/schemas/Text" } }', false],
];

describe("a type has two forms where its schema", () => {
  it.each(leading)("%s", async (_, schema, differs) => {
    const contract = await contractOf(document(`Given: { ${schema} }`));
    const { differing } = findDefaults(contract);
    expect(differing.has(schemaOf(contract, "Given"))).toBe(differs);
  });
});

it("skips schemas of a merge patch", async () => {
  const text = document(
    `Patch: { properties: { a: { default: 1 }, b: { $ref: "#/components/schemas/Inner" } } }
    Inner: { properties: { c: { default: 1 } } }
    Given: { properties: { a: { default: 1 } } }`,
  );
  const contract = await contractOf(
    text.replace(
      "paths: {}",
      `paths:
  /pets:
    patch:
      requestBody:
        content:
          application/merge-patch+json: { schema: { $ref: "#/components/schemas/Patch" } }
          application/json: { schema: { $ref: "#/components/schemas/Given" } }
      responses: { "204": { description: Done. } }`,
    ),
  );
  const defaults = findDefaults(contract);
  const counts = ["Patch", "Inner", "Given"].map(
    (name) => defaults.of(schemaOf(contract, name)).size,
  );
  expect(counts).toEqual([0, 0, 1]);
});

it("skips unwanted ones", async () => {
  const contract = await contractOf(document("Given: { properties: { a: { default: 1 } } }"));
  const defaults = findDefaults(contract, ({ value }) => value !== 1);
  expect(defaults.of(schemaOf(contract, "Given")).size).toBe(0);
});

function document(schemas: string): string {
  return `openapi: 3.1.0
info: { title: Defaults, version: "1" }
paths: {}
components:
  schemas:
    Five: { type: integer, default: 5 }
    Text: { type: string }
    Has: { type: object, properties: { a: { default: 1 } } }
    ${schemas}
`;
}

function schemaOf({ declarations }: Contract, name: string): ObjectSchema {
  const schema = declarations.find((declaration) => declaration.name === name)?.schema;
  if (schema?.kind !== "schema") throw new Error(`no ${name}`);
  return schema;
}
