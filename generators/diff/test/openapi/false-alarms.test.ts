// 31.8 Edits that change no request or response, but were once reported as breaking.

import { describe, expect, test } from "vitest";
import { changesOf, documentWith } from "./changes-of.ts";

interface Row {
  readonly name: string;
  readonly base: object;
  readonly revision: object;
  readonly want: readonly string[];
}

const json = (schema: object) => ({
  requestBody: { content: { "application/json": { schema } } },
});
const answer = (schema: object) => ({
  responses: { 200: { description: "OK", content: { "application/json": { schema } } } },
});
const field = (name: string) => ({
  [name]: { type: "object", properties: { a: { type: "string" } } },
});
const form = (
  properties: object,
  encoding: object,
  mediaType = "application/x-www-form-urlencoded",
) => ({
  requestBody: { content: { [mediaType]: { schema: { type: "object", properties }, encoding } } },
});
const deep = { style: "deepObject", explode: true };
const query = (schema: object) => ({ parameters: [{ name: "p", in: "query", schema }] });
const header = (schema: object) => ({ parameters: [{ name: "P", in: "header", schema }] });
const operations: readonly Row[] = [
  {
    name: "a default that its schema refuses is written as a string",
    base: json({ type: "string", enum: ["true", "false"], default: true }),
    revision: json({ type: "string", enum: ["true", "false"], default: "true" }),
    want: ["default-changed: docs docs, operation GET /a request body"],
  },
  {
    name: "a default that its schema refuses is replaced by another value",
    base: json({ type: "string", enum: ["true", "false"], default: true }),
    revision: json({ type: "string", enum: ["true", "false"], default: "false" }),
    want: ["default-changed: potentially-breaking wire, operation GET /a request body"],
  },
  {
    name: "an optional form field with an encoding",
    base: form(field("a"), { a: deep }),
    revision: form({ ...field("a"), ...field("b") }, { a: deep, b: deep }),
    want: ["property-added: non-breaking wire, operation GET /a request body"],
  },
  {
    name: "an encoding of JSON",
    base: form(field("a"), {}, "application/json"),
    revision: form(field("a"), { a: deep }, "application/json"),
    want: [],
  },
  {
    name: "an encoding that is removed with its field",
    base: form({ ...field("a"), ...field("b") }, { a: deep, b: deep }),
    revision: form(field("a"), { a: deep }),
    want: ["property-removed: potentially-breaking wire, operation GET /a request body"],
  },
  {
    name: "uuid with its length",
    base: json({ type: "string", format: "uuid" }),
    revision: json({ type: "string", format: "uuid", minLength: 36, maxLength: 36 }),
    want: [
      "max-length-set: docs docs, operation GET /a request body",
      "min-length-set: docs docs, operation GET /a request body",
    ],
  },
  {
    name: "int32 with its bounds",
    base: json({ type: "integer", format: "int32" }),
    revision: json({ type: "integer", format: "int32", minimum: -2147483648, maximum: 2147483647 }),
    want: [],
  },
  {
    name: "date with a pattern",
    base: json({ type: "string", format: "date" }),
    revision: json({ type: "string", format: "date", pattern: "^\\d{4}-\\d{2}-\\d{2}$" }),
    want: ["pattern-set: docs docs, operation GET /a request body"],
  },
  {
    name: "ipv4 with its greatest length",
    base: json({ type: "string", format: "ipv4" }),
    revision: json({ type: "string", format: "ipv4", maxLength: 15 }),
    want: ["max-length-set: docs docs, operation GET /a request body"],
  },
  {
    name: "a tuple that becomes a list",
    base: answer({
      type: "array",
      prefixItems: [{ type: "number" }, { type: "number" }],
      items: false,
      minItems: 2,
    }),
    revision: answer({ type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 }),
    want: [],
  },
  {
    name: "an enum of numbers as texts",
    base: query({ type: "integer", enum: [1, 2] }),
    revision: query({ type: "string", enum: ["1", "2"] }),
    want: ["type-changed: breaking code, operation GET /a query parameter p"],
  },
  {
    name: "an enum of texts as numbers",
    base: header({ enum: ["1", "2"] }),
    revision: header({ enum: [1, 2] }),
    want: [
      "enum-value-removed: breaking code, operation GET /a header parameter P",
      "enum-value-added: non-breaking wire, operation GET /a header parameter P",
    ],
  },
  {
    name: "an enum in a list",
    base: query({ type: "array", items: { type: "string", enum: ["1", "2"] } }),
    revision: query({ type: "array", items: { type: "integer" } }),
    want: ["type-changed: breaking code, operation GET /a query parameter p: []"],
  },
  {
    name: "null of a query parameter",
    base: query({ type: ["string", "null"], maxLength: 3 }),
    revision: query({ type: "string", maxLength: 3 }),
    want: ["nullable-removed: breaking code, operation GET /a query parameter p"],
  },
  {
    name: "null in enum of a query parameter",
    base: query({ type: ["string", "null"], enum: ["a", null] }),
    revision: query({ type: "string", enum: ["a"] }),
    want: ["nullable-removed: breaking code, operation GET /a query parameter p"],
  },
  {
    name: "XML that states defaults",
    base: json({ type: "object", properties: { a: { type: "array", items: { type: "string" } } } }),
    revision: json({
      type: "object",
      properties: {
        a: {
          type: "array",
          items: { type: "string" },
          xml: { name: "a", attribute: false, wrapped: false },
        },
      },
    }),
    want: [],
  },
];

