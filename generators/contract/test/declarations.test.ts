import { describe, expect, test } from "vitest";
import { contractOf, withSchemas } from "./contract-of.ts";

const json = (schema: string): string => `{ content: { application/json: { schema: ${schema} } } }`;

const cases: { readonly it: string; given: string; want: readonly string[] }[] = [
  {
    it: "names inline bodies after the operation, by their status",
    given: `
paths:
  /a:
    post:
      operationId: add
      requestBody: ${json("{ type: object }")}
      responses:
        "200": ${json("{ type: string }")}
        default: ${json("{ type: string }")}`,
    want: ["add 200 body", "add body", "add default body"],
  },
  {
    it: "names the bodies of shared responses after the component",
    given: `
paths:
  /a: { get: { operationId: a, responses: { "404": { $ref: "#/components/responses/NotFound" } } } }
  /b: { get: { operationId: b, responses: { "404": { $ref: "#/components/responses/NotFound" } } } }
components:
  responses: { NotFound: ${json("{ type: object }")} }`,
    want: ["NotFound body"],
  },
  {
    it: "distinguishes further media types by their names, and declares none for text",
    given: `
paths:
  /a:
    get:
      operationId: a
      responses:
        "200":
          content:
            application/vnd.a+json: { schema: { type: object } }
            application/json: { schema: { type: object } }
            text/plain: { schema: { type: string } }`,
    want: ["a 200 body", "a 200 body application/vnd.a+json"],
  },
  {
    it: "takes the component of a body that refers to one",
    given: `
paths:
  /a: { post: { operationId: a, requestBody: ${json('{ $ref: "#/components/schemas/A" }')} } }
components:
  schemas: { A: { type: object } }`,
    want: ["A"],
  },
  {
    it: "lets components keep their names, also against composed ones",
    given: `
paths:
  /a: { post: { operationId: a, requestBody: ${json("{ type: object }")} } }
components:
  schemas: { a body: { type: object } }`,
    want: ["a body", "a body body"],
  },
  {
    it: "names targets of references by their definition, and by more where two have one key",
    given: `
components:
  schemas:
    A: { $ref: "#/components/schemas/B/$defs/X" }
    B: { $defs: { X: { type: string }, Y: { type: string } } }
    C: { $ref: "#/components/schemas/D/$defs/X" }
    D: { $defs: { X: { type: integer } }, properties: { p: { type: string } } }
    E: { $ref: "#/components/schemas/B/$defs/Y" }
    F: { $ref: "#/components/schemas/D/properties/p" }`,
    want: ["A", "B", "B X", "C", "D", "D X", "D p", "E", "F", "Y"],
  },
  {
    it: "gathers parameters and response headers",
    given: `
paths:
  /a/{id}:
    get:
      operationId: a
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: q, in: query, schema: { type: string } }
        - { name: h, in: header, schema: { type: string } }
        - { name: c, in: cookie, schema: { type: string } }
      responses:
        "200": { headers: { X-Rate: { schema: { type: integer } } } }`,
    want: ["a 200 X-Rate header", "a 200 headers", "a cookies", "a headers", "a path", "a query"],
  },
];

describe("declarations", () => {
  test.each(cases)("$it", async ({ given, want }) => {
    const contract = await contractOf(`openapi: 3.1.0\ninfo: { title: T, version: "1" }\n${given}`);
    expect(contract.declarations.map(({ name }) => name).sort()).toStrictEqual(want);
  });

  test("name the file if two files have the same name", async () => {
    const user = "{ components: { schemas: { User: { type: object } } } }";
    const contract = await contractOf(
      withSchemas(
        "3.1.0",
        `
A: { $ref: "one.yaml#/components/schemas/User" }
B: { $ref: "two.yaml#/components/schemas/User" }`,
      ),
      { files: { "one.yaml": user, "two.yaml": user } },
    );
    expect(contract.declarations.map(({ name }) => name)).toStrictEqual([
      "one User",
      "A",
      "two User",
      "B",
    ]);
  });

  test("come after the ones they refer to, by any keyword", async () => {
    const contract = await contractOf(
      withSchemas(
        "3.1.0",
        `
A: { properties: { x: { items: { oneOf: [{ $ref: "#/components/schemas/Z" }] } } } }
B: { not: { $ref: "#/components/schemas/A" } }
Z: { if: { $ref: "#/components/schemas/Y" } }
Y: {}`,
      ),
    );
    const names = contract.declarations.map(({ name }) => name);
    expect(names).toStrictEqual(["Y", "Z", "A", "B"]);
    expect(contract.declarations.map(({ component }) => component)).toStrictEqual([0, 1, 2, 3]);
  });

  test("are found by their schema", async () => {
    const contract = await contractOf(withSchemas("3.1.0", "A: { properties: { x: {} } }"));
    const [a] = contract.declarations;
    if (a?.schema.kind !== "schema") throw new Error("no A");
    expect(contract.declarationOf(a.schema)).toBe(a);
    const inner = a.schema.properties?.get("x");
    expect(inner === undefined ? undefined : contract.declarationOf(inner)).toBeUndefined();
  });
});
