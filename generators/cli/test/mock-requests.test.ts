// Which answer of a document a mock gives: given the headers of a request, what it answers.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folderOf, removeFolders } from "./run-command.ts";
import { type RunningMock, startMock } from "./start-mock.ts";

const document = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /orders:
    get:
      operationId: listOrders
      parameters: [{ name: limit, in: query, required: true, schema: { type: integer } }]
      security: [{ key: [] }]
      responses:
        "202":
          description: Not all yet.
          content:
            text/csv: { schema: { type: string }, example: "a,b" }
            application/vnd.shop.v2+json: { schema: { const: two } }
            application/json:
              schema: { type: string }
              examples: { zebra: { value: z }, ant: { value: a } }
        "200":
          description: All.
          content: { application/xml: { schema: { type: string } }, application/json: { schema: { const: all } } }
        "304": { description: As it was. }
        "404": { description: None., content: { application/problem+json: { schema: { type: object } } } }
    post:
      operationId: addOrder
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [sku] } } } }
      responses: { "409": { description: Taken. }, "400": { description: Wrong. } }
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
`;

interface Got {
  readonly status: number;
  readonly type: string | null;
  readonly body: string;
}

async function get(
  mock: RunningMock,
  path: string,
  headers: Readonly<Record<string, string>>,
  init: RequestInit = {},
): Promise<Got> {
  const answer = await fetch(`${mock.url}${path}`, { headers, ...init });
  return {
    status: answer.status,
    type: answer.headers.get("content-type"),
    body: await answer.text(),
  };
}

afterAll(removeFolders);

describe("a mock", () => {
  let mock: RunningMock;
  beforeAll(async () => {
    mock = await startMock(await folderOf({ "a.yaml": document }), ["a.yaml", "--no-watch"]);
  });
  afterAll(() => mock.stop());

  it.each<readonly [name: string, headers: Readonly<Record<string, string>>, Partial<Got>]>([
    [
      "the first listed answer for success, in the first listed type of JSON",
      {},
      { status: 202, type: "application/vnd.shop.v2+json", body: '"two"' },
    ],
    ["the same for any type", { Accept: "*/*" }, { type: "application/vnd.shop.v2+json" }],
    ["the first listed example", { Accept: "application/json" }, { status: 202, body: '"z"' }],
    ["a type of a vendor", { Accept: "application/vnd.shop.v2+json" }, { body: '"two"' }],
    [
      "the type with the highest q",
      { Accept: "text/*;q=0.9, application/json;q=0.1" },
      { body: "a,b" },
    ],
    [
      "what is more specific",
      { Accept: "text/*, text/csv;q=0, application/json;q=0.1" },
      { type: "application/json" },
    ],
    ["a range of a suffix", { Accept: "application/*+json" }, { body: '"two"' }],
    [
      "another answer for success that has the type",
      { Accept: "application/xml" },
      { status: 200, type: "application/xml" },
    ],
    [
      "406 and what there is, and not an error or a redirect",
      { Accept: "image/png" },
      {
        status: 406,
        body: expect.stringContaining(
          "there is text/csv, application/vnd.shop.v2+json, application/json, application/xml.",
        ),
      },
    ],
    ["406 for a code", { Accept: "text/csv", Prefer: "code=200" }, { status: 406 }],
    [
      "an error as it is",
      { Accept: "text/csv", Prefer: "code=404" },
      { status: 404, type: "application/problem+json" },
    ],
    ["another listed example", { Prefer: "example=ant" }, { status: 202, body: '"a"' }],
  ])("answers with %s", async (_name, headers, want) => {
    const key = { Authorization: "Bearer x" };
    expect(await get(mock, "/orders?limit=1", { ...key, ...headers })).toMatchObject(want);
  });

  it("answers with the first listed error if there is nothing else", async () => {
    const headers = { "Content-Type": "application/json" };
    const init = { method: "POST", body: '{"sku":1}' };
    expect(await get(mock, "/orders", headers, init)).toMatchObject({ status: 409 });
  });
});

describe("a mock that does not check", () => {
  let mock: RunningMock;
  beforeAll(async () => {
    const folder = await folderOf({ "a.yaml": document });
    mock = await startMock(folder, ["a.yaml", "--no-watch", "--no-check"]);
  });
  afterAll(() => mock.stop());

  it.each<readonly [name: string, path: string, init: RequestInit, status: number]>([
    ["without credentials and parameters", "/orders", {}, 202],
    ["with parameters of another type, and unknown ones", "/orders?limit=x&other=1", {}, 202],
    ["with a body of another shape", "/orders", { method: "POST", body: "{}" }, 409],
    ["with a body that is not JSON", "/orders", { method: "POST", body: "{" }, 409],
    ["without a body", "/orders", { method: "POST" }, 409],
    [
      "with a compressed body",
      "/orders",
      { method: "POST", body: "x", headers: { "Content-Encoding": "gzip" } },
      409,
    ],
    ["of another method", "/orders", { method: "DELETE" }, 405],
    ["of another path", "/other", {}, 404],
  ])("answers a request %s", async (_name, path, init, status) => {
    expect(await get(mock, path, {}, init)).toMatchObject({ status });
  });

  it("still takes what a request asks for", async () => {
    expect(await get(mock, "/orders", { Prefer: "code=404" })).toMatchObject({ status: 404 });
    expect(await get(mock, "/orders", { Accept: "text/csv" })).toMatchObject({ body: "a,b" });
  });

  it("says so", () => {
    expect(mock.lines.join("\n")).toContain("Requests are not checked.");
  });
});

describe("an answer", () => {
  const responses = (text: string): string => `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths: { /a: { get: { operationId: a, responses: ${text} } } }
`;
  const unknown = '{ type: string, pattern: "^(?<half>[a-z]+)-\\\\k<half>$" }';
  it.each<readonly [name: string, responses: string, status: number, body: string]>([
    [
      "that is an error does not stand for one without a sample",
      `{ "200": { description: D, content: { application/json: { schema: ${unknown} } } }, default: { description: E, content: { application/json: { schema: { const: err } } } } }`,
      501,
      "no_sample",
    ],
    [
      "of a larger integer than its type says what to do",
      '{ "200": { description: D, content: { application/json: { schema: { type: integer, example: 123456789012345678123 } } } } }',
      501,
      "got an integer out of its range. Fix the example or its schema. For integers beyond 2^53 - 1, add `x-type: bigint` to the schema.",
    ],
    [
      "of a large integer has all its digits",
      '{ "200": { description: D, content: { application/json: { schema: { type: integer, x-type: bigint, example: 123456789012345678123 } } } } }',
      200,
      "123456789012345678123",
    ],
    [
      "of XML is the example of the document",
      '{ "200": { description: D, content: { application/xml: { schema: { type: object }, example: "<a>1</a>" } } } }',
      200,
      "<a>1</a>",
    ],
    [
      "of a text without a schema is the example of the document",
      '{ "200": { description: D, content: { text/csv: { example: "a,b" } } } }',
      200,
      "a,b",
    ],
  ])("%s", async (_name, text, status, body) => {
    const folder = await folderOf({ "a.yaml": responses(text) });
    const mock = await startMock(folder, ["a.yaml", "--no-watch"]);
    try {
      const got = await get(mock, "/a", {});
      expect([got.status, got.body]).toEqual([status, expect.stringContaining(body)]);
    } finally {
      await mock.stop();
    }
  });
});