describe.each(operations)("31.8 $name", ({ base, revision, want }) => {
  test("is reported as it is", async () => {
    const documents = [documentWith({}, base), documentWith({}, revision)] as const;
    expect(await changesOf(...documents)).toEqual(want);
  });
});

const paths = (prefix: string, more: object = {}) => ({
  paths: {
    [`${prefix}/a`]: {
      get: { operationId: "a", responses: { 200: { description: "OK" } }, ...more },
    },
    [`${prefix}/b/{id}`]: {
      get: {
        operationId: "b",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: { 200: { description: "OK" } },
      },
    },
  },
});
const item = (schema: object) => ({
  paths: {
    "/a/{id}": {
      get: {
        parameters: [{ name: "id", in: "path", required: true, schema }],
        responses: { 200: { description: "OK" } },
      },
    },
  },
});
const only = (operation: object) => ({
  paths: { "/a": { get: { responses: { 200: { description: "OK" } }, ...operation } } },
});
const keys = {
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "K" } } },
};
const documents: readonly Row[] = [
  {
    name: "minLength of a path parameter",
    base: item({ type: "string" }),
    revision: item({ type: "string", minLength: 1 }),
    want: ["min-length-set: docs docs, operation GET /a/{id} path parameter id"],
  },
  {
    name: "a trailing slash of a server",
    base: { servers: [{ url: "https://a.example.com/v1" }] },
    revision: { servers: [{ url: "https://a.example.com/v1/" }] },
    want: [],
  },
  {
    name: "a path that moves from servers to paths",
    base: { servers: [{ url: "https://a.example.com/v1" }], ...paths("") },
    revision: { servers: [{ url: "https://a.example.com" }], ...paths("/v1") },
    want: ["server-url-changed: potentially-breaking code, document Shop servers"],
  },
  {
    name: "a path that moves from paths to servers",
    base: { servers: [{ url: "https://a.example.com" }], ...paths("/v1") },
    revision: { servers: [{ url: "https://a.example.com/v1" }], ...paths("") },
    want: ["server-url-changed: potentially-breaking code, document Shop servers"],
  },
  {
    name: "security that moves to the document",
    base: { ...keys, ...only({ security: [{ key: [] }] }) },
    revision: { ...keys, security: [{ key: [] }] },
    want: [],
  },
  {
    name: "security that moves from the document",
    base: { ...keys, security: [{ key: [] }] },
    revision: { ...keys, ...only({ security: [{ key: [] }] }) },
    want: [],
  },
];

describe.each(documents)("31.8 $name", ({ base, revision, want }) => {
  test("is reported as it is", async () => {
    expect(await changesOf(documentWith(base), documentWith(revision))).toEqual(want);
  });
});
