import { describe, expect, test } from "vitest";
import { descend, pointerTokens } from "../../src/json/json-pointer.ts";
import { resolveLimits } from "../../src/load-options.ts";
import { convertSwagger } from "../../src/swagger/convert-swagger.ts";
import { parseFile } from "../../src/text/file-store.ts";
import { loadTexts } from "../in-memory.ts";

const head = 'swagger: "2.0"\ninfo: { title: T, version: "1" }\n';
const swagger = `${head}host: a.example
basePath: /v1
schemes: [https]
consumes: [application/json]
produces: [application/json]
parameters:
  pet: { name: body, in: body, schema: { $ref: "#/definitions/Pet" } }
paths:
  /pets/{id}:
    put:
      operationId: putPet
      parameters:
        - { name: id, in: path, required: true, type: string }
        - { name: tags, in: query, type: array, items: { type: string }, collectionFormat: csv }
        - { $ref: "#/parameters/pet" }
      responses: { 200: { description: Done., schema: { $ref: "#/definitions/Pet" } } }
    post:
      consumes: [multipart/form-data]
      parameters:
        - { name: id, in: path, required: true, type: string }
        - { name: file, in: formData, type: file, required: true }
      responses:
        201: { description: Made. }
        404: { description: No., schema: { $ref: "#/definitions/Pet" }, examples: { text/x-a: {} } }
definitions:
  Pet:
    type: object
    discriminator: kind
    required: [kind]
    properties: { kind: { type: string }, note: { type: string, x-nullable: true } }
securityDefinitions:
  basic: { type: basic }
`;
const pet = { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } };

