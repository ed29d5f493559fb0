import { compareContracts } from "@specwright/diff";
import { describe, expect, test } from "vitest";
import { contractOf } from "../contract-of.ts";
import { changesOf } from "./changes-of.ts";

const ok = { responses: { 200: { description: "OK" } } };
const paths = (all: object, more: object = {}) => ({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: all,
  ...more,
});
const get = (operation: object, more: object = {}) =>
  paths({ "/a": { get: { ...ok, ...operation } } }, more);
const post = (body: object) => paths({ "/a": { post: { ...ok, requestBody: body } } });
const responses = (all: object) => get({ responses: all });
const query = (parameter: object) =>
  get({ parameters: [{ name: "p", in: "query", schema: { type: "string" }, ...parameter }] });
const list = { type: "array", items: { type: "string" } };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const integer = { type: "integer" };
const error = { description: "", ...json({ type: "string" }) };
const body = (content: object) => post({ content });
const answer = (response: object) => responses({ 200: { description: "OK", ...response } });
const hook = (operation: object, more: object = {}) => ({
  ...paths({}, more),
  webhooks: { sent: { post: operation } },
});
const callback = (operation: object, more: object = {}) =>
  get({ callbacks: { done: { "{$request.query.url}": { post: operation } } } }, more);
const apiKey = (name: string) => ({ type: "apiKey", in: "header", name });
const keys = { components: { securitySchemes: { key: apiKey("K"), other: apiKey("O") } } };

/** A change in `GET /a`, or in a part of it. */
const inA = (text: string, path = "") => `${text}, operation GET /a${path && ` ${path}`}`;

type Row = readonly [
  what: string,
  base: object,
  revision: object,
  there: readonly string[],
  back: readonly string[],
];

/** A list with the given pagination. */
const pages = (pagination: object) =>
  get({
    ...pagination,
    parameters: [{ name: "page", in: "query", schema: integer }],
    responses: { 200: { description: "OK", ...json(list) } },
  });
const byPage = { "x-pagination": { items: "", page: { parameter: "page" } } };

const operations: readonly Row[] = [
  [
    "pagination",
    pages({}),
    pages(byPage),
    [inA("pagination-added: non-breaking code")],
    [inA("pagination-removed: breaking code")],
  ],
  [
    "another pagination",
    pages(byPage),
    pages({ "x-pagination": { items: "", offset: { parameter: "page" } } }),
    [inA("pagination-changed: potentially-breaking wire")],
    [inA("pagination-changed: potentially-breaking wire")],
  ],
  [
    "a default of pagination that is written",
    pages(byPage),
    pages({ "x-pagination": { items: "", page: { parameter: "page", first: 1 } } }),
    [],
    [],
  ],
  [
    "added",
    paths({}),
    get({}),
    [inA("operation-added: non-breaking wire")],
    [inA("operation-removed: breaking wire")],
  ],
  [
    "renamed path parameter",
    paths({ "/a/{b}": { get: ok } }),
    paths({ "/a/{c}": { get: ok } }),
    ["path-parameter-renamed: breaking code, operation GET /a/{b} path parameter b"],
    ["path-parameter-renamed: breaking code, operation GET /a/{c} path parameter c"],
  ],
  [
    "id",
    get({}),
    get({ operationId: "getA" }),
    [inA("operation-id-added: breaking code")],
    [inA("operation-id-removed: breaking code")],
  ],
  [
    "texts and tags",
    get({ summary: "A", tags: ["x"] }),
    get({ summary: "B", tags: ["y"], description: "C", externalDocs: { url: "/" }, "x-a": 1 }),
    [
      inA("description-changed: docs docs"),
      inA("extension-changed: docs docs"),
      inA("external-docs-changed: docs docs"),
      inA("operation-tag-added: docs docs"),
      inA("operation-tag-removed: docs docs"),
      inA("summary-changed: docs docs"),
    ],
    [
      inA("description-changed: docs docs"),
      inA("extension-changed: docs docs"),
      inA("external-docs-changed: docs docs"),
      inA("operation-tag-added: docs docs"),
      inA("operation-tag-removed: docs docs"),
      inA("summary-changed: docs docs"),
    ],
  ],
  [
    "deprecated",
    get({}),
    get({ deprecated: true, "x-sunset": "2030-01-01" }),
    [inA("operation-deprecated: deprecation wire")],
    [inA("operation-reactivated: non-breaking wire")],
  ],
  [
    "date moved",
    get({ deprecated: true, "x-sunset": "2030-01-01" }),
    get({ deprecated: true, "x-sunset": "2029-01-01" }),
    [inA("sunset-moved-earlier: breaking docs")],
    [inA("sunset-moved-later: deprecation wire")],
  ],
  [
    "date removed",
    get({ deprecated: true, "x-sunset": "2030-01-01" }),
    get({ deprecated: true }),
    [inA("sunset-removed: breaking docs")],
    [inA("sunset-added: deprecation wire")],
  ],
  [
    "stability",
    get({}),
    get({ "x-stability-level": "beta" }),
    [inA("stability-decreased: breaking docs")],
    [inA("stability-increased: non-breaking docs")],
  ],
  [
    "webhook",
    paths({}),
    hook(ok),
    ["webhook-added: non-breaking wire, webhook sent"],
    ["webhook-removed: breaking wire, webhook sent"],
  ],
  [
    "callback",
    get({}),
    callback(ok),
    [inA("callback-added: non-breaking wire", "callback done")],
    [inA("callback-removed: breaking wire", "callback done")],
  ],
];

