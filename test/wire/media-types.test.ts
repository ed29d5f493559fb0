// The choice between several media types of a body, and cookie headers: generated clients and servers over
// HTTP.

import type { AddressInfo } from "node:net";
import { restTransport } from "@specwright/rest/client";
import type { RequestParts, ResponseParts } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { describe, expect, onTestFinished, test } from "vitest";
import { hosts, startOperations } from "../frameworks/hosts.ts";
import { generateOperations } from "./generate-operations.ts";

const text = { type: "string" };
const object = (name: string): object => ({
  type: "object",
  required: [name],
  properties: { [name]: { type: "integer", format: "int32" } },
  additionalProperties: false,
});
const versions = {
  "application/json;v=1": { schema: object("a") },
  "application/json; v=2": { schema: object("b") },
  "application/json": { schema: object("c") },
};
const twoVersions = {
  "application/json;v=1": { schema: object("a") },
  "application/json;v=2;charset=utf-8": { schema: object("b") },
};
const anyText = { "*/*": { schema: text } };
const word = { "*/*": { schema: { type: "string", pattern: "^[a-z]+$" } } };
const nothing = { 204: { description: "Nothing." } };
const both = (content: object): object => ({
  requestBody: { required: true, content },
  responses: { 200: { description: "The same.", content } },
});
const cookies = (schema: object): object => ({
  responses: { 204: { description: "Nothing.", headers: { "Set-Cookie": { schema } } } },
});

const document = {
  openapi: "3.1.1",
  info: { title: "M", version: "1" },
  paths: {
    "/versions": { post: { operationId: "versions", ...both(versions) } },
    "/two": { post: { operationId: "two", ...both(twoVersions) } },
    "/text": { post: { operationId: "text", ...both(anyText) } },
    "/word": { post: { operationId: "word", ...both(word) } },
    "/many": { get: { operationId: "many", ...cookies({ type: "array", items: text }) } },
    "/one": { get: { operationId: "one", ...cookies(text) } },
    "/none": { get: { operationId: "none", responses: nothing } },
  },
};

const CRUMBS = ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2; Path=/"];

interface Served {
  readonly operations: ReadonlyMap<string, OperationDescriptor>;
  readonly port: number;
  readonly call: (id: string, request: RequestParts) => Promise<ResponseParts>;
}

type Handle = (request: RequestParts) => ResponseParts;

async function serve(
  host: (typeof hosts)[number],
  handlers: Readonly<Record<string, Handle>>,
): Promise<Served> {
  const operations = await generateOperations(document);
  const all = { operations: [...operations.values()], handlers };
  const server = await startOperations(host, all);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const transport = restTransport({ baseUrl: `http://127.0.0.1:${port}/v1` });
  const call: Served["call"] = async (id, request) =>
    await transport.call(operations.get(id) ?? fail(id), request);
  return { operations, port, call };
}

function fail(id: string): never {
  throw new Error(`no operation ${id}`);
}

const echo: Handle = ({ contentType, body }) => ({
  status: 200,
  ...(contentType !== undefined && { contentType }),
  body,
});

const handlers: Readonly<Record<string, Handle>> = {
  versions: echo,
  two: echo,
  text: echo,
  word: echo,
  many: () => ({ status: 204, headers: { "Set-Cookie": CRUMBS } }),
  one: () => ({ status: 204, headers: { "Set-Cookie": CRUMBS[0] } }),
  none: () => ({ status: 204 }),
};

describe.each(hosts)("30.3 media types and cookies of $name", (host) => {
  test("each media type has its codec", async () => {
    const { call } = await serve(host, handlers);
    const bodies = [
      ["application/json;v=1", { a: 1 }],
      ["application/json; v=2", { b: 2 }],
      ["application/json", { c: 3 }],
    ] as const;
    for (const [contentType, body] of bodies) {
      const answer = await call("versions", { contentType, body });
      expect(answer).toEqual({ status: 200, contentType, body });
    }
    const wrong = call("versions", { contentType: "application/json; v=2", body: { a: 1 } });
    await expect(wrong).rejects.toThrow("Missing b");
  });

  test("a version that is not documented has no codec", async () => {
    const { operations, port, call } = await serve(host, handlers);
    const send = async (type: string): Promise<Response> =>
      await fetch(`http://127.0.0.1:${port}/v1/two`, {
        method: "POST",
        headers: { "Content-Type": type },
        body: JSON.stringify({ [type.includes("v=2") ? "b" : "a"]: 1 }),
      });
    const types = ["json;v=3", 'json; charset=utf-8; V="3"', "json", "json;v=1", "json;v=2;x=1"];
    const answers = await Promise.all(types.map((type) => send(`application/${type}`)));
    expect(answers.map(({ status }) => status)).toEqual([415, 415, 200, 200, 200]);
    const request = { contentType: "application/json;v=3", body: { a: 1 } };
    await expect(call("two", request)).rejects.toThrow("none of the documented media types");

    const changed = async (): Promise<Response> =>
      new Response('{"a":1}', { headers: { "content-type": "application/json;v=3" } });
    const transport = restTransport({ baseUrl: "http://test", fetch: changed });
    const answered = transport.call(operations.get("two") ?? fail("two"), { body: { a: 1 } });
    await expect(answered).rejects.toMatchObject({ code: "unexpected_content_type" });
  });

  test("a text of any type is read according to its type", async () => {
    const seen: unknown[] = [];
    const types = ["text/plain", "application/json", "application/x-any"];
    const { call } = await serve(host, {
      ...handlers,
      text({ body }) {
        seen.push(body);
        return { status: 200, contentType: types[seen.length - 1] ?? "", body };
      },
    });
    for (const contentType of types) {
      const answer = await call("text", { contentType, body: 'say "x"' });
      expect(answer.body).toBe('say "x"');
    }
    expect((await call("word", { body: "word" })).body).toBe("word");
    expect(seen).toEqual(types.map(() => 'say "x"'));
  });

  test("each cookie has its own header line", async () => {
    const { call } = await serve(host, handlers);
    expect((await call("many", {})).headers).toEqual({ "Set-Cookie": CRUMBS });
    expect((await call("one", {})).headers).toEqual({ "Set-Cookie": CRUMBS[0] });
  });
});

test("30.3 a second cookie does not make a response invalid", async () => {
  const operations = await generateOperations(document);
  const fetch = async (): Promise<Response> =>
    new Response(null, {
      status: 204,
      headers: CRUMBS.map((crumb): [string, string] => ["set-cookie", crumb]),
    });
  const transport = restTransport({ baseUrl: "http://test", fetch });
  const operation = operations.get("one");
  const answer = operation && (await transport.call(operation, {}));
  expect(answer?.headers).toEqual({ "Set-Cookie": CRUMBS[0] });
});
