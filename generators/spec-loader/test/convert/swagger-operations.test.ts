import { expect, test } from "vitest";
import { parse } from "yaml";
import { convertText, ruleCases } from "./convert-texts.ts";

/** The text before the path item, which begins on line 5. */
const head = 'swagger: "2.0"\ninfo: { title: T, version: "1" }\npaths:\n  /a/{id}:\n';
const id = "{ name: id, in: path, required: true, type: string }";
const newId = "{ name: id, in: path, required: true, schema: { type: string } }";
const done = "responses: { 200: { description: D } }";
const list = "type: array, items: { type: string }";
const newList = "schema: { type: array, items: { type: string } }";

/** Path items, and what is beside `paths` where it matters. */
const cases = ruleCases([
  [
    "parameters have schemas",
    `    parameters: [${id}]\n    get:\n      parameters:\n        - { name: q, in: query, description: D, required: true, type: integer, format: int32, minimum: 1, default: 2, x-a: 3 }\n      ${done}`,
    `    parameters: [${newId}]\n    get:\n      parameters:\n        - { name: q, in: query, description: D, required: true, schema: { type: integer, format: int32, minimum: 1, default: 2 }, x-a: 3 }\n      ${done}`,
  ],
  [
    "collectionFormat of a query is a style",
    `    get:\n      parameters:\n        - ${id}\n        - { name: a, in: query, ${list} }\n        - { name: b, in: query, ${list}, collectionFormat: ssv }\n        - { name: c, in: query, ${list}, collectionFormat: pipes }\n        - { name: d, in: query, ${list}, collectionFormat: multi }\n        - { name: e, in: header, ${list}, collectionFormat: csv }\n      ${done}`,
    `    get:\n      parameters:\n        - ${newId}\n        - { name: a, in: query, style: form, explode: false, ${newList} }\n        - { name: b, in: query, style: spaceDelimited, explode: false, ${newList} }\n        - { name: c, in: query, style: pipeDelimited, explode: false, ${newList} }\n        - { name: d, in: query, ${newList} }\n        - { name: e, in: header, ${newList} }\n      ${done}`,
  ],
  [
    "what has no style is lost",
    `    get:\n      parameters:\n        - ${id}\n        - { name: a, in: query, ${list}, collectionFormat: tsv }\n        - { name: b, in: header, ${list}, collectionFormat: pipes }\n        - { name: c, in: query, type: array, items: { ${list} } }\n      ${done}`,
    `    get:\n      parameters:\n        - ${newId}\n        - { name: a, in: query, ${newList} }\n        - { name: b, in: header, ${newList} }\n        - { name: c, in: query, style: form, explode: false, schema: { type: array, items: { ${list} } } }\n      ${done}`,
    ["CONVERT_LOST 8", "CONVERT_LOST 9", "CONVERT_LOST 10"],
  ],
  [
    "allowEmptyValue is for queries only",
    `    get:\n      parameters:\n        - ${id}\n        - { name: a, in: query, type: string, allowEmptyValue: true }\n        - { name: b, in: header, type: string, allowEmptyValue: true }\n      ${done}`,
    `    get:\n      parameters:\n        - ${newId}\n        - { name: a, in: query, schema: { type: string }, allowEmptyValue: true }\n        - { name: b, in: header, schema: { type: string } }\n      ${done}`,
    ["CONVERT_LOST 9"],
  ],
  [
    "a body has the media types of the operation",
    `    post:\n      consumes: [application/json, text/csv]\n      parameters: [${id}, { name: b, in: body, description: D, required: true, schema: { type: object }, x-a: 1 }]\n      ${done}`,
    `    post:\n      parameters: [${newId}]\n      requestBody: { description: D, required: true, content: { application/json: { schema: { type: object } }, text/csv: { schema: { type: object } } }, x-a: 1 }\n      ${done}`,
    ["CONVERT_DROPPED 7"],
  ],
  [
    "a body of a path is one of each operation",
    `    parameters: [${id}, { name: b, in: body, schema: { type: object } }]\n    put:\n      consumes: [text/csv]\n      ${done}\n    post:\n      consumes: [text/plain]\n      parameters: [{ name: own, in: body, schema: { type: string } }]\n      ${done}`,
    `    parameters: [${newId}]\n    put:\n      requestBody: { content: { text/csv: { schema: { type: object } } } }\n      ${done}\n    post:\n      requestBody: { content: { text/plain: { schema: { type: string } } } }\n      ${done}`,
    ["CONVERT_DROPPED 5", "CONVERT_DROPPED 11"],
  ],
  [
    "a body of a path beside a form is a conflict",
    `    parameters: [${id}, { name: b, in: body, required: true, schema: { type: object } }]\n    post:\n      parameters: [{ name: f, in: formData, type: string }]\n      ${done}`,
    "",
    ["CONVERT_ASSUMED 5", "CONVERT_CONFLICT 7", "CONVERT_DROPPED 5"],
  ],
  [
    "JSON is assumed for a body without media types",
    `    post:\n      parameters: [${id}, { name: b, in: body, schema: {} }]\n      ${done}`,
    `    post:\n      parameters: [${newId}]\n      requestBody: { content: { application/json: { schema: {} } } }\n      ${done}`,
    ["CONVERT_ASSUMED 6", "CONVERT_DROPPED 6"],
  ],
  [
    "a form is a body",
    `    post:\n      parameters:\n        - ${id}\n        - { name: a, in: formData, type: string, required: true, description: D }\n        - { name: b, in: formData, ${list} }\n        - { name: c, in: formData, ${list}, collectionFormat: multi, x-nullable: true }\n      ${done}`,
    `    post:\n      parameters: [${newId}]\n      requestBody:\n        content:\n          application/x-www-form-urlencoded:\n            schema: { type: object, properties: { a: { description: D, type: string }, b: { ${list} }, c: { type: [array, "null"], items: { type: string } } }, required: [a] }\n            encoding: { b: { style: form, explode: false } }\n        required: true\n      ${done}`,
  ],
  [
    "a form with a file is multipart",
    `    post:\n      consumes: [application/json]\n      parameters: [${id}, { name: f, in: formData, type: file }]\n      ${done}`,
    `    post:\n      parameters: [${newId}]\n      requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { f: { type: string, format: binary } } } } } }\n      ${done}`,
  ],
  [
    "a form has those media types of the operation that can be one",
    `    post:\n      consumes: [application/json, multipart/form-data, application/x-www-form-urlencoded]\n      parameters: [${id}, { name: a, in: formData, type: string }]\n      ${done}`,
    `    post:\n      parameters: [${newId}]\n      requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { a: { type: string } } } }, application/x-www-form-urlencoded: { schema: { type: object, properties: { a: { type: string } } } } } }\n      ${done}`,
  ],
  [
    "a response has the media types of the operation, and examples of theirs",
    `    get:\n      produces: [application/json, text/csv]\n      parameters: [${id}]\n      responses: { 200: { description: D, schema: { type: string }, examples: { application/json: { a: 1 }, text/html: b } }, default: { description: E } }`,
    `    get:\n      parameters: [${newId}]\n      responses: { 200: { description: D, content: { application/json: { schema: { type: string }, example: { a: 1 } }, text/csv: { schema: { type: string } }, text/html: { schema: { type: string }, example: b } } }, default: { description: E } }`,
  ],
  [
    "a response may be of any media type, or a file",
    `    get:\n      parameters: [${id}]\n      responses: { 200: { description: D, schema: { type: file } } }`,
    `    get:\n      parameters: [${newId}]\n      responses: { 200: { description: D, content: { "*/*": { schema: { type: string, format: binary } } } } }`,
  ],
  [
    "headers have schemas",
    `    get:\n      parameters: [${id}]\n      responses: { 200: { description: D, headers: { X-A: { type: integer, description: E }, X-B: { ${list}, collectionFormat: ssv } } } }`,
    `    get:\n      parameters: [${newId}]\n      responses: { 200: { description: D, headers: { X-A: { schema: { type: integer }, description: E }, X-B: { ${newList} } } } }`,
    ["CONVERT_LOST 7"],
  ],
  [
    "two bodies are an error",
    `    post:\n      parameters: [${id}, { name: a, in: body, schema: {} }, { name: b, in: formData, type: string }]\n      ${done}`,
    "",
    ["CONVERT_CONFLICT 6", "CONVERT_ASSUMED 6", "CONVERT_DROPPED 6"],
  ],
]);

test.each(cases)("$rule", async ({ given, want, said = [] }) => {
  const { document, said: found } = await convertText(`${head}${given}\n`);
  expect([...found].sort()).toEqual([...said].sort());
  const item = want === "" ? undefined : parse(`x:\n${want}`).x;
  expect(document).toEqual(
    item && { openapi: "3.1.1", info: { title: "T", version: "1" }, paths: { "/a/{id}": item } },
  );
});
