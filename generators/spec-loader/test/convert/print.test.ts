import { expect, test } from "vitest";
import { convertTexts } from "./convert-texts.ts";

const yaml = `# The shop.
swagger: "2.0" # old
info: { title: T, version: "1" }
# where
host: a.example
schemes: [https]
paths:
  # all of them
  /a:
    get:
      responses:
        default: { description: D }
        # found
        200: { description: D }
# what there is
definitions:
  # first
  b c:
    type: number # kind
    # top
    maximum: 1.50
    exclusiveMaximum: true
  # second
  Big: { type: integer, enum: [9223372036854775807] }
`;

test("keeps comments, the order of keys, styles and digits", async () => {
  const { files } = await convertTexts({ "api.yaml": yaml });
  expect(await files?.[0]?.print("yaml")).toBe(`# The shop.
openapi: "3.1.1" # old
info: { title: T, version: "1" }
# where
servers:
  - url: https://a.example
paths:
  # all of them
  /a:
    get:
      responses:
        default: { description: D }
        # found
        "200": { description: D }
components:
  # what there is
  schemas:
    # first
    b_c:
      type: number # kind
      # top
      exclusiveMaximum: 1.50
    # second
    Big: { type: integer, enum: [ 9223372036854775807 ] }
`);
});

test("keeps the digits of JSON without spaces", async () => {
  const json = `{"swagger":"2.0","info":{"title":"T","version":"1"},"paths":{},"definitions":{"A":{"default":1.23456789012345678901,"x-a":[1.10,2.50]}}}`;
  const { files } = await convertTexts({ "api.json": json });
  for (const format of ["json", "yaml"] as const) {
    const text = await files?.[0]?.print(format);
    for (const digits of ["1.23456789012345678901", "1.10", "2.50"]) expect(text).toContain(digits);
  }
});

test("keeps the digits and the order of JSON, in both formats", async () => {
  const json = `{
  "swagger": "2.0",
  "info": {"title": "T", "version": "1"},
  "paths": {"/a": {"get": {"responses": {"default": {"description": "D"}, "200": {"description": "E"}}}}},
  "definitions": {"A": {"type": "number", "default": 1.50, "maximum": 12345678901234567890, "x-order": {"b": 1e2, "1": 0}}}
}`;
  const { files } = await convertTexts({ "api.json": json });
  expect(await files?.[0]?.print("json")).toBe(`{
  "openapi": "3.1.1",
  "info": {
    "title": "T",
    "version": "1"
  },
  "paths": {
    "/a": {
      "get": {
        "responses": {
          "default": {
            "description": "D"
          },
          "200": {
            "description": "E"
          }
        }
      }
    }
  },
  "components": {
    "schemas": {
      "A": {
        "type": "number",
        "default": 1.50,
        "maximum": 12345678901234567890,
        "x-order": {
          "b": 1e2,
          "1": 0
        }
      }
    }
  }
}
`);
  expect(await files?.[0]?.print("yaml")).toContain(`  schemas:
    A:
      type: number
      default: 1.50
      maximum: 12345678901234567890
      x-order:
        b: 1e2
        "1": 0
`);
});

test("converts each file in its place", async () => {
  const { files, diagnostics } = await convertTexts({
    "api.yaml": `swagger: "2.0"
info: { title: T, version: "1" }
consumes: [text/csv]
paths:
  /a:
    $ref: parts/a.yaml
  /b:
    post:
      consumes: [text/html]
      parameters: [{ $ref: parts/parameters.yaml#/body }]
      responses: { 200: { description: D } }
definitions:
  Pet: { type: string }
`,
    "parts/a.yaml": `post: # one
  parameters: [{ $ref: parameters.yaml#/limit }, { $ref: parameters.yaml#/body }]
  responses: { 200: { description: D, schema: { $ref: "../api.yaml#/definitions/Pet" } } }
`,
    "parts/parameters.yaml": `limit: { name: l, in: query, type: integer }
body: { name: b, in: body, schema: { $ref: "pet.json" } }
other: { kept: as it is } # here
`,
    "parts/pet.json": '{ "type": "string", "x-nullable": true }',
  });
  expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([
    ["CONVERT_COPIED", "api.yaml"],
    ["CONVERT_DROPPED", "parts/parameters.yaml"],
  ]);
  const printed = (files ?? []).map(async ({ file, format, print }) => [file, await print(format)]);
  expect(Object.fromEntries(await Promise.all(printed))).toEqual({
    "api.yaml": `openapi: "3.1.1"
info: { title: T, version: "1" }
paths:
  /a:
    $ref: parts/a.yaml
  /b:
    post:
      requestBody: { content: { text/html: { schema: { $ref: "parts/pet.json" } } } }
      responses: { "200": { description: D } }
components:
  schemas:
    Pet: { type: string }
`,
    "parts/a.yaml": `post:
  # one
  parameters: [ { $ref: parameters.yaml#/limit } ]
  requestBody: { $ref: parameters.yaml#/body }
  responses:
    "200":
      description: D
      content: { "*/*": { schema: { $ref: "../api.yaml#/components/schemas/Pet" } } }
`,
    "parts/parameters.yaml": `limit: { name: l, in: query, schema: { type: integer } }
body: { content: { text/csv: { schema: { $ref: "pet.json" } } } }
other: { kept: as it is } # here
`,
    "parts/pet.json": '{\n  "type": [\n    "string",\n    "null"\n  ]\n}\n',
  });
});
