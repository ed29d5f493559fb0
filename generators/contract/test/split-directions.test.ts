// The contents of requests and responses, according to the marks of properties.

import { type Contract, type ObjectSchema, splitDirections } from "@specwright/contract";
import { describe, expect, it } from "vitest";
import { contractOf } from "./contract-of.ts";

describe("members of one direction", () => {
  it.each([
    {
      name: "3.0: a readOnly property is not a member of a request",
      version: "3.0.3",
      schemas: "Pet: { required: [id, name], properties: { id: { readOnly: true }, name: {} } }",
      want: { Pet: "id! name!", "Pet input": "name!" },
    },
    {
      name: "3.0: a writeOnly property is not a member of a response",
      version: "3.0.3",
      schemas: "Pet: { required: [key], properties: { key: { writeOnly: true }, name: {} } }",
      want: { Pet: "name", "Pet input": "key! name" },
    },
    {
      name: "3.1: it is optional",
      version: "3.1.0",
      schemas: "Pet: { required: [id, name], properties: { id: { readOnly: true }, name: {} } }",
      want: { Pet: "id! name!", "Pet input": "id name!" },
    },
    {
      name: "3.1: an optional property is the same in both",
      version: "3.1.0",
      schemas: "Pet: { properties: { id: { readOnly: true } } }",
      want: { Pet: "id" },
    },
    {
      name: "a closed object keeps the property",
      version: "3.0.3",
      schemas:
        "Pet: { additionalProperties: false, required: [id], properties: { id: { readOnly: true } } }",
      want: { Pet: "id!", "Pet input": "id" },
    },
    {
      name: "a mark on the target of a reference counts",
      version: "3.1.0",
      schemas: `Id: { type: string, readOnly: true }
    Pet: { required: [id], properties: { id: { $ref: "#/components/schemas/Id" } } }`,
      want: { Pet: "id!", "Pet input": "id" },
    },
    {
      name: "a name may be required beside the part with the property",
      version: "3.1.0",
      schemas: `Base: { properties: { id: { readOnly: true } } }
    Pet: { allOf: [{ $ref: "#/components/schemas/Base" }], required: [id], properties: { a: {} } }`,
      want: { Base: "id", Pet: "a id!", "Pet input": "a" },
    },
    {
      name: "a tag stays in both",
      version: "3.0.3",
      schemas:
        "Pet: { required: [kind], properties: { kind: { readOnly: true } }, discriminator: { propertyName: kind } }",
      want: { Pet: "kind!" },
    },
    {
      name: "nothing depends on the direction",
      version: "3.0.3",
      schemas: "Pet: { required: [id], properties: { id: {} } }",
      want: { Pet: "id!" },
    },
  ])("$name", async ({ version, schemas, want }) => {
    const contract = splitDirections(await contractOf(documentOf(version, schemas)));
    const found = Object.fromEntries(
      contract.declarations.flatMap(({ name, schema }) =>
        schema.kind === "schema" && schema.types === undefined ? [[name, members(schema)]] : [],
      ),
    );
    expect(found).toEqual(want);
  });

  it.each([
    [false, { Pet: "id name secret" }],
    [true, { Pet: "id name -secret", "Pet input": "-id name secret" }],
  ])(
    "get a default in their direction alone, if defaults are applied: %s",
    async (appliesDefaults, want) => {
      const schemas = `Pet: { properties: { id: { readOnly: true, default: 1 }, name: { default: a },
      secret: { writeOnly: true, default: b } } }`;
      const contract = await contractOf(documentOf("3.1.0", schemas));
      const { declarations } = splitDirections(contract, { appliesDefaults });
      const found = declarations.flatMap(({ name, schema }) =>
        schema.kind === "schema" && schema.types === undefined
          ? [[name, members(schema)] as const]
          : [],
      );
      expect(Object.fromEntries(found)).toEqual(want);
    },
  );

  it("belong to the bodies of their direction", async () => {
    const contract = await contractOf(
      documentOf("3.0.3", "Pet: { required: [id], properties: { id: { readOnly: true } } }"),
    );
    expect(bodies(splitDirections(contract))).toEqual(["Pet input", "Pet"]);
  });

  it("does not change a contract without marks", async () => {
    const contract = await contractOf(documentOf("3.0.3", "Pet: { properties: { id: {} } }"));
    expect(splitDirections(contract)).toBe(contract);
  });
});

/** A document in which a request and its response contain a pet. */
function documentOf(version: string, schemas: string): string {
  const body = 'content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }';
  return `openapi: ${version}
info: { title: Pets, version: "1" }
paths:
  /pets:
    post:
      operationId: addPet
      requestBody: { ${body} }
      responses: { "200": { description: Added., ${body} } }
components:
  schemas:
    ${schemas}
`;
}

/** Lists the properties and required names of an object; a required one has a mark. */
/** Lists members; `!` marks required ones, and `-` those that get no default in this direction. */
function members({ properties = new Map(), required = [], leftOut }: ObjectSchema): string {
  const names = new Set<string>([...properties.keys(), ...required]);
  return [...names]
    .map((name) => `${leftOut?.has(name) ? "-" : ""}${name}${required.includes(name) ? "!" : ""}`)
    .join(" ");
}

function bodies({ operations }: Contract): readonly (string | undefined)[] {
  return operations.flatMap(({ requestBody, responses }) =>
    [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)].map(
      ({ declaration }) => declaration?.name,
    ),
  );
}
