import type { Parameter } from "@specwright/contract";
import { describe, expect, test } from "vitest";
import { build, contractOf, plain } from "./contract-of.ts";

const operation = (parameters: string, path = "/a", version = "3.1.0"): string => `
openapi: ${version}
info: { title: T, version: "1" }
paths:
  ${path}:
    get: { operationId: a, parameters: ${parameters} }
components:
  parameters:
    Limit: { name: limit, in: query, description: Most, schema: { type: integer } }
`;

async function parametersOf(text: string): Promise<readonly Parameter[]> {
  return (await contractOf(text)).operations[0]?.parameters ?? [];
}

describe("a parameter object", () => {
  const styles: readonly (readonly [given: string, style: string, explode: boolean])[] = [
    ["in: query", "form", true],
    ["in: header", "simple", false],
    ["in: cookie", "form", true],
    ["in: query, style: deepObject", "deepObject", false],
    ["in: query, explode: false", "form", false],
    ["in: cookie, style: cookie", "cookie", true],
  ];
  test.each(styles)("with %s has style %s and explode %o", async (given, style, explode) => {
    const [parameter] = await parametersOf(operation(`[{ name: p, ${given}, schema: {} }]`));
    expect(parameter).toMatchObject({ style, explode, required: false, allowReserved: false });
  });

  test("of a path is required, whatever it says", async () => {
    const [parameter] = await parametersOf(
      operation("[{ name: id, in: path, schema: {} }]", '"/a/{id}"'),
    );
    expect(parameter).toMatchObject({ required: true, style: "simple", explode: false });
  });

  test("may be described by the reference to it", async () => {
    const text = operation('[{ $ref: "#/components/parameters/Limit", description: Own }]');
    expect((await parametersOf(text)).map(({ description }) => description)).toStrictEqual(["Own"]);
  });

  test("keeps its examples and extensions", async () => {
    const [parameter] = await parametersOf(
      operation(
        "[{ name: p, in: query, x-a: 1, examples: { b: { value: null }, a: { summary: S, value: 2 } } }]",
      ),
    );
    expect(parameter?.examples).toMatchObject([
      { name: "a", summary: "S", value: 2 },
      { name: "b", value: null },
    ]);
    expect([...(parameter?.extensions ?? [])]).toStrictEqual([["x-a", 1]]);
  });

  test("with content has a media type in place of a schema", async () => {
    const [parameter] = await parametersOf(
      operation(
        "[{ name: p, in: query, content: { application/json: { schema: { type: object } } } }]",
      ),
    );
    expect(parameter?.schema).toBeUndefined();
    expect(parameter?.content?.mediaType).toBe("application/json");
  });

  test("named like a header that OpenAPI describes elsewhere is left out", async () => {
    const { contract, diagnostics } = await build(
      operation("[{ name: authorization, in: header, schema: {} }]"),
    );
    expect(contract?.operations[0]?.parameters).toStrictEqual([]);
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toStrictEqual([
      ["PARAMETER_IGNORED", "info"],
    ]);
  });
});

describe("the parameters of an operation", () => {
  test("combine those of the path and its own, by location", async () => {
    const contract = await contractOf(`
openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a:
    parameters:
      - { name: h, in: header, schema: {} }
      - { name: q2, in: query, schema: {}, description: path }
      - { name: q1, in: query, schema: {} }
    get:
      parameters:
        - { name: H, in: header, schema: {}, description: own }
        - { name: q2, in: query, schema: {}, description: own }
        - { name: q0, in: query, schema: {} }
`);
    const found = contract.operations[0]?.parameters.map(
      (parameter) => `${parameter.in} ${parameter.name} ${parameter.description ?? ""}`,
    );
    expect(found).toStrictEqual(["query q2 own", "query q1 ", "query q0 ", "header H own"]);
  });

  test("agree with the templates of the path", async () => {
    const parameters = await parametersOf(
      operation("[{ name: gone, in: path, schema: {} }]", '"/a/{id}/{id}"'),
    );
    expect(parameters.map(({ name, required }) => [name, required])).toStrictEqual([["id", true]]);
    expect(plain(parameters[0]?.schema ?? raise())).toStrictEqual({ types: ["string"] });
  });

  test("are collected by location into object schemas", async () => {
    const contract = await contractOf(
      operation(
        `[
          { name: b, in: query, required: true, schema: { type: string }, description: B },
          { name: a, in: query, schema: { type: integer, description: Own }, description: A },
          { name: c, in: query, deprecated: true, content: { application/json: { schema: { type: object } } } },
          { name: X-Id, in: header, schema: { type: string } }
        ]`,
      ),
    );
    const groups = contract.operations[0]?.parameterGroups ?? [];
    const found = groups.map((group) => [
      group.in,
      group.declaration.name,
      plain(group.declaration.schema),
    ]);
    expect(found).toStrictEqual([
      [
        "query",
        "a query",
        {
          types: ["object"],
          properties: {
            b: { types: ["string"], description: "B" },
            a: { types: ["integer"], description: "Own" },
            c: { types: ["object"], deprecated: true },
          },
          additionalProperties: false,
          required: ["b"],
        },
      ],
      ["header", "a headers", { types: ["object"], properties: { "X-Id": { types: ["string"] } } }],
    ]);
    expect(groups[0]?.declaration.origin).toBe("parameters");
    expect(groups[0]?.declaration.schema.source.pointer).toBe("/paths/~1a/get/parameters");
  });

  const whole = "name: q, in: querystring";
  const form = "content: { application/x-www-form-urlencoded: { schema: { type: object } } }";

  test("30.10 may be the whole query string (3.2)", async () => {
    const contract = await contractOf(operation(`[{ ${whole}, ${form} }]`, "/a", "3.2.0"));
    const [group] = contract.operations[0]?.parameterGroups ?? [];
    expect(group?.in).toBe("querystring");
    expect(group?.declaration.name).toBe("a query");
    expect(plain(group?.declaration.schema ?? raise())).toStrictEqual({
      types: ["object"],
      properties: { q: { types: ["object"] } },
      additionalProperties: false,
    });
  });

  test.each([
    [
      "beside a parameter in the query",
      `{ ${whole}, ${form} }, { name: a, in: query, schema: {} }`,
    ],
    ["without content", `{ ${whole}, schema: { type: object } }`],
    ["of XML", `{ ${whole}, content: { application/xml: { schema: { type: object } } } }`],
    ["of bytes", `{ ${whole}, content: { application/octet-stream: {} } }`],
  ])("30.10 is not the whole query string %s", async (_what, list) => {
    const { contract, diagnostics } = await build(operation(`[${list}]`, "/a", "3.2.0"));
    expect(diagnostics.map(({ code }) => code)).toEqual(["PARAMETER_NOT_CARRIED"]);
    expect(contract?.operations[0]?.parameters.filter(({ name }) => name === "q")).toEqual([]);
  });

  test("30.10 is the whole query string once", async () => {
    const other = "name: r, in: querystring";
    const { contract, diagnostics } = await build(
      operation(`[{ ${whole}, ${form} }, { ${other}, ${form} }]`, "/a", "3.2.0"),
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(["PARAMETER_NOT_CARRIED"]);
    expect(contract?.operations[0]?.parameters.map(({ name }) => name)).toEqual(["q"]);
  });
});

function raise(): never {
  throw new Error("nothing found");
}