const parameters: readonly Row[] = [
  [
    "optional one",
    get({}),
    query({}),
    [inA("optional-parameter-added: non-breaking wire", "query parameter p")],
    [inA("parameter-removed: potentially-breaking wire", "query parameter p")],
  ],
  [
    "required one",
    get({}),
    query({ required: true }),
    [inA("required-parameter-added: breaking wire", "query parameter p")],
    [inA("parameter-removed: potentially-breaking wire", "query parameter p")],
  ],
  [
    "required",
    query({}),
    query({ required: true }),
    [inA("parameter-became-required: breaking wire", "query parameter p")],
    [inA("parameter-became-optional: non-breaking wire", "query parameter p")],
  ],
  ["explode of a plain string", query({}), query({ explode: false }), [], []],
  [
    "an integer that may be any text",
    query({ schema: integer }),
    query({}),
    [inA("type-changed: breaking code", "query parameter p")],
    [inA("type-changed: breaking wire", "query parameter p")],
  ],
  [
    "a boolean that must be a date",
    query({ schema: { type: "boolean" } }),
    query({ schema: { type: "string", format: "date" } }),
    [inA("type-changed: breaking wire", "query parameter p")],
    [inA("type-changed: breaking wire", "query parameter p")],
  ],
  [
    "an integer in JSON that may be a string",
    query({ schema: undefined, ...json(integer) }),
    query({ schema: undefined, ...json({ type: "string" }) }),
    [inA("type-changed: breaking wire", "query parameter p")],
    [inA("type-changed: breaking wire", "query parameter p")],
  ],
  [
    "style and explode that are the default",
    query({}),
    query({ style: "form", explode: true }),
    [],
    [],
  ],
  [
    "explode of a list",
    query({ schema: list }),
    query({ schema: list, explode: false }),
    [inA("parameter-style-changed: breaking wire", "query parameter p")],
    [inA("parameter-style-changed: breaking wire", "query parameter p")],
  ],
  [
    "the separator of an exploded list",
    query({ schema: list }),
    query({ schema: list, style: "pipeDelimited", explode: true }),
    [],
    [],
  ],
  [
    "reserved characters",
    query({}),
    query({ allowReserved: true }),
    [inA("parameter-allow-reserved-added: non-breaking wire", "query parameter p")],
    [inA("parameter-allow-reserved-removed: potentially-breaking wire", "query parameter p")],
  ],
  [
    "empty value",
    query({}),
    query({ allowEmptyValue: true }),
    [inA("parameter-allow-empty-value-added: non-breaking wire", "query parameter p")],
    [inA("parameter-allow-empty-value-removed: breaking wire", "query parameter p")],
  ],
  [
    "the case of a header",
    get({ parameters: [{ name: "X-A", in: "header", schema: {} }] }),
    get({ parameters: [{ name: "x-a", in: "header", schema: {} }] }),
    [],
    [],
  ],
];

