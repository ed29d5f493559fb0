import { isJsonMediaType } from "@specwright/contract";
import { describe, expect, test } from "vitest";
import { contractOf, plain } from "./contract-of.ts";

const api = (rest: string, version = "3.1.0"): string => `
openapi: ${version}
info: { title: T, version: "1" }
paths:
  /a:
    post:
      operationId: a
${rest.replaceAll(/^(?=.)/gm, "      ")}
`;

describe("responses", () => {
  test("come by status: exact codes, ranges, default", async () => {
    const contract = await contractOf(
      api(
        'responses: { default: {}, "4xx": {}, "5XX": {}, "404": {}, "200": {}, x-a: {}, odd: {} }',
      ),
    );
    expect(contract.operations[0]?.responses.map(({ status }) => status)).toStrictEqual([
      "200",
      "404",
      "4XX",
      "5XX",
      "default",
    ]);
  });

  test("are read with headers, links and extensions, through references", async () => {
    const contract =
      await contractOf(`${api('responses: { "200": { $ref: "#/components/responses/Ok" } }')}
components:
  responses:
    Ok:
      description: Done
      x-a: 1
      headers:
        X-Rate: { $ref: "#/components/headers/Rate" }
        Content-Type: { schema: {} }
      links: { next: { $ref: "#/components/links/Next" } }
  headers: { Rate: { required: true, schema: { type: integer } } }
  links: { Next: { operationId: a } }
`);
    const [response] = contract.operations[0]?.responses ?? [];
    expect(response).toMatchObject({
      status: "200",
      description: "Done",
      headers: [{ name: "X-Rate", in: "header", required: true, style: "simple" }],
    });
    expect([...(response?.links ?? [])]).toStrictEqual([["next", { operationId: "a" }]]);
    expect(response?.headersDeclaration?.name).toBe("Ok headers");
    expect(plain(response?.headersDeclaration?.schema ?? raise())).toStrictEqual({
      types: ["object"],
      properties: { "X-Rate": { types: ["integer"] } },
      required: ["X-Rate"],
    });
  });
});

describe("media types", () => {
  test("come by name with their schemas, examples and encodings", async () => {
    const contract = await contractOf(
      api(`
requestBody:
  required: true
  description: B
  content:
    text/plain: { schema: { type: string }, example: hi }
    multipart/form-data:
      schema: { type: object }
      encoding: { b: { contentType: image/png }, a: {} }
    application/json: { schema: { $ref: "#/components/schemas/A" } }
components: {}
`).replace("      components: {}", "components: { schemas: { A: { type: object } } }"),
    );
    const body = contract.operations[0]?.requestBody;
    expect(body).toMatchObject({ required: true, description: "B" });
    const found = body?.content.map((each) => [
      each.mediaType,
      each.declaration?.name,
      each.examples.map(({ name, value }) => [name, value]),
      [...each.encoding.keys()],
    ]);
    expect(found).toStrictEqual([
      ["application/json", "A", [], []],
      ["multipart/form-data", "a body multipart/form-data", [], ["a", "b"]],
      ["text/plain", undefined, [["example", "hi"]], []],
    ]);
  });

  test("of streams have item schemas, and may be components (3.2)", async () => {
    const contract = await contractOf(
      `${api('responses: { "200": { content: { application/jsonl: { $ref: "#/components/mediaTypes/Lines" } } } }', "3.2.0")}
components:
  mediaTypes: { Lines: { itemSchema: { type: object } } }
`,
    );
    const [media] = contract.operations[0]?.responses[0]?.content ?? [];
    expect(media?.itemDeclaration?.name).toBe("a 200 body item");
    expect(media?.schema).toBeUndefined();
  });

  const json: readonly (readonly [mediaType: string, want: boolean])[] = [
    ["application/json", true],
    ["Application/JSON; charset=utf-8", true],
    ["application/problem+json", true],
    ["*/*", true],
    ["application/*", true],
    ["text/*", false],
    ["text/plain", false],
    ["application/jsonl", false],
  ];
  test.each(json)("%s carries JSON: %o", (mediaType, want) => {
    expect(isJsonMediaType(mediaType)).toBe(want);
  });
});

function raise(): never {
  throw new Error("nothing found");
}