describe("Swagger 2.0", () => {
  test("is converted, and a diagnostic says so", async () => {
    const { specification, diagnostics } = await loadTexts({ "api.yaml": swagger });
    expect(diagnostics).toMatchObject([
      {
        code: "DOCUMENT_CONVERTED",
        severity: "info",
        line: 1,
        message: expect.stringContaining("was converted to OpenAPI 3.0.4 by swagger2openapi"),
      },
    ]);
    expect(specification).toMatchObject({ kind: "openapi", version: "3.0.4" });
  });

  test.each([
    ["/servers", [{ url: "https://a.example/v1" }]],
    ["/paths/~1pets~1{id}/put/requestBody/content", pet],
    ["/paths/~1pets~1{id}/put/responses/200/content", pet],
    ["/paths/~1pets~1{id}/put/parameters/1", { style: "form", explode: false }],
    [
      "/paths/~1pets~1{id}/post/requestBody/content/multipart~1form-data/schema",
      { required: ["file"], properties: { file: { type: "string", format: "binary" } } },
    ],
    [
      "/paths/~1pets~1{id}/post/responses/404/content",
      { ...pet, "text/x-a": pet["application/json"] },
    ],
    ["/components/schemas/Pet/discriminator", { propertyName: "kind" }],
    ["/components/schemas/Pet/properties/note", { nullable: true }],
    ["/components/securitySchemes/basic", { type: "http", scheme: "basic" }],
  ])("has %s after it", async (pointer, want) => {
    const { specification } = await loadTexts({ "api.yaml": swagger });
    const { value } = descend(specification?.entry.root ?? null, pointerTokens(pointer) ?? []);
    expect(value).toMatchObject(want);
  });

  test.each([
    ["host: localhost:1\nbasePath: /v1\n", "https://localhost:1/v1", ["SCHEME_ASSUMED"]],
    ["host: a.example\nschemes: [http]\n", "http://a.example", []],
    ["basePath: /v1\n", "/v1", []],
  ])("has a server that fetch can use, or a relative one: %s", async (text, url, codes) => {
    const { specification, diagnostics } = await loadTexts({
      "api.yaml": `${head}${text}paths: {}\n`,
    });
    const { value } = descend(specification?.entry.root ?? null, ["servers", "0", "url"]);
    expect(value).toBe(url);
    const assumed = diagnostics.filter(({ severity }) => severity === "warning");
    expect(assumed).toMatchObject(codes.map((code) => ({ code, line: 3 })));
  });

  test("has servers of the scheme by which the document was read", async () => {
    const text = `${head}host: a.example\npaths: {}\n`;
    const { file } = await parseFile(
      "api.yaml",
      "http://b.example/api.yaml",
      text,
      resolveLimits({}),
    );
    if (file === undefined) throw new Error("It does not parse.");
    const { file: converted, losses } = await convertSwagger(file, { lenient: false });
    expect(converted?.spec.root).toMatchObject({ servers: [{ url: "http://a.example" }] });
    expect(losses?.map(({ message }) => message)).toEqual([
      "the document has a `host` and no `schemes`; its server is http://a.example, with the scheme of the document's own address",
    ]);
  });

  test("keeps the digits of integers", async () => {
    const { specification } = await loadTexts({
      "api.yaml": swagger.replace(
        "note: { type: string",
        "big: { type: integer, format: int64, maximum: 9007199254740993, enum: [9223372036854775807] }, note: { type: string",
      ),
    });
    const big = "/components/schemas/Pet/properties/big";
    const { value } = descend(specification?.entry.root ?? null, pointerTokens(big) ?? []);
    expect(value).toEqual({
      type: "integer",
      format: "int64",
      maximum: 9_007_199_254_740_993n,
      enum: [9_223_372_036_854_775_807n],
    });
  });

  const list = "type: array, items: { type: string }";
  const forms = `${head}parameters:
  shared: { name: shared, in: formData, ${list}, collectionFormat: pipes }
paths:
  /a:
    parameters: [{ name: inherited, in: formData, ${list}, collectionFormat: ssv }]
    post:
      consumes: [application/x-www-form-urlencoded]
      parameters:
        - { name: plain, in: formData, ${list} }
        - { name: csv, in: formData, ${list}, collectionFormat: csv }
        - { name: multi, in: formData, ${list}, collectionFormat: multi }
        - { name: text, in: formData, type: string }
        - { $ref: "#/parameters/shared" }
      responses: { 200: { description: Done. } }
  /b:
    post:
      consumes: [multipart/form-data]
      parameters:
        - { name: tags, in: formData, ${list} }
        - { name: files, in: formData, ${list}, collectionFormat: multi }
      responses: { 200: { description: Done. } }
`;

  test("writes the lists of a form as it describes them", async () => {
    const { specification } = await loadTexts({ "api.yaml": forms });
    const at = "/paths/~1a/post/requestBody/content/application~1x-www-form-urlencoded";
    const { value } = descend(specification?.entry.root ?? null, pointerTokens(at) ?? []);
    expect(value).toMatchObject({
      encoding: {
        plain: { style: "form", explode: false },
        csv: { style: "form", explode: false },
        inherited: { style: "spaceDelimited", explode: false },
        shared: { style: "pipeDelimited", explode: false },
      },
    });
    expect(JSON.stringify(value)).not.toMatch(/"multi":\{"style|x-specwright/);
  });

  test("reports the lists of a form that OpenAPI 3.0 cannot describe", async () => {
    const { diagnostics } = await loadTexts({ "api.yaml": forms });
    const lost = diagnostics.filter(({ code }) => code === "COLLECTION_FORMAT_LOST");
    expect(lost).toMatchObject([
      { line: 18, severity: "warning", message: expect.stringContaining('"tags"') },
    ]);
  });

  test("is reported at its place in the source", async () => {
    const faulty = swagger.replace("note: { type: string", "note: { type: date");
    const { diagnostics } = await loadTexts({ "api.yaml": faulty });
    const found = diagnostics.find(({ code }) => code === "SCHEMA_TYPE_UNKNOWN");
    expect(found).toMatchObject({ line: 32, column: 51 });
  });

  test("keeps references to other files", async () => {
    const { specification, diagnostics } = await loadTexts({
      "api.yaml": swagger.replace('"#/definitions/Pet"', '"parts.yaml#/definitions/Pet"'),
      "parts.yaml":
        "definitions:\n  Pet: { type: object, properties: { pet: { $ref: '#/definitions/Pet' } } }",
    });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect([...(specification?.files.keys() ?? [])]).toEqual(["api.yaml", "parts.yaml"]);
  });

  test("uses parameters, responses and paths from other files in Swagger's form", async () => {
    const { specification, diagnostics } = await loadTexts({
      "api.yaml": swagger
        .replace('{ $ref: "#/parameters/pet" }', '{ $ref: "parts/all.yaml#/parameters/pet" }')
        .replace("paths:\n", "paths:\n  /more: { $ref: 'parts/more.yaml' }\n"),
      "parts/all.yaml":
        "parameters:\n  pet: { $ref: '#/parameters/body' }\n  body: { name: b, in: body, schema: { $ref: '#/definitions/Pet' } }\nresponses:\n  none: { description: None., schema: { type: string } }\ndefinitions:\n  Pet: { type: object }",
      "parts/more.yaml":
        "get:\n  parameters: [{ name: n, in: query, type: integer }]\n  responses: { 404: { $ref: 'all.yaml#/responses/none' } }",
    });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(specification?.entry.root).toMatchObject({
      paths: {
        "/pets/{id}": {
          put: {
            requestBody: {
              content: {
                "application/json": { schema: { $ref: "parts/all.yaml#/definitions/Pet" } },
              },
            },
          },
        },
        "/more": {
          get: {
            parameters: [{ name: "n", in: "query", schema: { type: "integer" } }],
            responses: { 404: { content: { "application/json": { schema: { type: "string" } } } } },
          },
        },
      },
    });
  });

  test("removes the collectionFormat of items, with a warning if it has an effect", async () => {
    const items =
      "items: { type: array, items: { type: string, collectionFormat: csv }, collectionFormat: pipes }";
    const given = { "api.yaml": swagger.replace("items: { type: string }", items) };
    const strict = await loadTexts(given);
    expect(strict.diagnostics).toMatchObject([
      { code: "VERSION_UNSUPPORTED", line: 16, fix: expect.stringContaining("--lenient") },
    ]);
    const { specification, diagnostics } = await loadTexts(given, { lenient: true });
    expect(diagnostics).toMatchObject([
      { code: "DOCUMENT_CONVERTED" },
      { code: "VERSION_UNSUPPORTED", severity: "warning", line: 16 },
    ]);
    expect(specification).toBeDefined();
  });

  test("removes null among schemas in lenient mode", async () => {
    const given = swagger.replace(
      "    type: object\n",
      "    type: object\n    allOf: [{ type: object }, null]\n",
    );
    const { specification } = await loadTexts({ "api.yaml": given }, { lenient: true });
    expect(specification?.entry.root).toMatchObject({
      components: { schemas: { Pet: { allOf: [{ type: "object" }] } } },
    });
  });

  test("with faults is refused, or repaired in lenient mode", async () => {
    const given = { "api.yaml": swagger.replace(', version: "1"', "") };
    const strict = await loadTexts(given);
    expect(strict.diagnostics).toMatchObject([
      { code: "VERSION_UNSUPPORTED", fix: expect.stringContaining("--lenient") },
    ]);
    const lenient = await loadTexts(given, { lenient: true });
    expect(lenient.specification).toBeDefined();
  });

  test.each([
    [
      "a reference to nothing",
      swagger.replace(
        'schema: { $ref: "#/definitions/Pet" } } }\n    post',
        'schema: { $ref: "#/definitions/Pets" } } }\n    post',
      ),
      [
        "REF_NOT_FOUND",
        18,
        '#/definitions/Pets: api.yaml#/definitions has no "Pets"',
        "Did you mean #/definitions/Pet?",
      ],
    ],
    [
      "a reference to no section",
      swagger.replace('{ $ref: "#/parameters/pet" }', '{ $ref: "#/parts/pet" }'),
      ["REF_NOT_FOUND", 17, '#/parts/pet: api.yaml has no "parts"', ""],
    ],
    [
      "two bodies",
      swagger.replace(
        "      parameters:\n",
        "      parameters:\n        - { name: b, in: body, schema: {} }\n",
      ),
      [
        "VERSION_UNSUPPORTED",
        12,
        "swagger2openapi cannot convert the document: Operation putPet has multiple requestBodies",
        "Fix the document",
      ],
    ],
  ])("with %s is refused at its place", async (_name, given, [code, line, message, fix]) => {
    const { diagnostics } = await loadTexts({ "api.yaml": given });
    expect(diagnostics).toMatchObject([
      { code, line, message, fix: expect.stringContaining(String(fix)) },
    ]);
  });

  test("with a truncated text is refused with both faults", async () => {
    const given = swagger.replace(', version: "1"', "").replace("note: {", '"note": "a", note: {');
    const { diagnostics } = await loadTexts({ "api.yaml": given });
    expect(diagnostics.map(({ code }) => code)).toEqual(["VERSION_UNSUPPORTED", "KEY_DUPLICATE"]);
  });

  test("names the package that is missing", async () => {
    const { file } = await parseFile("api.yaml", "file:///api.yaml", swagger, resolveLimits({}));
    if (file === undefined) throw new Error("It does not parse.");
    const { problems } = await convertSwagger(file, { lenient: false, load: () => undefined });
    expect(problems[0]?.fix).toContain("npm install --save-dev swagger2openapi");
  });

  test("of another version is unknown", async () => {
    const { diagnostics } = await loadTexts({ "api.yaml": 'swagger: "1.2"\n' });
    expect(diagnostics.map(({ code }) => code)).toEqual(["DOCUMENT_UNKNOWN"]);
  });
});