const fields = { schema: { properties: { a: {} } } };

const bodies: readonly Row[] = [
  [
    "required",
    paths({ "/a": { post: ok } }),
    post({ required: true, ...json({ type: "string" }) }),
    ["required-request-body-added: breaking wire, operation POST /a request body"],
    ["request-body-removed: potentially-breaking wire, operation POST /a request body"],
  ],
  [
    "longer",
    post({ "x-max-bytes": 10, ...json({}) }),
    post({ "x-max-bytes": 20, ...json({}) }),
    ["max-bytes-increased: non-breaking wire, operation POST /a request body"],
    ["max-bytes-decreased: breaking wire, operation POST /a request body"],
  ],
  ["charset", body({ "text/plain": {} }), body({ "text/plain; charset=utf-8": {} }), [], []],
  [
    "range",
    body({ "application/json": {} }),
    body({ "application/*": {} }),
    ["media-type-generalized: non-breaking wire, operation POST /a request body"],
    ["media-type-specialized: breaking wire, operation POST /a request body"],
  ],
  [
    "one more",
    body({ "text/plain": {} }),
    body({ "text/plain": {}, "text/csv": {} }),
    ["media-type-added: non-breaking wire, operation POST /a request body"],
    ["media-type-removed: breaking wire, operation POST /a request body"],
  ],
  [
    "a schema",
    body({ "application/json": {} }),
    body({ "application/json": { schema: { type: "string" } } }),
    ["media-type-schema-added: breaking wire, operation POST /a request body"],
    ["media-type-schema-removed: non-breaking wire, operation POST /a request body"],
  ],
  [
    "encoding",
    body({ "multipart/form-data": { ...fields, encoding: { a: { contentType: "text/csv" } } } }),
    body({ "multipart/form-data": { ...fields, encoding: { a: { style: "form" } } } }),
    ["encoding-changed: potentially-breaking wire, operation POST /a request body"],
    ["encoding-changed: potentially-breaking wire, operation POST /a request body"],
  ],
];

