import type { RequestContext } from "@specwright/rest/server";
import { isProblem } from "@specwright/runtime";
import {
  allOf,
  anyJson,
  items,
  jsonLines,
  maxItems,
  maximum,
  maxLength,
  minimum,
  minLength,
  type OperationDescriptor,
  object,
  reject,
  type,
} from "@specwright/runtime/codegen";
import { ruleCodec } from "@specwright/runtime/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exchangeRaw, listenOnFreePort, type RawExchange, sendBytes } from "./raw-exchange.ts";
import { answersParserErrors, createTestServer, type TestServer } from "./test-server.ts";

const anything = { kind: "json", codec: anyJson } as const;
const echoed = { 200: { content: { "application/json": anything } } };
const base = { validators: {}, responses: echoed, security: [] } as const;
const query = { in: "query", required: false, style: "form", explode: true } as const;

const strict = { additional: reject };
const positive = allOf(type("integer"), minimum(1));
const strings = allOf(type("array"), items([], type("string")));
const Body = object(
  { title: allOf(type("string"), minLength(1), maxLength(5)) },
  { count: type("integer"), on: type("boolean"), nested: type("object") },
  strict,
);
const body = {
  required: true,
  content: { "application/json": { kind: "json", codec: ruleCodec(Body) } },
} as const;

const operations: readonly OperationDescriptor[] = [
  {
    ...base,
    id: "getThing",
    method: "GET",
    path: "/things/{id}",
    parameters: [
      { name: "id", in: "path", required: true, type: "integer", style: "simple", explode: false },
      { ...query, name: "limit", type: "integer" },
      { ...query, name: "seq", type: "bigint" },
      { ...query, name: "deep", type: "boolean" },
      { ...query, name: "tag", type: "string", array: true },
      {
        name: "X-Count",
        in: "header",
        required: false,
        type: "integer",
        style: "simple",
        explode: false,
      },
    ],
    validators: {
      path: ruleCodec(object({ id: positive }, {}, strict)),
      query: ruleCodec(
        object(
          {},
          {
            limit: allOf(positive, maximum(100)),
            seq: type("int64"),
            deep: type("boolean"),
            tag: allOf(strings, maxItems(2)),
          },
          strict,
        ),
      ),
    },
  },
  { ...base, id: "createThing", method: "POST", path: "/things", parameters: [], body },
  { ...base, id: "ping", method: "POST", path: "/ping", parameters: [] },
  {
    ...base,
    id: "removeThing",
    method: "DELETE",
    path: "/things/{id}",
    parameters: [
      { name: "id", in: "path", required: true, type: "string", style: "simple", explode: false },
    ],
    body: { ...body, required: false },
  },
  {
    ...base,
    id: "getFile",
    method: "GET",
    path: "/files/{name}.json",
    parameters: [
      { name: "name", in: "path", required: true, type: "string", style: "simple", explode: false },
    ],
  },
  {
    ...base,
    id: "getAnyFile",
    method: "GET",
    path: "/files/{name}",
    parameters: [
      { name: "name", in: "path", required: true, type: "string", style: "simple", explode: false },
    ],
  },
  {
    ...base,
    id: "putText",
    method: "PUT",
    path: "/text",
    parameters: [],
    body: {
      required: true,
      content: {
        "text/plain": { kind: "text" },
        "image/*": { kind: "bytes" },
        "application/x-ndjson": {
          kind: "sequential",
          format: jsonLines,
          codec: ruleCodec(positive),
        },
        "multipart/form-data": { kind: "form" },
      },
    },
  },
  {
    ...base,
    id: "postForm",
    method: "POST",
    path: "/form",
    parameters: [],
    body: {
      required: true,
      content: Object.fromEntries(
        ["multipart/form-data", "application/x-www-form-urlencoded"].map((mediaType) => [
          mediaType,
          {
            kind: "form",
            fields: {
              id: { type: "integer" },
              tags: { type: "string", array: true },
              file: { type: "file" },
            },
            codec: ruleCodec(
              object({ id: positive }, { tags: strings, file: type("string") }, strict),
            ),
          } as const,
        ]),
      ),
    },
  },
];

