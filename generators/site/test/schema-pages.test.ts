// The description of a schema: the fields and words on its page.

import { beforeAll, describe, expect, it } from "vitest";
import { readSchema } from "../src/fields/read-schema.ts";
import type { FieldNode, SchemaNode } from "../src/fields/schema-node.ts";
import { createReference } from "../src/pages/create-reference.ts";
import { referencePages } from "../src/pages/reference-pages.ts";
import type { SitePage } from "../src/paths/site-page.ts";
import { readContract } from "./read-contract.ts";

interface Case {
  readonly name: string;
  readonly schema: unknown;
  /** One line for each field: its id, its type and its remarks. */
  readonly want: readonly string[];
}

const cases: readonly Case[] = [
  {
    name: "required fields first, otherwise in the order of the document",
    schema: {
      type: "object",
      required: ["size"],
      properties: { zip: { type: "string" }, size: { type: "integer" } },
    },
    want: ["fields.size: integer, required", "fields.zip: string, optional"],
  },
  {
    name: "limits, patterns, values and marks",
    schema: {
      type: "object",
      properties: {
        a: { type: "string", minLength: 1, maxLength: 5, pattern: "^x" },
        b: { enum: ["on", "off"], type: "string", default: "on", deprecated: true },
        c: { const: 3, type: "integer" },
        d: { type: "string", format: "date", readOnly: true },
        e: { type: "object", minProperties: 1, additionalProperties: { type: "number" } },
      },
    },
    want: [
      "fields.a: string, optional, at least 1 character, at most 5 characters, matches ^x",
      'fields.b: string, optional, deprecated, "on", "off", default "on"',
      "fields.c: integer, optional, 3",
      "fields.d: string (date), optional, read-only",
      "fields.e: object, optional, at least 1 field",
      "fields.e:other: number",
    ],
  },
  {
    name: "names that are not valid ids",
    schema: {
      type: "object",
      properties: { "a b": { type: "null" }, "a.b": {}, "größe/{id}": {}, "": {}, "~": {} },
    },
    want: [
      "fields.a~20~b: null, optional",
      "fields.a~2e~b: anything, optional",
      "fields.größe~2f~~7b~id~7d~: anything, optional",
      "fields.~: anything, optional",
      "fields.~7e~: anything, optional",
    ],
  },
  {
    name: "lists, with the fields of an item",
    schema: { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } },
    want: ["fields:item.id: integer, optional"],
  },
  {
    name: "fields of all parts of allOf",
    schema: {
      allOf: [
        { $ref: "#/components/schemas/Base" },
        { type: "object", required: ["id"], properties: { name: { type: "string" } } },
      ],
    },
    want: ["fields.id: integer, required", "fields.name: string, optional"],
  },
  {
    name: "variants by their names, with the values that choose them",
    schema: {
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: { propertyName: "kind" },
    },
    want: ["fields:is-Cat: Cat if kind is cat", "fields:is-Dog: Dog if kind is dog"],
  },
  {
    name: "named schemas as links, and null beside them",
    schema: {
      type: "object",
      properties: {
        base: { $ref: "#/components/schemas/Base" },
        other: { oneOf: [{ $ref: "#/components/schemas/Base" }, { type: "null" }] },
      },
    },
    want: [
      "fields.base: Base (object), optional, continued in schemas/base.html",
      "fields.other: Base or null, optional, continued in schemas/base.html",
    ],
  },
  {
    name: "a schema that contains itself, once",
    schema: {
      type: "object",
      properties: {
        next: { $ref: "#/components/schemas/Given" },
        own: { type: "object", properties: { up: { $ref: "#/components/schemas/Given" } } },
      },
    },
    want: [
      "fields.next: Given (object), optional, continued in schemas/given.html",
      "fields.own: object, optional",
      "fields.own.up: Given (object), optional, continued in schemas/given.html",
    ],
  },
  {
    name: "a list whose items contain the list: the fields are those of the list",
    schema: {
      type: "array",
      items: { type: "object", properties: { next: { $ref: "#/components/schemas/Given" } } },
    },
    want: ["fields:item.next: Given (array), optional, continued in #fields"],
  },
  {
    name: "patterns of names and positions in a list",
    schema: {
      type: "object",
      patternProperties: { "^x-": { type: "string" } },
      properties: {
        pair: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }] },
      },
    },
    want: [
      "fields.pair: array, optional",
      "fields:match-~5e~x-: string",
      "fields.pair:item-0: string",
      "fields.pair:item-1: integer",
    ],
  },
];

describe("the fields of a schema", () => {
  it.each(cases)("are $name", async ({ schema, want }) => {
    const contract = await readContract({
      file: "/openapi.json",
      text: JSON.stringify(documentOf(schema)),
    });
    const given = contract.declarations.find(({ name }) => name === "Given");
    if (given === undefined) throw new Error("The document has no such schema.");
    const node = readSchema(given.schema, createReference(contract, {}), {
      anchor: "fields",
      levels: 0,
      budget: { named: 100, all: 100, shown: new Set() },
    });
    expect(linesOf(node)).toEqual(want);
  });
});

