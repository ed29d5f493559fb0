import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { convertText, ruleCases } from "./convert-texts.ts";

const head = 'swagger: "2.0"\ninfo: { title: T, version: "1" }\n';

/** The text below `info`, which begins on line 3. */
const cases = ruleCases([
  [
    "host, basePath and schemes are servers",
    "host: a.example\nbasePath: /v1\nschemes: [https, http]\npaths: {}",
    "servers: [{ url: 'https://a.example/v1' }, { url: 'http://a.example/v1' }]\npaths: {}",
  ],
  [
    "a scheme is assumed",
    "host: a.example\nbasePath: /\npaths: {}",
    "servers: [{ url: 'https://a.example' }]\npaths: {}",
    ["SCHEME_ASSUMED 3"],
  ],
  ["a path alone is a server", "basePath: v1/\npaths: {}", "servers: [{ url: /v1 }]\npaths: {}"],
  ["schemes alone are lost", "schemes: [https]\npaths: {}", "paths: {}", ["CONVERT_LOST 3"]],
  [
    "schemes of an operation are its servers",
    "host: a.example\nschemes: [https]\npaths: { /a: { get: { schemes: [wss], responses: { 200: { description: D } } } } }",
    "servers: [{ url: 'https://a.example' }]\npaths: { /a: { get: { servers: [{ url: 'wss://a.example' }], responses: { 200: { description: D } } } } }",
  ],
  [
    "security schemes",
    `paths: {}
security: [{ "a b": [] }]
securityDefinitions:
  a b: { type: basic, description: D }
  key: { type: apiKey, name: k, in: query, x-a: 1 }
  implicit: { type: oauth2, flow: implicit, authorizationUrl: "https://a.example", scopes: { a: A }, x-b: 2 }
  password: { type: oauth2, flow: password, tokenUrl: "https://a.example", scopes: { a: A } }
  application: { type: oauth2, flow: application, tokenUrl: "https://a.example" }
  code: { type: oauth2, flow: accessCode, authorizationUrl: "https://a.example", tokenUrl: "https://b.example", scopes: { a: A } }`,
    `paths: {}
security: [{ a_b: [] }]
components:
  securitySchemes:
    a_b: { type: http, scheme: basic, description: D }
    key: { type: apiKey, name: k, in: query, x-a: 1 }
    implicit: { type: oauth2, flows: { implicit: { authorizationUrl: "https://a.example", scopes: { a: A } } }, x-b: 2 }
    password: { type: oauth2, flows: { password: { tokenUrl: "https://a.example", scopes: { a: A } } } }
    application: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://a.example", scopes: {} } } }
    code: { type: oauth2, flows: { authorizationCode: { authorizationUrl: "https://a.example", tokenUrl: "https://b.example", scopes: { a: A } } } }`,
    ["CONVERT_RENAMED 6"],
  ],
  [
    "shared bodies are request bodies, and shared fields of forms are written into forms",
    `consumes: [text/csv]
paths:
  /a: { post: { parameters: [{ $ref: "#/parameters/body" }, { $ref: "#/parameters/limit" }], responses: { 200: { description: D } } } }
  /b: { post: { consumes: [text/html], parameters: [{ $ref: "#/parameters/body" }], responses: { 200: { description: D } } } }
  /c: { post: { parameters: [{ $ref: "#/parameters/field" }], responses: { 200: { description: D } } } }
parameters:
  body: { in: body, name: b, schema: { type: object } }
  field: { in: formData, name: f, type: string }
  limit: { in: query, name: l, type: integer }`,
    `paths:
  /a: { post: { parameters: [{ $ref: "#/components/parameters/limit" }], requestBody: { $ref: "#/components/requestBodies/body" }, responses: { 200: { description: D } } } }
  /b: { post: { requestBody: { content: { text/html: { schema: { type: object } } } }, responses: { 200: { description: D } } } }
  /c: { post: { requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { f: { type: string } } } } } }, responses: { 200: { description: D } } } }
components:
  parameters: { limit: { in: query, name: l, schema: { type: integer } } }
  requestBodies: { body: { content: { text/csv: { schema: { type: object } } } } }`,
    ["CONVERT_COPIED 6", "CONVERT_DROPPED 9", "CONVERT_DROPPED 10"],
  ],
  [
    "a shared response is copied where its media types differ",
    `produces: [text/csv]
paths:
  /a: { get: { responses: { 200: { $ref: "#/responses/r" } } } }
  /b: { get: { produces: [text/html], responses: { 200: { $ref: "#/responses/r" }, 404: { $ref: "#/responses/none" } } } }
responses:
  r: { description: D, schema: { type: string } }
  none: { description: N }`,
    `paths:
  /a: { get: { responses: { 200: { $ref: "#/components/responses/r" } } } }
  /b: { get: { responses: { 200: { description: D, content: { text/html: { schema: { type: string } } } }, 404: { $ref: "#/components/responses/none" } } } }
components:
  responses:
    r: { description: D, content: { text/csv: { schema: { type: string } } } }
    none: { description: N }`,
    ["CONVERT_COPIED 6"],
  ],
  [
    "tags, documentation and extensions stay",
    "x-a: { b: [1] }\ntags: [{ name: t, x-c: 1 }]\nexternalDocs: { url: 'https://a.example' }\npaths: { x-d: 2 }",
    "x-a: { b: [1] }\ntags: [{ name: t, x-c: 1 }]\nexternalDocs: { url: 'https://a.example' }\npaths: { x-d: 2 }",
  ],
  [
    "references into paths follow",
    `produces: [text/csv]
paths: { "/a/{b}": { parameters: [{ name: b, in: path, required: true, type: string }], get: { responses: { 200: { description: D, schema: { type: string } } } } } }
definitions: { A: { $ref: "#/paths/~1a~1{b}/get/responses/200/schema" } }`,
    `paths: { "/a/{b}": { parameters: [{ name: b, in: path, required: true, schema: { type: string } }], get: { responses: { 200: { description: D, content: { text/csv: { schema: { type: string } } } } } } } }
components: { schemas: { A: { $ref: "#/paths/~1a~1%7Bb%7D/get/responses/200/content/text~1csv/schema" } } }`,
  ],
]);

