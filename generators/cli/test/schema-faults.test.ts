// Schemas that refuse every value, or typical ones: the diagnostics of lint and generate.

import { afterAll, describe, expect, it } from "vitest";
import { command, folderOf, removeFolders } from "./run-command.ts";

afterAll(removeFolders);

const documentOf = (schemas: string): string => `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /a:
    get:
      operationId: a
      responses:
        '200': { description: A., content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } }
components:
  schemas:
    Base: { type: object, required: [id], properties: { id: { type: string } } }
    Closed: { type: object, properties: { name: { type: string } }, additionalProperties: false }
    Animal:
      { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }
    Cat: { allOf: [{ $ref: '#/components/schemas/Animal' }, { properties: { lives: { type: integer } } }] }
    Dog: { allOf: [{ $ref: '#/components/schemas/Animal' }, { properties: { tricks: { type: integer } } }] }
    A: ${schemas}
`;

/** Returns the diagnostics about the schemas of a document, without places and fixes. */
async function faults(args: readonly string[], schemas: string): Promise<readonly string[]> {
  const folder = await folderOf({ "a.yaml": documentOf(schemas) });
  const { err } = await command(folder, args);
  const found = /^a\.yaml:\d+:\d+ (SCHEMA_IMPOSSIBLE|ALTERNATIVES_OVERLAP) warning (.*)$/gm;
  return [...err.matchAll(found)].map(([, code, message]) => `${code} ${message}`);
}

const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const required = `SCHEMA_IMPOSSIBLE No value matches the schema, which requires \`id\`: the part at /components/schemas/Closed has \`additionalProperties: false\` and does not declare \`id\`.`;
const contradiction =
  "SCHEMA_IMPOSSIBLE No value matches the schema: its rules contradict each other.";

describe("30.8 schemas that fit nothing", () => {
  it.each([
    ["a closed part", `{ allOf: [${ref("Base")}, ${ref("Closed")}] }`, [required]],
    [
      "a closed part beside an optional member",
      `{ allOf: [{ properties: { age: {} } }, { properties: { id: {} }, additionalProperties: false }] }`,
      [
        "SCHEMA_IMPOSSIBLE No valid value can have the property `age`: the part at /components/schemas/A/allOf/1 has `additionalProperties: false` and does not declare `age`.",
      ],
    ],
    [
      "alternatives with optional members only",
      "{ oneOf: [{ type: object, properties: { a: { const: 1 } } }, { type: object, properties: { b: { const: 2 } } }] }",
      [
        'ALTERNATIVES_OVERLAP Alternatives 1 and 2 of `oneOf` both accept {"a":1}, so it is invalid.',
      ],
    ],
    [
      "numbers that are integers",
      "{ oneOf: [{ type: number }, { type: integer, const: 3 }] }",
      ["ALTERNATIVES_OVERLAP Alternatives 2 and 1 of `oneOf` both accept 3, so it is invalid."],
    ],
    [
      "alternatives that require members of their own",
      "{ oneOf: [{ type: object, required: [a], properties: { a: {} } }, { type: object, required: [b], properties: { b: {} } }] }",
      [],
    ],
    [
      "children whose parent has the discriminator",
      `{ oneOf: [${ref("Cat")}, ${ref("Dog")}] }`,
      [],
    ],
    ["one closed part that declares all", `{ allOf: [${ref("Closed")}] }`, []],
  ])("are found in %s by lint and generate", async (_name, schemas, want) => {
    expect(await faults(["lint", "a.yaml"], schemas)).toEqual(want);
    const generate = ["generate", "--input", "a.yaml", "--output", "out", "--emit", "types"];
    expect(await faults(generate, schemas)).toEqual(want);
  });

  it("are read as intended if a base with a discriminator is closed", async () => {
    const text = documentOf(ref("Cat")).replace(
      "type: object, required: [kind]",
      "type: object, additionalProperties: false, required: [kind]",
    );
    const folder = await folderOf({ "a.yaml": text });
    const { code, err } = await command(folder, ["lint", "a.yaml"]);
    expect(code).toBe(0);
    expect(err).toContain(
      "BASE_CLOSED warning `additionalProperties: false` forbids the properties of /components/schemas/Cat, which extends this schema.",
    );
    expect(err).not.toContain("SCHEMA_IMPOSSIBLE");
  });

  it.each([
    ["no member of an enum", "{ type: string, enum: [] }", [contradiction]],
    [
      "bounds",
      "{ type: object, required: [n], properties: { n: { type: integer, minimum: 9, maximum: 5 } } }",
      [contradiction],
    ],
    ["what is meant to accept nothing", "{ type: object, properties: { n: { not: {} } } }", []],
  ])("are proved by lint: %s", async (_name, schemas, want) => {
    expect(await faults(["lint", "a.yaml"], schemas)).toEqual(want);
  });
});