const answers: readonly Row[] = [
  [
    "success",
    responses({ 200: { description: "" } }),
    responses({ 200: { description: "" }, 201: { description: "" } }),
    [inA("success-status-added: non-breaking wire", "response 201")],
    [inA("success-status-removed: breaking wire", "response 201")],
  ],
  [
    "error",
    responses({ 200: { description: "" } }),
    responses({ 200: { description: "" }, 404: { description: "" } }),
    [inA("error-status-added: non-breaking wire", "response 404")],
    [inA("error-status-removed: non-breaking wire", "response 404")],
  ],
  [
    "range",
    responses({ "2XX": { description: "" } }),
    responses({ "2XX": { description: "" }, 200: { description: "" } }),
    [inA("success-status-added: non-breaking wire", "response 200")],
    [inA("success-status-removed: non-breaking wire", "response 200")],
  ],
  [
    "the statuses of a range",
    responses({ "2XX": { description: "" } }),
    responses({ 200: { description: "" }, 201: { description: "" } }),
    [
      inA("success-status-added: non-breaking wire", "response 200"),
      inA("success-status-added: non-breaking wire", "response 201"),
      inA("success-status-removed: non-breaking wire", "response 2XX"),
    ],
    [
      inA("success-status-removed: non-breaking wire", "response 200"),
      inA("success-status-removed: non-breaking wire", "response 201"),
      inA("success-status-added: non-breaking wire", "response 2XX"),
    ],
  ],
  [
    "a range that nothing includes any more",
    responses({ 200: { description: "" }, "3XX": { description: "" }, "2XX": { description: "" } }),
    responses({ "3XX": { description: "" } }),
    [
      inA("success-status-removed: breaking wire", "response 200"),
      inA("success-status-removed: breaking wire", "response 2XX"),
    ],
    [
      inA("success-status-added: non-breaking wire", "response 200"),
      inA("success-status-added: non-breaking wire", "response 2XX"),
    ],
  ],
  [
    "an error that default described otherwise",
    responses({ 200: { description: "" }, default: { description: "", ...json(integer) } }),
    responses({
      200: { description: "" },
      404: { description: "", ...json({ type: "string" }) },
      default: { description: "", ...json(integer) },
    }),
    [
      inA("type-changed: breaking wire", "response 404"),
      inA("error-status-added: non-breaking wire", "response 404"),
    ],
    [
      inA("type-changed: breaking wire", "response 404"),
      inA("error-status-removed: non-breaking wire", "response 404"),
    ],
  ],
  [
    "a range of errors that default describes",
    responses({ default: { description: "", ...json({ type: "string" }) } }),
    responses({ default: { description: "", ...json({ type: "string" }) }, "4XX": error }),
    [inA("error-status-added: non-breaking wire", "response 4XX")],
    [inA("error-status-removed: non-breaking wire", "response 4XX")],
  ],
  [
    "a success that default describes",
    responses({ default: { description: "", ...json(integer) } }),
    responses({ 200: { description: "", ...json({ type: "number" }) } }),
    [
      inA("type-widened: breaking wire", "response 200"),
      inA("success-status-added: non-breaking wire", "response 200"),
      inA("error-status-removed: non-breaking wire", "response default"),
    ],
    [
      inA("success-status-removed: non-breaking wire", "response 200"),
      inA("type-narrowed: non-breaking wire", "response 200"),
      inA("error-status-added: non-breaking wire", "response default"),
    ],
  ],
  [
    "a success beside others, which default does not describe",
    responses({ 200: { description: "" }, default: { description: "", ...json(integer) } }),
    responses({
      200: { description: "" },
      201: { description: "", ...json({ type: "string" }) },
      default: { description: "", ...json(integer) },
    }),
    [inA("success-status-added: non-breaking wire", "response 201")],
    [inA("success-status-removed: breaking wire", "response 201")],
  ],
  [
    "required header",
    answer({}),
    answer({ headers: { "X-A": { required: true, schema: {} } } }),
    [inA("header-added: non-breaking wire", "response 200 header X-A")],
    [inA("required-header-removed: breaking wire", "response 200 header X-A")],
  ],
  [
    "optional header",
    answer({ headers: { "X-A": { schema: {} } } }),
    answer({ headers: { "x-a": { required: true, schema: {} } } }),
    [inA("header-became-required: non-breaking wire", "response 200 header X-A")],
    [inA("header-became-optional: breaking wire", "response 200 header x-a")],
  ],
  [
    "link",
    answer({}),
    answer({ links: { next: { operationId: "getA" } } }),
    [inA("link-added: non-breaking code", "response 200")],
    [inA("link-removed: breaking code", "response 200")],
  ],
  [
    "media type",
    answer({ content: { "application/json": {} } }),
    answer({ content: { "application/*": {} } }),
    [inA("media-type-generalized: breaking wire", "response 200")],
    [inA("media-type-specialized: non-breaking wire", "response 200")],
  ],
];

