// The features of OpenAPI 3.2 between a generated client and a generated server.

import { apiKey, restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import { apiKey as serverApiKey } from "@specwright/rest/server";
import { RestError } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { describe, expect, it, onTestFinished } from "vitest";
import { generateOperations } from "./generate-operations.ts";

const tagged = (member: string) => ({
  type: "object",
  required: ["kind", member],
  properties: { kind: { type: "string" }, [member]: { type: "integer", format: "int64" } },
});
const branches = ["Circle", "Square", "Other"].map((name) => ({
  $ref: `#/components/schemas/${name}`,
}));
const mapping = { circle: "#/components/schemas/Circle", square: "#/components/schemas/Square" };
const unions = {
  one: {
    oneOf: branches,
    discriminator: { propertyName: "kind", mapping, defaultMapping: "Other" },
  },
  any: {
    anyOf: branches,
    discriminator: { propertyName: "kind", mapping, defaultMapping: "#/components/schemas/Other" },
  },
  implied: { oneOf: branches, discriminator: { propertyName: "kind", defaultMapping: "Other" } },
};
const jsonOf = (schema: object) => ({ content: { "application/json": { schema } } });
const echo = (schema: object) => ({
  post: {
    requestBody: { required: true, ...jsonOf(schema) },
    responses: { 200: { description: "The value.", ...jsonOf(schema) } },
  },
});

const form = "application/x-www-form-urlencoded";
const whole = (content: object, required = true) => ({
  get: {
    parameters: [{ name: "q", in: "querystring", required, content }],
    responses: { 200: { description: "The value.", ...jsonOf({}) } },
  },
});
const search = {
  type: "object",
  required: ["color", "tags"],
  properties: {
    color: { type: "string" },
    size: { type: "integer", format: "int64" },
    tags: { type: "array", items: { type: "string" } },
    near: { type: "object", properties: { x: { type: "number" } } },
    range: { type: "object", properties: { from: { type: "integer" } } },
    ids: { type: "array", items: { type: "integer" } },
    one: { anyOf: [{ type: "integer" }, { type: "array", items: { type: "integer" } }] },
  },
};

const operations = await generateOperations({
  openapi: "3.2.0",
  info: { title: "New", version: "1" },
  components: {
    securitySchemes: { key: { type: "apiKey", in: "query", name: "api_key" } },
    schemas: {
      Circle: tagged("r"),
      Square: tagged("s"),
      Other: { type: "object", properties: { kind: { type: "string" }, r: {} } },
      // Also used elsewhere, where the tags do not count.
      Holder: { type: "object", properties: { circle: { $ref: "#/components/schemas/Circle" } } },
    },
  },
  paths: {
    "/one": echo(unions.one),
    "/any": echo(unions.any),
    "/implied": echo(unions.implied),
    "/holder": echo({ $ref: "#/components/schemas/Holder" }),
    "/query/form": whole({
      [form]: {
        schema: search,
        encoding: {
          range: { style: "deepObject", explode: true },
          ids: { style: "pipeDelimited", explode: false },
        },
      },
    }),
    "/query/closed": whole(
      { [form]: { schema: { ...search, required: [], additionalProperties: false } } },
      false,
    ),
    "/query/json": whole({ "application/json": { schema: search } }, false),
    "/query/list": whole({
      "application/json": {
        schema: { type: "array", items: { type: "integer", format: "int64" } },
      },
    }),
    "/query/path": whole({ "application/jsonpath": { schema: { type: "string" } } }),
    "/query/key": { get: { ...whole({ "application/json": {} }).get, security: [{ key: [] }] } },
    "/silent": { get: { summary: "Describes no responses." } },
    "/reserved/{p}": {
      get: {
        parameters: [
          {
            name: "p",
            in: "path",
            required: true,
            allowReserved: true,
            schema: { type: "string" },
          },
        ],
        responses: {
          200: { description: "The value.", ...jsonOf({ type: "string" }) },
        },
      },
    },
  },
});

/** Serves an operation that responds with the result of `read`. */
async function serve(id: string, read: (request: object) => unknown) {
  const operation: OperationDescriptor | undefined = operations.get(id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  const urls: string[] = [];
  const app = createRestServer({
    operations: [operation],
    authenticate: { key: serverApiKey({ in: "query", name: "api_key" }, (secret) => secret) },
    handlers: {
      [operation.name ?? operation.id]: (request: object) => ({ status: 200, body: read(request) }),
    },
  });
  app.addHook("onRequest", async ({ url }) => void urls.push(url));
  onTestFinished(() => app.close());
  const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" });
  const transport = restTransport({
    baseUrl,
    credentials: { key: apiKey({ in: "query", name: "api_key" }, "secret") },
  });
  return { urls, baseUrl, call: (request: object) => transport.call(operation, request) };
}

const shapes: readonly (readonly [path: string, body: object, isValid: boolean])[] = [
  ["/one", { kind: "circle", r: 9007199254740993n }, true],
  ["/one", { kind: "square", s: 1n }, true],
  ["/one", { kind: "circle", s: 1n }, false],
  ["/one", { kind: "hexagon" }, true],
  ["/one", {}, true],
  ["/one", { kind: 1 }, false],
  ["/any", { kind: "circle", r: 9007199254740993n }, true],
  ["/any", { kind: "circle" }, false],
  ["/any", { kind: "hexagon", r: "x" }, true],
  ["/implied", { kind: "Circle", r: 9007199254740993n }, true],
  ["/implied", { kind: "Square" }, false],
  ["/implied", { kind: "Other" }, true],
  ["/holder", { circle: { kind: "square", r: 1n } }, true],
];

describe("30.10 a discriminator with a defaultMapping", () => {
  it.each(shapes)("of %s dispatches %o by its tag", async (path, body, isValid) => {
    const { call } = await serve(`post ${path}`, (request) => Reflect.get(request, "body"));
    const answer = call({ body });
    if (isValid) expect(await answer).toMatchObject({ status: 200, body });
    else await expect(answer).rejects.toThrow(RestError);
  });
});

describe("30.10 allowReserved in a path", () => {
  it("keeps reserved characters, except those that end a segment", async () => {
    const p = "a:b[c]@d!e$f&g(h)i*j+k,l;m=n";
    const { urls, call } = await serve("get /reserved/{p}", (request) =>
      Reflect.get(Reflect.get(request, "path") as object, "p"),
    );
    expect(await call({ path: { p } })).toMatchObject({ body: p });
    expect(await call({ path: { p: "a/b?c#d e" } })).toMatchObject({ body: "a/b?c#d e" });
    expect(urls).toEqual([`/reserved/${p}`, "/reserved/a%2Fb%3Fc%23d%20e"]);
  });
});

const queries: readonly (readonly [path: string, q: unknown, text: string])[] = [
  [
    "/query/form",
    { color: "a b&c=d+e%", size: 9007199254740993n, tags: ["x", "y"], near: { x: 1.5 } },
    "color=a+b%26c%3Dd%2Be%25&size=9007199254740993&tags=x&tags=y&near=%7B%22x%22%3A1.5%7D",
  ],
  [
    "/query/form",
    { color: "", tags: [], range: { from: 3 }, ids: [1, 2] },
    "color=&range%5Bfrom%5D=3&ids=1%7C2",
  ],
  ["/query/form", { color: "", tags: [], one: 1 }, "color=&one=1"],
  ["/query/form", { color: "", tags: [], more: "text" }, "color=&more=text"],
  ["/query/closed", undefined, ""],
  ["/query/closed", { color: "red" }, "color=red"],
  [
    "/query/json",
    { color: "&", tags: [], size: 9007199254740993n },
    "%7B%22color%22%3A%22%26%22%2C%22tags%22%3A%5B%5D%2C%22size%22%3A9007199254740993%7D",
  ],
  ["/query/json", undefined, ""],
  ["/query/list", [1n, 9007199254740993n], "%5B1%2C9007199254740993%5D"],
  ["/query/path", "$.a.b[1:1]", "%24.a.b%5B1%3A1%5D"],
  ["/query/key", { a: "&api_key=x" }, "%7B%22a%22%3A%22%26api_key%3Dx%22%7D&api_key=secret"],
];

describe("30.10 a parameter that is the whole query string", () => {
  it.each(queries)("of %s sends %o as %s, and the server reads it", async (path, q, text) => {
    const read: unknown[] = [];
    const { urls, call } = await serve(`get ${path}`, (request) => {
      read.push(Reflect.get(request, "query"));
      return true;
    });
    await call(q === undefined ? {} : { query: { q } });
    expect(urls).toEqual([text === "" ? path : `${path}?${text}`]);
    expect(read).toEqual([q === undefined ? {} : { q }]);
  });

  it.each([
    ["/query/form", "color=red&size=x", "/q/size", "type"],
    ["/query/form", "", "/q/color", "required"],
    ["/query/form", "color=red&color=blue", "/q/color", "repeated"],
    ["/query/closed", "colour=red", "/q/colour", "unknown_key"],
    ["/query/json", "%7B%22color%22%3A1%2C%22tags%22%3A%5B%5D%7D", "/q/color", "type"],
    ["/query/json", "%7B", "/q", "json_syntax"],
    ["/query/list", "%", "/q", "encoding"],
  ])("of %s refuses %s at %s as %s", async (path, text, pointer, code) => {
    const { baseUrl } = await serve(`get ${path}`, () => true);
    const answer = await fetch(`${baseUrl}${path}?${text}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ in: "query", pointer, code }] });
  });

  it("is checked before it is sent", async () => {
    const { urls, call } = await serve("get /query/form", () => true);
    await expect(call({ query: { q: { color: 1, tags: [] } } })).rejects.toThrow(/\/q\/color/);
    await expect(call({})).rejects.toThrow(/\/q/);
    expect(urls).toEqual([]);
  });
});

describe("30.10 an operation that describes no responses", () => {
  it("may respond with any status, without a body", async () => {
    const operation = operations.get("get /silent");
    if (operation === undefined) throw new Error("no operation");
    const app = createRestServer({
      operations: [operation],
      handlers: { [operation.name ?? ""]: () => ({ status: "default", statusCode: 202 }) },
    });
    onTestFinished(() => app.close());
    const transport = restTransport({ baseUrl: await app.listen({ port: 0, host: "127.0.0.1" }) });
    expect(await transport.call(operation, {})).toEqual({ status: "default", statusCode: 202 });
  });
});
