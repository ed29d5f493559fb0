import { lintSpecification } from "@specwright/spec-loader";
import { describe, expect, test } from "vitest";
import { loadOpenapi, loadTexts, openapi } from "../in-memory.ts";

describe("OpenAPI", () => {
  test.each(["3.0.0", "3.0.4", "3.1.0", "3.1.2", "3.2.0"])("reads version %s", async (version) => {
    const { specification, diagnostics } = await loadOpenapi("paths: {}", version);
    expect(diagnostics).toEqual([]);
    expect(specification).toMatchObject({ kind: "openapi", version });
  });

  test.each(["2.0", "3.3.0", "4.0.0", "three"])("refuses version %s", async (version) => {
    const { diagnostics } = await loadOpenapi("paths: {}", `"${version}"`);
    expect(diagnostics.map(({ code }) => code)).toEqual(["VERSION_UNSUPPORTED"]);
  });

  test.each([
    [
      "a path parameter of the path item",
      "  /a/{b}:\n    parameters: [{ name: b, in: path, required: true }]\n    get: {}",
    ],
    [
      "a path parameter by reference",
      "  /a/{b}:\n    parameters: [{ $ref: '#/x-p' }]\n    get: {}\nx-p: { name: b, in: path, required: true }",
    ],
    [
      "the same id in list and operation",
      "  /a:\n    parameters: [{ name: b, in: query }]\n    get: { parameters: [{ name: b, in: query }] }",
    ],
    [
      "one name in two places",
      "  /a:\n    parameters: [{ name: b, in: query }, { name: b, in: header }]",
    ],
    [
      "any keyword under a metaschema of its own",
      "  /a:\n    parameters: [{ name: b, in: query, schema: { $schema: 'https://example.com/mine', units: m, items: { units: s } } }]",
    ],
    ["boolean schemas", "  /a:\n    parameters: [{ name: b, in: query, schema: true }]"],
    [
      "extensions everywhere",
      "  x-a: 1\n  /a:\n    x-b: 2\n    get: { x-c: 3, responses: { x-d: 4, default: { description: D. } } }",
    ],
    [
      "status codes and ranges",
      "  /a:\n    get: { responses: { 200: { description: D. }, 4XX: { description: D. }, default: { description: D. } } }",
    ],
    ["additional operations", "  /a:\n    additionalOperations: { COPY: { operationId: copy } }"],
    [
      "security by scheme",
      "  /a:\n    get: { security: [{ k: [] }, {}] }\ncomponents: { securitySchemes: { k: { type: http, scheme: bearer } } }",
    ],
    [
      "either form of exclusiveMinimum",
      "  /a:\n    parameters: [{ name: b, in: query, schema: { anyOf: [{ exclusiveMinimum: 1 }, { exclusiveMinimum: true }] } }]",
    ],
  ])("accepts %s", async (_name, yaml) => {
    expect((await loadOpenapi(`paths:\n${yaml}`)).diagnostics).toEqual([]);
  });

  test.each([
    ["a map of names", "components:\n  schemas: []", /"schemas" must be an object; this is a list/],
    ["a schema", "components:\n  schemas:\n    A: 7", /"A" must be a schema; this is a number/],
    [
      "a list of strings",
      "components:\n  schemas:\n    A: { required: true }",
      /"required" must be a list; this is a boolean/,
    ],
    [
      "a boolean",
      "components:\n  schemas:\n    A: { nullable: 'true' }",
      /"nullable" must be a boolean; this is a string/,
    ],
    [
      "an operation",
      "paths:\n  /a: { get: [] }",
      /"get" must be an object \(Operation\); this is a list/,
    ],
    [
      "a null",
      "paths:\n  /a:\n    get:\n      parameters:\n",
      /"parameters" must be a list; this is null/,
    ],
    [
      "an integer",
      "components:\n  schemas:\n    A: { minLength: 1.5 }",
      /"minLength" must be an integer; this is a number/,
    ],
  ])("expects the right type for %s", async (_name, yaml, message) => {
    const { diagnostics } = await loadOpenapi(yaml);
    expect(diagnostics.map(({ code }) => code)).toEqual(["FIELD_TYPE"]);
    expect(diagnostics[0]?.message).toMatch(message);
  });

  test("checks parts in other files at their place there", async () => {
    const { diagnostics } = await loadTexts({
      "api.yaml": openapi(
        "paths:\n  /a/{b}: { $ref: 'paths.yaml#/a' }\n  /c: { $ref: 'paths.yaml#/c' }",
      ),
      "paths.yaml":
        "a:\n  get: { operationId: x }\nc:\n  get: { operationId: x }\n  put: { deprecated: 1 }\n",
    });
    expect(diagnostics).toMatchObject([
      { code: "PATH_PARAMETER_MISSING", file: "paths.yaml", line: 2, column: 3 },
      { code: "OPERATION_ID_DUPLICATE", file: "paths.yaml", line: 4, column: 10 },
      { code: "FIELD_TYPE", file: "paths.yaml", line: 5, column: 10 },
    ]);
  });

  test("lint finds nothing in a complete document", async () => {
    const { specification } = await loadOpenapi(`tags: [{ name: orders }]
security: [{ key: [] }]
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      summary: Finds an order.
      tags: [orders]
      parameters:
        - { name: id, in: path, required: true, description: The order., schema: { type: string } }
      responses:
        200:
          description: The order.
          content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }
        default: { description: A problem. }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    Order: { description: An order., type: object, required: [id], properties: { id: { type: string, example: "7" } } }
`);
    expect(specification === undefined ? undefined : lintSpecification(specification)).toEqual([]);
  });
});