const reversed: readonly Row[] = [
  [
    "a required property of a webhook",
    hook({ ...ok, requestBody: json({ type: "object", properties: { a: {} }, required: ["a"] }) }),
    hook({ ...ok, requestBody: json({ type: "object", properties: { a: {} } }) }),
    ["property-became-optional: breaking wire, webhook sent request body"],
    ["property-became-required: non-breaking wire, webhook sent request body"],
  ],
  [
    "a media type of a webhook",
    hook({ ...ok, requestBody: { content: { "text/plain": {} } } }),
    hook({ ...ok, requestBody: { content: { "text/plain": {}, "text/csv": {} } } }),
    ["media-type-added: potentially-breaking wire, webhook sent request body"],
    ["media-type-removed: non-breaking wire, webhook sent request body"],
  ],
  [
    "credentials that a webhook comes with",
    hook({ ...ok }, keys),
    hook({ ...ok, security: [{ key: [] }] }, keys),
    ["security-added: non-breaking wire, webhook sent security"],
    ["security-removed: breaking wire, webhook sent security"],
  ],
  [
    "another credential of a webhook",
    hook({ ...ok, security: [{ key: [] }] }, keys),
    hook({ ...ok, security: [{ key: [] }, { other: [] }] }, keys),
    ["security-added: breaking wire, webhook sent security"],
    ["security-removed: non-breaking wire, webhook sent security"],
  ],
  [
    "what a document requires of its clients is not what its webhooks come with",
    hook({ ...ok }, keys),
    hook({ ...ok }, { ...keys, security: [{ key: [] }] }),
    ["security-added: non-breaking wire, document Shop security"],
    ["security-removed: non-breaking wire, document Shop security"],
  ],
  [
    "credentials that a callback comes with",
    callback({ ...ok }, keys),
    callback({ ...ok, security: [{ key: [] }] }, keys),
    [inA("security-added: non-breaking wire", "callback done security")],
    [inA("security-removed: breaking wire", "callback done security")],
  ],
  [
    "the server of a callback",
    callback({ ...ok, servers: [{ url: "https://a.example.com" }] }),
    callback({ ...ok, servers: [{ url: "https://b.example.com" }] }),
    [inA("server-url-changed: breaking wire", "callback done server https://a.example.com")],
    [inA("server-url-changed: breaking wire", "callback done server https://b.example.com")],
  ],
  [
    "the answer to a callback",
    callback({ responses: { 200: { description: "", headers: {} } } }),
    callback({
      responses: { 200: { description: "", headers: { A: { required: true, schema: {} } } } },
    }),
    [inA("header-added: breaking wire", "callback done response 200 header A")],
    [inA("required-header-removed: non-breaking wire", "callback done response 200 header A")],
  ],
];

const many = (parameter: object) =>
  paths(
    Object.fromEntries(
      ["/a", "/b", "/c"].map((path) => [
        path,
        { get: { ...ok, parameters: [{ $ref: "#/components/parameters/Limit" }] } },
      ]),
    ),
    {
      components: {
        parameters: { Limit: { name: "limit", in: "query", schema: {}, ...parameter } },
      },
    },
  );
const pathLevel = (parameter: object) =>
  paths({
    "/a": { parameters: [{ name: "p", in: "query", schema: {}, ...parameter }], get: ok, put: ok },
  });

const shared: readonly Row[] = [
  [
    "a component",
    many({}),
    many({ required: true }),
    ["parameter-became-required: breaking wire, component parameters/Limit"],
    ["parameter-became-optional: non-breaking wire, component parameters/Limit"],
  ],
  [
    "the parameter of a path",
    pathLevel({}),
    pathLevel({ required: true }),
    ["parameter-became-required: breaking wire, path /a query parameter p"],
    ["parameter-became-optional: non-breaking wire, path /a query parameter p"],
  ],
];

test("a change of a part that operations share lists all of them", async () => {
  const base = await contractOf(many({}));
  const changes = compareContracts(base, await contractOf(many({ required: true })));
  const operations = changes.map(({ affects }) => affects.map(({ operation }) => operation));
  expect(operations).toEqual([["GET /a", "GET /b", "GET /c"]]);
});

test("every change has a fingerprint of its own", async () => {
  const base = await contractOf(get({ "x-a": 1, "x-b": 1, tags: ["a", "b"] }));
  const revision = await contractOf(get({ "x-a": 2, "x-b": 2 }));
  const fingerprints = compareContracts(base, revision).map(({ fingerprint }) => fingerprint);
  expect(new Set(fingerprints).size).toBe(4);
});

describe.each([
  ["operations", operations],
  ["parameters", parameters],
  ["bodies", bodies],
  ["responses", answers],
  ["what the provider writes", reversed],
  ["what operations share", shared],
])("%s", (_area, rows) => {
  test.each(rows)("%s", async (_what, base, revision, there, back) => {
    const options = { today: "2026-01-01" };
    expect(await changesOf(base, revision, options)).toEqual(there);
    expect(await changesOf(revision, base, options)).toEqual(back);
  });
});