type Echo = (request: object, context: RequestContext) => Promise<{ status: 200; body: unknown }>;
const echo: Echo = async (request, { operation }) => {
  const entries = await Promise.all(
    Object.entries(request).map(
      async ([part, value]): Promise<[string, unknown]> => [part, await plain(value)],
    ),
  );
  return { status: 200, body: { operation: operation.id, ...Object.fromEntries(entries) } };
};

/** Converts files, bytes and streams to text. */
async function plain(value: unknown): Promise<unknown> {
  if (value instanceof Uint8Array) return { bytes: [...value] };
  if (value instanceof ReadableStream) return { stream: await new Response(value).text() };
  if (value instanceof File) return { file: value.name, text: await value.text() };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(async ([key, member]) => [key, await plain(member)]);
  return Object.fromEntries(await Promise.all(entries));
}

const handlers = Object.fromEntries(operations.map((operation) => [operation.id, echo]));

let app: TestServer;
let port: number;
beforeAll(async () => {
  app = createTestServer({ operations, handlers, prefix: "/v1", limits: { bodyBytes: 1000 } });
  port = await listenOnFreePort(app);
});
afterAll(() => app.close());

function get(target: string, headers: readonly string[] = []): RawExchange {
  return { target, headers };
}

function post(
  text: string | Uint8Array,
  headers: readonly string[] = ["Content-Type: application/json"],
  target = "/v1/things",
  method = "POST",
): RawExchange {
  return { method, target, headers, body: text };
}