test.each(cases)("$rule", async ({ given, want, said = [] }) => {
  expect(await convertText(`${head}${given}\n`)).toEqual({
    document: { openapi: "3.1.1", info: { title: "T", version: "1" }, ...parse(want) },
    said,
  });
});

describe("refuses", () => {
  test.each([
    ["a list", "[]", "DOCUMENT_UNKNOWN 1"],
    ["nothing", "", "DOCUMENT_UNKNOWN 1"],
    [
      "OpenAPI 3",
      "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}",
      "CONVERT_VERSION 1",
    ],
    ["AsyncAPI 3", "asyncapi: 3.0.0\ninfo: { title: T, version: '1' }", "CONVERT_VERSION 1"],
    ["a missing field", 'swagger: "2.0"\ninfo: { title: T }\npaths: {}', "FIELD_MISSING 2"],
    ["a value of another type", `${head}paths: { /a: [] }`, "FIELD_TYPE 3"],
    [
      "a reference to nothing",
      `${head}paths: {}\ndefinitions: { A: { $ref: "#/definitions/B" } }`,
      "REF_NOT_FOUND 4",
    ],
    [
      "references in a circle",
      `${head}paths: {}\ndefinitions: { A: { $ref: "#/definitions/A" } }`,
      "REF_CYCLE 4",
    ],
    [
      "what OpenAPI 3 refuses, at its place",
      `${head}paths: {}\ndefinitions: { A: { properties: [] } }`,
      "FIELD_TYPE 4",
    ],
  ])("%s", async (_name, given, want) => {
    expect(await convertText(given)).toEqual({ document: undefined, said: [want] });
  });

  test("no deep nesting of schemas and circles through properties", async () => {
    const deep = `${"{ items: ".repeat(200)}{ $ref: "#/definitions/A" }${" }".repeat(200)}`;
    const { said } = await convertText(`${head}paths: {}\ndefinitions: { A: ${deep} }`);
    expect(said).toEqual([]);
  });

  test("faults, unless they are repaired", async () => {
    const given = 'swagger: "2.0"\ninfo: { title: T, version: 1.0 }\npaths: {}\n';
    const { document, said } = await convertText(given, { lenient: true });
    expect(said).toEqual(["FIELD_TYPE 2"]);
    expect(document).toMatchObject({ info: { version: "1.0" } });
  });
});