function documentOf(schema: unknown): unknown {
  const tagged = (kind: string): unknown => ({
    type: "object",
    required: ["kind"],
    properties: { kind: { const: kind } },
  });
  return {
    openapi: "3.1.0",
    info: { title: "Test", version: "1" },
    paths: {},
    components: {
      schemas: {
        Given: schema,
        Base: { type: "object", properties: { id: { type: "integer" } } },
        Cat: tagged("cat"),
        Dog: tagged("dog"),
      },
    },
  };
}

function linesOf(node: SchemaNode): readonly string[] {
  const lines: string[] = [];
  const waiting: SchemaNode[] = [node];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const field of next.fields) {
      lines.push(lineOf(field));
      waiting.push(field.node);
    }
    for (const { label, tag, node: variant } of next.variants) {
      lines.push(`${variant.anchor}: ${label} if ${tag?.field} is ${tag?.values.join(" or ")}`);
    }
  }
  return lines;
}

function lineOf({ name, isRequired, node }: FieldNode): string {
  const { marks, limits, patterns, values, default: preset, continued } = node;
  const words = [
    node.type.map(({ text }) => text).join(""),
    ...(name === undefined ? [] : [isRequired ? "required" : "optional"]),
    ...marks,
    ...limits,
    ...patterns.map((pattern) => `matches ${pattern}`),
    ...values.map(({ value }) => JSON.stringify(value)),
    ...(preset === undefined ? [] : [`default ${JSON.stringify(preset)}`]),
    ...(continued === undefined
      ? []
      : [`continued in ${continued.path ?? `#${continued.anchor}`}`]),
  ];
  return `${node.anchor}: ${words.join(", ")}`;
}

describe("the pages of an operation", () => {
  const pages = new Map<string, SitePage>();
  beforeAll(async () => {
    const contract = await readContract({
      file: "/openapi.json",
      text: JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Shop", version: "1" },
        servers: [{ url: "https://shop.example/v1" }],
        paths: {
          "/orders/{id}": {
            put: {
              operationId: "putOrder",
              summary: "Put an order",
              security: [{ key: [] }],
              parameters: [
                {
                  name: "id",
                  in: "path",
                  required: true,
                  schema: { type: "integer", format: "int64" },
                },
                {
                  name: "dry run",
                  in: "query",
                  required: true,
                  example: "a&b'",
                  schema: { type: "string" },
                },
              ],
              requestBody: {
                required: true,
                content: {
                  "application/json": {
                    schema: {
                      type: "object",
                      required: ["name"],
                      properties: {
                        id: { type: "integer", readOnly: true },
                        name: { type: "string", examples: ["it's"] },
                        count: { type: "integer", format: "int64" },
                      },
                    },
                  },
                },
              },
              responses: { 204: { description: "Done." } },
            },
          },
        },
        components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
      }),
    });
    for (const page of referencePages(contract, { sdkPackage: "@shop/api" }))
      pages.set(page.path, page);
  });

  it.each([
    [
      "curl",
      `curl -X PUT 'https://shop.example/v1/orders/1?dry%20run=a%26b'\\''' \\
  -H "X-Key: $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
  "name": "it'\\''s",
  "count": 1
}'`,
    ],
    [
      "the generated client",
      `import { createShopClient } from "@shop/api/client";
import { apiKey, restTransport } from "@specwright/rest/client";

const client = createShopClient(
  restTransport({
    baseUrl: "https://shop.example/v1",
    credentials: { key: apiKey({ in: "header", name: "X-Key" }, key) },
  }),
);
const answer = await client.putOrder({
  path: { id: 1n },
  query: { "dry run": "a&b'" },
  body: { name: "it's", count: 1n },
});
console.log(answer.status);`,
    ],
    [
      "fetch",
      `const response = await fetch("https://shop.example/v1/orders/1?dry%20run=a%26b'", {
  method: "PUT",
  headers: {
    "X-Key": key,
    "Content-Type": "application/json",
  },
  body: JSON.stringify({ name: "it's", count: 1 }),
});
console.log(response.status, await response.text());`,
    ],
  ])("have a sample for %s", (_name, want) => {
    expect(pages.get("operations/put-order.html")?.markdown).toContain(`\n${want}\n`);
  });

  it.each([
    ["operation", "Put an order", ""],
    ["field", "dry run", "query.dry~20~run"],
    ["field", "name", "body.name"],
  ])("are found by %s %s", (kind, name, anchor) => {
    const { search = [] } = pages.get("operations/put-order.html") ?? {};
    expect(search.filter((each) => each.kind === kind && each.name === name)).toMatchObject([
      { anchor },
    ]);
  });
});