/** Summarizes an answer: the echo of a 200, the code and issues of a problem. */
async function summary(given: RawExchange): Promise<unknown> {
  const answer = await exchangeRaw(port, given);
  if (answer.status === 200) return answer.json;
  expect(answer.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const problem = answer.json;
  if (!isProblem(problem)) throw new Error("the response is not a problem");
  expect(problem).toMatchObject({ type: "about:blank", status: answer.status });
  const errors = problem.errors?.map(
    (error) => `${error.in ?? "body"} ${error.pointer} ${error.code}`,
  );
  return [answer.status, problem.code, ...(errors ?? [])];
}

describe("parameters", () => {
  const bad = (...errors: string[]) => [400, "validation_failed", ...errors];
  const cases: readonly [given: RawExchange, want: unknown][] = [
    [get("/v1/things/7"), { operation: "getThing", path: { id: 7 }, query: {}, headers: {} }],
    [
      get("/v1/things/%37?limit=5&tag=a&tag=b%20c&deep=false", ["x-cOUNT: 3"]),
      {
        operation: "getThing",
        path: { id: 7 },
        query: { limit: 5, tag: ["a", "b c"], deep: false },
        headers: { "X-Count": 3 },
      },
    ],
    [
      get("/v1/things/7?seq=9223372036854775807"),
      {
        operation: "getThing",
        path: { id: 7 },
        query: { seq: Number("9223372036854775807") },
        headers: {},
      },
    ],
    ...["1e2", "0x10", "01", "+1", "1.0", "1;x", "abc", "-", "9007199254740992", "%2531"].map(
      (id): [RawExchange, unknown] => [get(`/v1/things/${id}`), bad("path /id type")],
    ),
    [get("/v1/things/0"), bad("path /id minimum")],
    [get("/v1/things/-1"), bad("path /id minimum")],
    [get("/v1/things/1%00"), bad("path /id type")],
    [get(`/v1/things/${"1".repeat(3000)}`), bad("path /id type")],
    [get("/v1/things/7?limit=0"), bad("query /limit minimum")],
    [get("/v1/things/7?limit=abc"), bad("query /limit type")],
    [get("/v1/things/7?limit="), bad("query /limit type")],
    [get("/v1/things/7?limit=1&limit=2"), bad("query /limit repeated")],
    [get("/v1/things/7?deep=1"), bad("query /deep type")],
    [get("/v1/things/7?tag=a&tag=b&tag=c"), bad("query /tag max_items")],
    [get("/v1/things/7?Limit=1"), bad("query /Limit unknown_key")],
    [
      get("/v1/things/7?__proto__=1&constructor=2"),
      bad("query /__proto__ unknown_key", "query /constructor unknown_key"),
    ],
    [get("/v1/things/7?limit=%zz"), [400, "malformed_request", "query /limit encoding"]],
    [get("/v1/things/7", ["X-Count: 1", "x-count: 2"]), bad("header /X-Count repeated")],
    [get("/v1/things/7", ["X-Count: 1e2"]), bad("header /X-Count type")],
    [
      get("/v1/things/x?limit=0&other=1", ["X-Count: y"]),
      bad(
        "path /id type",
        "query /other unknown_key",
        "query /limit minimum",
        "header /X-Count type",
      ),
    ],
    [get("/v1/files/a.json"), { operation: "getFile", path: { name: "a" } }],
    [get("/v1/files/a.txt"), { operation: "getAnyFile", path: { name: "a.txt" } }],
    [get("/v1/files/a%2Fb"), { operation: "getAnyFile", path: { name: "a/b" } }],
    [get("/v1/files/..%2f..%2fetc"), { operation: "getAnyFile", path: { name: "../../etc" } }],
    [get("/v1/files/a%00b"), [400, "malformed_request", "path /name encoding"]],
  ];
  it.each(cases)("%j", async (given, want) => {
    expect(await summary(given)).toEqual(want);
  });
});

describe("bodies", () => {
  const bad = (...errors: string[]) => [
    400,
    "validation_failed",
    ...errors.map((error) => `body ${error}`),
  ];
  const malformed = (code: string) => [400, "malformed_request", `body  ${code}`];
  const ok = (value: unknown) => ({ operation: "createThing", body: value });
  const cases: readonly [given: RawExchange, want: unknown][] = [
    [post('{"title":"a"}'), ok({ title: "a" })],
    [post('{"title":"a"}', ["content-type: Application/JSON; charset=UTF-8"]), ok({ title: "a" })],
    [post('{"title":"\u00e9\u4e2d"}'), ok({ title: "\u00e9\u4e2d" })],
    // Nothing is coerced or dropped.
    [post('{"title":null}'), bad("/title type")],
    [post('{"title":5}'), bad("/title type")],
    [post('{"title":["a"]}'), bad("/title type")],
    [post('{"title":"a","count":null}'), bad("/count type")],
    [post('{"title":"a","count":true}'), bad("/count type")],
    [post('{"title":"a","count":"1"}'), bad("/count type")],
    [post('{"title":"a","count":1.5}'), bad("/count type")],
    [post('{"title":"a","on":"false"}'), bad("/on type")],
    [
      post('{"title":"a","role":"admin","status":1}'),
      bad("/role unknown_key", "/status unknown_key"),
    ],
    [post('{"title":"a","__proto__":{"x":1}}'), bad("/__proto__ unknown_key")],
    [post('{"title":"a","constructor":{"prototype":1}}'), bad("/constructor unknown_key")],
    // A member like any other, which does not affect the prototype.
    [
      post('{"title":"a","nested":{"__proto__":{"x":1},"y":2}}'),
      ok({ title: "a", nested: { ["__proto__"]: { x: 1 }, y: 2 } }),
    ],
    [post("{}"), bad("/title required")],
    [post("[]"), bad(" type")],
    [post("null"), bad(" type")],
    [
      post('{"title":"toolong","on":1,"x/y":1}'),
      bad("/title max_length", "/on type", "/x~1y unknown_key"),
    ],
    // Not valid JSON.
    [post('{"title":"a"'), malformed("json_syntax")],
    [post("{'title':'a'}"), malformed("json_syntax")],
    [post('\ufeff{"title":"a"}'), malformed("json_syntax")],
    [post('{"title":"a","title":"b"}'), malformed("json_duplicate_key")],
    [post('{"title":"a","count":1e400}'), malformed("json_number_range")],
    [post("[".repeat(65)), malformed("json_depth")],
    [post(Buffer.from('{"title":"a"}', "utf16le")), malformed("json_syntax")],
    [post(new Uint8Array([0x22, 0xff, 0x22])), malformed("json_encoding")],
    // Sizes and types.
    [post(`"${"x".repeat(1000)}"`), [413, "payload_too_large"]],
    [post(""), bad(" required")],
    [{ method: "POST", target: "/v1/things" }, bad(" required")],
    [post("{}", []), [415, "unsupported_media_type"]],
    [post("{}", ["content-type: text/plain"]), [415, "unsupported_media_type"]],
    [post("{}", ["content-type: nonsense"]), [415, "unsupported_media_type"]],
    [
      post("{}", ["content-type: application/json; charset=utf-16"]),
      [415, "unsupported_media_type"],
    ],
    [
      post("{}", ["content-type: application/json", "content-encoding: gzip"]),
      [415, "unsupported_media_type"],
    ],
    [post("", [], "/v1/ping"), { operation: "ping" }],
    [post("{}", undefined, "/v1/ping"), bad(" unknown_key")],
    [post("", [], "/v1/things/a%20b", "DELETE"), { operation: "removeThing", path: { id: "a b" } }],
    [
      post('{"title":"a"}', undefined, "/v1/things/a", "DELETE"),
      { operation: "removeThing", path: { id: "a" }, body: { title: "a" } },
    ],
  ];
  it.each(cases)("%j", async (given, want) => {
    expect(await summary(given)).toEqual(want);
  });

  const putText = (type: string, text: string | Uint8Array) =>
    summary(post(text, [`content-type: ${type}`], "/v1/text", "PUT"));

  it("accepts text, bytes and items", async () => {
    expect(await putText("text/plain", "\u00e9")).toMatchObject({
      contentType: "text/plain",
      body: "\u00e9",
    });
    expect(await putText("text/plain", new Uint8Array([255]))).toEqual(malformed("encoding"));
    expect(await putText("text/plain; charset=latin1", "a")).toEqual([
      415,
      "unsupported_media_type",
    ]);
    expect(await putText("image/png", "\u0001")).toMatchObject({
      contentType: "image/png",
      body: { bytes: [1] },
    });
    expect(await putText("application/x-ndjson", "1\n2")).toMatchObject({
      body: [1, 2],
    });
    expect(await putText("multipart/form-data; boundary=x", "--x--")).toMatchObject({ body: {} });
  });

  it("accepts forms whose fields are described", async () => {
    const form = (text: string) =>
      summary(post(text, ["content-type: application/x-www-form-urlencoded"], "/v1/form"));
    expect(await form("id=7&tags=a&tags=b+c")).toMatchObject({
      body: { id: 7, tags: ["a", "b c"] },
    });
    expect(await form("id=07&x=1&file=a")).toEqual(bad("/id type", "/x unknown_key"));
    expect(await form("id=7&file=%00%ff+a")).toMatchObject({
      body: { file: { bytes: [0, 255, 32, 97] } },
    });
    expect(await form("id=0")).toEqual(bad("/id minimum"));
    expect(await form("id=1&id=2")).toEqual(bad("/id repeated"));
    const data = new FormData();
    data.append("id", "7");
    data.append("file", new File(["PNG"], "../a.png", { type: "image/png" }));
    const request = new Request("http://test", { method: "POST", body: data });
    const bytes = new Uint8Array(await request.arrayBuffer());
    const type = request.headers.get("content-type");
    const multipart = (content: Uint8Array) =>
      summary(post(content, [`content-type: ${type}`], "/v1/form"));
    expect(await multipart(bytes)).toMatchObject({
      body: { id: 7, file: { file: "../a.png", text: "PNG" } },
    });
    expect(await multipart(bytes.subarray(0, 100))).toEqual(malformed("form"));
  });

  it("stops a body without a length at the limit", async () => {
    const head =
      "POST /v1/things HTTP/1.1\r\nHost: t\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    const chunk = `400\r\n${"x".repeat(1024)}\r\n`;
    expect((await sendBytes(port, `${head}${chunk}0\r\n\r\n`)).status).toBe(413);
  });
});

describe("routing and the HTTP layer", () => {
  it.each([
    ["GET", "/", 404, "not_found"],
    ["GET", "/things/7", 404, "not_found"],
    ["GET", "/v1/things/7/", 404, "not_found"],
    ["GET", "/v1/Things/7", 404, "not_found"],
    ["GET", "/v1//things/7", 404, "not_found"],
    ["GET", "/v1/things/", 404, "not_found"],
    ["GET", "/v1/%74hings/7", 404, "not_found"],
    ["GET", "/v1/things/7%2Fx%", 400, "malformed_request"],
    ["GET", "http://other/v1/things/7", 404, "not_found"],
    ["POST", "/nowhere", 404, "not_found"],
  ])("%s %s: %s %s", async (method, target, status, code) => {
    // Only some say which part is malformed.
    expect(await summary({ method, target })).toEqual(expect.arrayContaining([status, code]));
  });

  it.each([
    ["PUT", "/v1/things/7", "DELETE, GET, HEAD"],
    ["PATCH", "/v1/things/7", "DELETE, GET, HEAD"],
    ["OPTIONS", "/v1/things/7", "DELETE, GET, HEAD"],
    ["PROPFIND", "/v1/things/7", "DELETE, GET, HEAD"],
    ["TRACE", "/v1/things/7", "DELETE, GET, HEAD"],
    ["GET", "/v1/things", "POST"],
    ["HEAD", "/v1/things", "POST"],
  ])("%s %s: 405, %s", async (method, target, allow) => {
    const answer = await exchangeRaw(port, { method, target });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe(allow);
    if (method !== "HEAD") expect(answer.json).toMatchObject({ code: "method_not_allowed" });
  });

  it("ignores method overrides", async () => {
    const headers = ["X-HTTP-Method-Override: DELETE", "Content-Type: application/json"];
    expect(
      (await exchangeRaw(port, { method: "POST", target: "/v1/things/7", headers, body: "{}" }))
        .status,
    ).toBe(405);
    expect(await summary(get("/v1/things/7?_method=DELETE"))).toEqual([
      400,
      "validation_failed",
      "query /_method unknown_key",
    ]);
  });

  it("answers HEAD like GET, without the body", async () => {
    const head = await exchangeRaw(port, { method: "HEAD", target: "/v1/things/7" });
    const full = await exchangeRaw(port, { target: "/v1/things/7" });
    expect([head.status, head.text, head.headers.get("content-length")]).toEqual([
      200,
      "",
      full.headers.get("content-length"),
    ]);
    expect((await exchangeRaw(port, { method: "HEAD", target: "/v1/things/x" })).status).toBe(400);
  });

  it.skipIf(!answersParserErrors).each([
    ["not HTTP", "hello\r\n\r\n", 400],
    ["an unknown method", "FOO / HTTP/1.1\r\nHost: t\r\n\r\n", 501],
    [
      "length and chunks",
      "POST /v1/things HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
    ],
    [
      "a bad chunk",
      "POST /v1/things HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      400,
    ],
    ["large headers", `GET / HTTP/1.1\r\nHost: t\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["a long target", `GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: t\r\n\r\n`, 431],
  ])("refuses %s with a problem", async (_name, bytes, status) => {
    const answer = await sendBytes(port, bytes);
    expect(answer).toMatchObject({ status, json: { status, type: "about:blank" } });
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
  });

  it("gives each answer a unique id", async () => {
    const ids = await Promise.all(
      ["/v1/things/7", "/nowhere", "/v1/things/x"].map(async (target) =>
        (await exchangeRaw(port, { target, headers: ["X-Request-Id: mine"] })).headers.get(
          "x-request-id",
        ),
      ),
    );
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });
});
