import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buildContract } from "@specwright/contract";
import { typesEmitter } from "@specwright/emit";
import { emit } from "@specwright/emit/print";
import { loadSpecification } from "@specwright/spec-loader";
import { describe, expect, it } from "vitest";
import { compile } from "./compile.ts";
import { schemaDocument, typesOf } from "./types-of.ts";

const document = `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /items/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post:
      operationId: updateItem
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Change' } } } }
      responses:
        200: { description: x, content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } }
        404: { description: x, content: { application/problem+json: { schema: { $ref: '#/components/schemas/Problem' } } } }
        204: { description: x }
components:
  schemas:
    Change:
      type: object
      required: [name]
      properties:
        name: { type: string, default: 'a */ b', description: 'Ends */ here. @evil' }
        note: { type: [string, 'null'] }
        tags: { type: array, items: { $ref: '#/components/schemas/Tag' } }
        size: { type: integer, default: 9007199254740993 }
        shape: { oneOf: [{ $ref: '#/components/schemas/Circle' }, { $ref: '#/components/schemas/Square' }], discriminator: { propertyName: kind } }
        labels: { type: object, additionalProperties: { type: string } }
    Item: { allOf: [{ $ref: '#/components/schemas/Change' }, { type: object, required: [id], properties: { id: { type: string } } }] }
    Tag: { enum: [a, b, 1, null] }
    Circle: { type: object, required: [kind, r], properties: { kind: { enum: [round] }, r: { type: number } } }
    Square: { type: object, required: [kind, a], properties: { kind: { const: square }, a: { type: number } } }
    Problem: { type: object, properties: { code: { type: string }, properties: { type: string }, default: { type: string } } }
`;

const proof = `import type { paths } from "./paths.ts";
import type { UpdateItemRequest, UpdateItemResponse } from "./types.ts";

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Post = paths["/items/{id}"]["post"];
type BodyOf<Status> = Extract<UpdateItemResponse, { status: Status }> extends { body: infer Body } ? Body : never;

export const requestBody: Same<Post["requestBody"]["content"]["application/json"], UpdateItemRequest["body"]> = true;
export const path: Same<Post["parameters"]["path"], UpdateItemRequest["path"]> = true;
export const found: Same<Post["responses"][200]["content"]["application/json"], BodyOf<200>> = true;
export const missing: Same<Post["responses"][404]["content"]["application/problem+json"], BodyOf<404>> = true;
`;

describe("paths", () => {
  it("agrees with the types of requests and responses", async () => {
    const { files, diagnostics } = await typesOf(document, { paths: true });
    expect(diagnostics).toEqual([]);
    expect([...files.keys()]).toEqual(["paths.ts", "types.ts"]);
    expect(await compile(new Map([...files, ["proof.ts", proof]]))).toBe("");
  });

  it("contains no end of a comment and no tag from the document", async () => {
    const { files } = await typesOf(document, { paths: true });
    expect(files.get("paths.ts")).toContain("Ends *\\/ here. \\@evil");
  });

  it("does not depend on the order of keys", async () => {
    const { files } = await typesOf(document, { paths: true });
    const [head = "", schemas = ""] = document.split("  schemas:\n");
    const blocks = schemas.split(/^(?= {4}\w)/m).reverse();
    const again = await typesOf(`${head}  schemas:\n${blocks.join("")}`, { paths: true });
    expect(again.files.get("paths.ts")).toBe(files.get("paths.ts"));
  });

  it("is omitted for formats other than OpenAPI, and without the documents", async () => {
    const { specification } = await loadSpecification({ file: "shop.yaml", text: document });
    const contract = specification && buildContract(specification).contract;
    const files = contract && (await emit(contract, [typesEmitter({ paths: true })])).files;
    expect(files?.map((file) => file.path)).toEqual(["types.ts"]);
  });

  it("includes schemas, parameters and paths of other files", async () => {
    const others: Record<string, string> = {
      "shop.yaml": `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /a: { $ref: 'parts/paths.yaml#/a' }
components: { schemas: { Node: { type: string } } }
`,
      "parts/paths.yaml":
        "a: { get: { operationId: a, parameters: [{ $ref: '#/q' }], responses: { 200: { description: x, content: { application/json: { schema: { $ref: '../node.yaml#/$defs/Node' } } } } } } }\nq: { name: q, in: query, schema: { type: integer } }\n",
      "node.yaml":
        "$defs: { Node: { type: object, properties: { next: { $ref: '#/$defs/Node' }, other: { $ref: 'shop.yaml#/components/schemas/Node' } } } }\n",
    };
    const root = resolve("/virtual");
    const { specification, diagnostics } = await loadSpecification(join(root, "shop.yaml"), {
      root,
      readFile: async (path) => {
        const text = others[path.slice(root.length + 1)];
        return text === undefined ? readFile(path) : new TextEncoder().encode(text);
      },
    });
    expect(diagnostics).toEqual([]);
    const contract = specification && buildContract(specification).contract;
    const result =
      contract && (await emit(contract, [typesEmitter({ paths: true })], { specification }));
    expect(result?.diagnostics).toEqual([]);
    const files = new Map(result?.files.map((file) => [file.path, file.content]));
    const check = `import type { paths } from "./paths.ts";
import type { AResponse } from "./types.ts";
type Body = paths["/a"]["get"]["responses"][200]["content"]["application/json"];
export const one: Body = { next: { next: {}, other: "x" } };
export const two: AResponse = { status: 200, body: one };
export const query: paths["/a"]["get"]["parameters"]["query"] = { q: 1 };
`;
    expect(await compile(new Map([...files, ["check.ts", check]]))).toBe("");
  });

  it("30.13 omits only `paths.ts` if openapi-typescript refuses the document", async () => {
    const text = schemaDocument("A: { allOf: [true, { type: string }] }");
    const { files, diagnostics } = await typesOf(text, { paths: true });
    expect([...files.keys()]).toEqual(["types.ts"]);
    expect(diagnostics).toMatchObject([
      {
        code: "PATHS_REFUSED",
        severity: "warning",
        message: expect.stringContaining("openapi-typescript rejected the document: "),
      },
    ]);
  });
});
