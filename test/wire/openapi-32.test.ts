// What OpenAPI 3.2 added, between a generated client and a generated server.

import { restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
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

const operations = await generateOperations({
  openapi: "3.2.0",
  info: { title: "New", version: "1" },
  components: {
    schemas: {
      Circle: tagged("r"),
      Square: tagged("s"),
      // An answer keeps what this branch does not declare.
      Other: {
        type: "object",
        properties: { kind: { type: "string" } },
        additionalProperties: true,
      },
      // Used elsewhere too, where the tags do not count.
      Holder: { type: "object", properties: { circle: { $ref: "#/components/schemas/Circle" } } },
    },
  },
  paths: {
    "/one": echo(unions.one),
    "/any": echo(unions.any),
    "/implied": echo(unions.implied),
    "/holder": echo({ $ref: "#/components/schemas/Holder" }),
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

/** Serves an operation that answers what `read` returns of its request. */
async function serve(id: string, read: (request: object) => unknown) {
  const operation: OperationDescriptor | undefined = operations.get(id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  const urls: string[] = [];
  const app = createRestServer({
    operations: [operation],
    handlers: {
      [operation.name ?? operation.id]: (request: object) => ({ status: 200, body: read(request) }),
    },
  });
  app.addHook("onRequest", async ({ url }) => void urls.push(url));
  onTestFinished(() => app.close());
  const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" });
  const transport = restTransport({ baseUrl });
  return { urls, call: (request: object) => transport.call(operation, request) };
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
  it("leaves reserved characters as they are, but for those that end a segment", async () => {
    const p = "a:b[c]@d!e$f&g(h)i*j+k,l;m=n";
    const { urls, call } = await serve("get /reserved/{p}", (request) =>
      Reflect.get(Reflect.get(request, "path") as object, "p"),
    );
    expect(await call({ path: { p } })).toMatchObject({ body: p });
    expect(await call({ path: { p: "a/b?c#d e" } })).toMatchObject({ body: "a/b?c#d e" });
    expect(urls).toEqual([`/reserved/${p}`, "/reserved/a%2Fb%3Fc%23d%20e"]);
  });
});
