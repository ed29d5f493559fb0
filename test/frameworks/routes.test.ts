// Method and path select the same operation in all hosts: a generated server responds to its own client.

import type { AddressInfo } from "node:net";
import { restTransport } from "@specwright/rest/client";
import type { RequestParts } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exchangeRaw } from "../../packages/rest/test/server/raw-exchange.ts";
import { generateOperations } from "../wire/generate-operations.ts";
import { hosts, startOperations } from "./hosts.ts";

const text = { type: "string" };
const content = { "application/json": { schema: {} } };
const responses = { 200: { description: "The operation that was called.", content } };
const query = (name: string, schema: object = text): object => ({ name, in: "query", schema });

function operation(id: string, parameters: readonly object[] = []): object {
  return { operationId: id, parameters, responses };
}

/** The path parameters that are not text. */
const schemas: Readonly<Record<string, object>> = {
  number: { type: "integer", minimum: 10 },
  code: { type: "string", pattern: "^[A-Z]+$" },
};

function item(path: string, methods: Readonly<Record<string, object>>): object {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  const parameters = names.map((name = "") => {
    const schema = schemas[name] ?? text;
    return { name, in: "path", required: true, schema };
  });
  return { ...methods, ...(parameters.length > 0 && { parameters }) };
}

const paths: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  "/users/{id}": { post: operation("postUser"), head: operation("headUser") },
  "/users/me": { get: operation("getMe") },
  "/users/me/{part}": { delete: operation("deletePart") },
  "/users/{id}/name": { put: operation("putName"), get: operation("getName") },
  "/\u00fc": { get: operation("umlaut") },
  "/\u65e5\u672c/{id}": { get: operation("japan") },
  "/a b": { get: operation("space") },
  "/c%20d": { get: operation("escaped") },
  "/%c3%a9": { get: operation("lower") },
  "/stars/*": { get: operation("star") },
  "/stars/{id}": { get: operation("noStar") },
  "/x:y/*/$[1]|'": { get: operation("signs") },
  "/{a}.{b}": { get: operation("dotted") },
  "/orders/{number}": { post: operation("postOrder"), get: operation("getOrder") },
  "/orders/last": { get: operation("lastOrder") },
  "/orders/7": { delete: operation("deleteSeven") },
  "/orders/{number}/{part}": { put: operation("putPart") },
  "/orders/last/{part}": { get: operation("lastPart") },
  "/countries/{code}": { put: operation("putCountry") },
  "/countries/EU": { get: operation("getUnion") },
  "/countries/all": { get: operation("allCountries") },
  "/api?action=list": { get: operation("list", [query("n")]) },
  "/api?action=get&v=\u00fc": { get: operation("readOne", [query("n")]) },
  "/api": { get: operation("plain", [query("action")]) },
  "/find?by={field}": { get: operation("find", [query("n")]) },
};

const document = {
  openapi: "3.1.1",
  info: { title: "R", version: "1" },
  paths: Object.fromEntries(Object.entries(paths).map(([path, all]) => [path, item(path, all)])),
};

const calls: readonly (readonly [id: string, request: RequestParts])[] = [
  ["postUser", { path: { id: "me" } }],
  ["postUser", { path: { id: "7" } }],
  ["getMe", {}],
  ["deletePart", { path: { part: "name" } }],
  ["putName", { path: { id: "me" } }],
  ["getName", { path: { id: "me" } }],
  ["umlaut", {}],
  ["japan", { path: { id: "\u672c/%" } }],
  ["space", {}],
  ["escaped", {}],
  ["lower", {}],
  ["signs", {}],
  ["star", {}],
  ["noStar", { path: { id: "7" } }],
  ["postOrder", { path: { number: 12 } }],
  ["lastOrder", {}],
  ["putPart", { path: { number: 12, part: "last" } }],
  ["putCountry", { path: { code: "EU" } }],
  ["dotted", { path: { a: "\u00fc", b: "c d" } }],
  ["list", { query: { n: "1" } }],
  ["list", { query: {} }],
  ["readOne", { query: { n: "1" } }],
  ["plain", { query: { action: "other" } }],
  ["plain", { query: {} }],
  ["find", { path: { field: "a b" }, query: { n: "1" } }],
];

const refused = [
  ["DELETE", "/users/me", "GET, HEAD, POST"],
  ["POST", "/users/me/name", "DELETE, GET, HEAD, PUT"],
  ["PUT", "/users/7", "HEAD, POST"],
  ["POST", "/orders/last", "GET, HEAD"],
  ["PUT", "/orders/last", "GET, HEAD"],
  ["GET", "/orders/7", "DELETE"],
  ["PUT", "/orders/last/7", "GET, HEAD"],
  ["PUT", "/countries/all", "GET, HEAD"],
  ["DELETE", "/countries/EU", "GET, HEAD, PUT"],
  ["PUT", "/%C3%BC", "GET, HEAD"],
  ["PUT", "/api?action=list", "GET, HEAD"],
] as const;

describe.each(hosts)("30.11 routes of $name", (host) => {
  const { hasOwn404 } = host;
  let port = 0;
  let stop = async (): Promise<void> => {};
  let operations: ReadonlyMap<string, OperationDescriptor> = new Map();

  beforeAll(async () => {
    operations = await generateOperations(document);
    const handlers = Object.fromEntries(
      [...operations.keys()].map((id) => [
        id,
        ({ path, query }: RequestParts) => ({ status: 200, body: { id, path, query } }),
      ]),
    );
    const all = { operations: [...operations.values()], handlers };
    const server = await startOperations(host, all);
    port = (server.address() as AddressInfo).port;
    stop = async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    };
  });
  afterAll(() => stop());

  it.each(calls)("%s is reached by its client: %o", async (id, request) => {
    const transport = restTransport({ baseUrl: `http://127.0.0.1:${port}/v1` });
    const called = operations.get(id);
    if (called === undefined) throw new Error(`no operation ${id}`);
    const answer = await transport.call(called, request);
    expect(answer.body).toEqual({ id, ...request });
  });

  it.each(refused)("%s %s is 405, and %s are allowed", async (method, target, allow) => {
    const answer = await exchangeRaw(port, { method, target: `/v1${target}` });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
  });

  it("HEAD calls the GET of the same path", async () => {
    const me = await exchangeRaw(port, { method: "HEAD", target: "/v1/users/me" });
    const other = await exchangeRaw(port, { method: "HEAD", target: "/v1/users/7" });
    // Only the server knows which handler was called: the responses differ in length.
    const lengths = [me, other].map(({ headers }) => headers.get("content-length"));
    expect([me.status, other.status, ...lengths]).toEqual([200, 200, "14", "35"]);
  });

  it("OPTIONS is refused with the methods", async () => {
    const answer = await exchangeRaw(port, { method: "OPTIONS", target: "/v1/users/me" });
    if (hasOwn404 && answer.status === 404) return;
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  });

  it.each(["/v1/orders/x", "/v1/orders/0"])("GET %s is 400", async (target) => {
    expect((await exchangeRaw(port, { target })).status).toBe(400);
  });

  it.each(["/v1/nowhere/at/all", "/v1/find"])("GET %s is 404", async (target) => {
    expect((await exchangeRaw(port, { target })).status).toBe(404);
  });
});
