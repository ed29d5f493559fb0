// The bytes of responses: a generated client reads the rows of the table, and a generated server writes
// them.

import { createServer } from "node:net";
import { restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import { expect, onTestFinished, test } from "vitest";
import { generateOperations } from "./generate-operations.ts";

interface AnswerRow {
  readonly method?: "get" | "head";
  /** The Responses Object. */
  readonly responses: object;
  /** The status, the headers and the body as bytes, each as a character. */
  readonly bytes: readonly [status: number, headers: readonly string[], body?: string];
  /** The result of the client; a text is the code of its error. */
  readonly want: object | string;
  /** The result of a handler for these bytes; absent if it equals the result of the client. */
  readonly serve?: object;
}

const text = { type: "string" };
const integer = { type: "integer" };
const thing = { type: "object", properties: { a: text, n: { type: "integer", format: "int64" } } };

function body(type: string, schema: object = thing, more: object = {}): object {
  return { description: "Well.", content: { [type]: { schema } }, ...more };
}

function headers(fields: object): object {
  return { 204: { description: "Nothing.", headers: fields } };
}

const json = "content-type: application/json";
const rows: readonly AnswerRow[] = [
  {
    responses: { 200: body("application/json") },
    bytes: [200, [json], '{"a":"\u00c3\u00a9","n":9007199254740993}'],
    want: { status: 200, body: { a: "\u00e9", n: 9_007_199_254_740_993n } },
  },
  {
    responses: { 200: body("application/json") },
    bytes: [200, ["content-type: Application/JSON ; charset=UTF-8"], '{"a":"x"}'],
    want: { status: 200, body: { a: "x" } },
    serve: {},
  },
  {
    responses: { 200: body("application/vnd.thing+json") },
    bytes: [200, ["content-type: application/vnd.thing+json"], '{"a":"x"}'],
    want: { status: 200, body: { a: "x" } },
  },
  {
    responses: { 200: body("application/json", {}) },
    bytes: [200, [json], "null"],
    want: { status: 200, body: null },
  },
  {
    responses: { 200: body("application/json", { type: "array", items: integer }) },
    bytes: [200, [json], "[1,2]"],
    want: { status: 200, body: [1, 2] },
  },
  {
    responses: { 200: body("application/json") },
    bytes: [200, [json], "{"],
    want: "invalid_response",
    serve: {},
  },
  {
    responses: { 200: body("application/json") },
    bytes: [200, [json], '{"a":1}'],
    want: "invalid_response",
    serve: {},
  },
  {
    responses: { 200: body("application/json") },
    bytes: [200, ["content-type: text/html"], "x"],
    want: "unexpected_content_type",
    serve: {},
  },
  {
    responses: { 200: body("application/json") },
    bytes: [201, [json], "{}"],
    want: "unexpected_status",
    serve: {},
  },
  // Texts and their charsets.
  {
    responses: { 200: body("text/plain", text) },
    bytes: [200, ["content-type: text/plain"], "\u00c3\u00a9"],
    want: { status: 200, body: "\u00e9" },
  },
  {
    responses: { 200: body("text/plain; charset=utf-8", text) },
    bytes: [200, ["content-type: text/plain; charset=utf-8"], "\u00c3\u00a9\r\n"],
    want: { status: 200, body: "\u00e9\r\n" },
  },
  {
    responses: { 200: body("text/plain; charset=iso-8859-1", text) },
    bytes: [200, ["content-type: text/plain; charset=iso-8859-1"], "\u00e9"],
    want: { status: 200, body: "\u00e9" },
  },
  {
    responses: { 200: body("text/plain", text) },
    bytes: [200, ['content-type: text/plain;charset="ISO-8859-1"'], "\u00e9"],
    want: { status: 200, body: "\u00e9" },
    serve: {},
  },
  {
    responses: { 200: body("text/csv; charset=us-ascii", text) },
    bytes: [200, ["content-type: text/csv; charset=us-ascii"], "a,b"],
    want: { status: 200, body: "a,b" },
  },
  {
    responses: { 200: body("text/plain", text) },
    bytes: [200, ["content-type: text/plain; charset=shift_jis"], "\u0093\u00fa"],
    want: { status: 200, body: "\u65e5" },
    serve: {},
  },
  {
    responses: { 200: body("text/plain", text) },
    bytes: [200, ["content-type: text/plain; charset=utf-16le"], "a\0"],
    want: { status: 200, body: "a" },
    serve: {},
  },
  {
    responses: { 200: body("text/plain", text) },
    bytes: [200, ["content-type: text/plain"], ""],
    want: { status: 200, body: "" },
  },
  // Bytes.
  {
    responses: { 200: body("application/octet-stream", {}) },
    bytes: [200, ["content-type: application/octet-stream"], "\0\u00ff\r\n"],
    want: { status: 200, body: new Uint8Array([0, 255, 13, 10]) },
  },
  {
    responses: { 200: body("image/png", {}) },
    bytes: [200, ["content-type: image/png"], "\u0089PNG"],
    want: { status: 200, body: new Uint8Array([137, 80, 78, 71]) },
  },
  {
    responses: { 200: body("image/*", {}) },
    bytes: [200, ["content-type: image/gif"], "GIF"],
    want: { status: 200, body: new Uint8Array([71, 73, 70]) },
    serve: { status: 200, contentType: "image/gif", body: new Uint8Array([71, 73, 70]) },
  },
  // Several types: the response's own type decides.
  {
    responses: {
      200: {
        description: "Well.",
        content: { "application/json": { schema: thing }, "text/plain": {} },
      },
    },
    bytes: [200, ["content-type: text/plain"], "x"],
    want: { status: 200, contentType: "text/plain", body: "x" },
  },
  {
    responses: { 200: { description: "Well.", content: { "text/*": {}, "text/csv": {} } } },
    bytes: [200, ["content-type: text/csv"], "a"],
    want: { status: 200, contentType: "text/csv", body: "a" },
  },
  {
    responses: {
      200: { description: "Well.", content: { "*/*": { schema: text }, "text/csv": {} } },
    },
    bytes: [200, ["content-type: application/json"], '"x"'],
    want: { status: 200, contentType: "application/json", body: "x" },
  },
  // Statuses: an exact one before a range, and both before `default`.
  { responses: { 204: { description: "Nothing." } }, bytes: [204, []], want: { status: 204 } },
  {
    responses: { 200: { description: "Nothing." } },
    bytes: [200, ["content-length: 0"]],
    want: { status: 200 },
  },
  {
    responses: {
      404: body("application/json"),
      "4XX": { description: "Bad." },
      default: { description: "Other." },
    },
    bytes: [404, [json], '{"a":"x"}'],
    want: { status: 404, body: { a: "x" } },
  },
  {
    responses: {
      404: body("application/json"),
      "4XX": { description: "Bad." },
      default: { description: "Other." },
    },
    bytes: [409, ["content-length: 0"]],
    want: { status: "4XX", statusCode: 409 },
  },
  {
    responses: { 200: { description: "Well." }, default: body("application/problem+json", thing) },
    bytes: [418, ["content-type: application/problem+json"], '{"a":"x"}'],
    want: { status: "default", statusCode: 418, body: { a: "x" } },
  },
  {
    method: "head",
    responses: {
      200: body("application/json", thing, { headers: { "X-N": { schema: integer } } }),
    },
    bytes: [200, [json, "x-n: 1", "content-length: 100"]],
    want: { status: 200, headers: { "X-N": 1 } },
    serve: {},
  },
  // Headers, which are never percent-encoded.
  {
    responses: headers({ "X-A": { schema: text } }),
    bytes: [204, ["x-a: 50% (a/b),c+d!~"]],
    want: { status: 204, headers: { "X-A": "50% (a/b),c+d!~" } },
  },
  {
    responses: headers({ "X-A": { schema: text } }),
    bytes: [204, ["x-a: %41"]],
    want: { status: 204, headers: { "X-A": "%41" } },
  },
  {
    responses: headers({ "X-N": { schema: integer } }),
    bytes: [204, ["x-n: -12"]],
    want: { status: 204, headers: { "X-N": -12 } },
  },
  {
    responses: headers({ "X-N": { schema: { type: "integer", format: "int64" } } }),
    bytes: [204, ["x-n: 9007199254740993"]],
    want: { status: 204, headers: { "X-N": 9_007_199_254_740_993n } },
  },
  {
    responses: headers({ "X-B": { schema: { type: "boolean" } } }),
    bytes: [204, ["x-b: true"]],
    want: { status: 204, headers: { "X-B": true } },
  },
  {
    responses: headers({ "X-L": { schema: { type: "array", items: integer } } }),
    bytes: [204, ["x-l: 1,2"]],
    want: { status: 204, headers: { "X-L": [1, 2] } },
  },
  {
    responses: headers({ "X-L": { schema: { type: "array", items: text } } }),
    bytes: [204, ["x-l: a, b", "x-l: c"]],
    want: { status: 204, headers: { "X-L": ["a", "b", "c"] } },
    serve: {},
  },
  {
    responses: headers({ "X-O": { schema: thing } }),
    bytes: [204, ["x-o: a,x,n,1"]],
    want: { status: 204, headers: { "X-O": { a: "x", n: 1n } } },
  },
  {
    responses: headers({ "X-O": { explode: true, schema: thing } }),
    bytes: [204, ["x-o: a=x,n=1"]],
    want: { status: 204, headers: { "X-O": { a: "x", n: 1n } } },
  },
  {
    responses: headers({ "X-J": { content: { "application/json": { schema: thing } } } }),
    bytes: [204, ['x-j: {"a":"x"}']],
    want: { status: 204, headers: { "X-J": { a: "x" } } },
  },
  {
    responses: headers({ "X-A": { schema: text } }),
    bytes: [204, []],
    want: { status: 204, headers: {} },
    serve: { status: 204 },
  },
  {
    responses: headers({ "X-A": { required: true, schema: text } }),
    bytes: [204, []],
    want: "invalid_response",
    serve: {},
  },
  {
    responses: headers({ "X-N": { schema: integer } }),
    bytes: [204, ["x-n: 1.5"]],
    want: "invalid_response",
    serve: {},
  },
  {
    responses: headers({ "X-N": { schema: integer } }),
    bytes: [204, ["x-n: 1", "x-n: 2"]],
    want: "invalid_response",
    serve: {},
  },
];

const paths = rows.map(({ method = "get", responses }, index) => [
  `/r${index}`,
  { [method]: { operationId: `r${index}`, responses } },
]);
const document = {
  openapi: "3.1.1",
  info: { title: "W", version: "1" },
  paths: Object.fromEntries(paths),
};

/** Starts a server that responds to each request with the bytes of its row. */
async function answeringServer(): Promise<string> {
  const answering = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", (chunk) => {
      const [, index = ""] = /\/r(\d+)/.exec(chunk.toString("latin1")) ?? [];
      const [status, fields, content = ""] = rows[Number(index)]?.bytes ?? [500, []];
      const lines = [`HTTP/1.1 ${status} X`, "Connection: close", ...fields];
      socket.end(`${lines.join("\r\n")}\r\n\r\n${content}`, "latin1");
    });
  });
  await new Promise<void>((resolve) => answering.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void answering.close());
  const address = answering.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  return `http://127.0.0.1:${address.port}`;
}

test("a client reads the responses of the table", async () => {
  const operations = await generateOperations(document);
  const transport = restTransport({ baseUrl: await answeringServer(), retry: { retries: 0 } });
  for (const [index, { want, bytes }] of rows.entries()) {
    const operation = operations.get(`r${index}`);
    if (operation === undefined) throw new Error(`no operation r${index}`);
    const read = await transport.call(operation, {}).catch((error) => error.code);
    expect([bytes, read]).toEqual([bytes, want]);
  }
});

test("a server writes the responses of the table", async () => {
  const operations = await generateOperations(document);
  const handlers = rows.map(({ want, serve = want }, index) => [`r${index}`, () => serve]);
  const app = createRestServer({
    operations: [...operations.values()],
    handlers: Object.fromEntries(handlers),
    renderProblem: false,
  });
  onTestFinished(() => app.close());
  const base = await app.listen({ host: "127.0.0.1", port: 0 });
  for (const [index, { serve = {}, want, bytes }] of rows.entries()) {
    // Our server would write other bytes.
    if (Object.keys(serve).length === 0 && typeof want === "string") continue;
    if (rows[index]?.serve !== undefined && Object.keys(serve).length === 0) continue;
    const answer = await fetch(`${base}/r${index}`);
    const [status, fields, content = ""] = bytes;
    const written = fields.map((field) => {
      const name = field.slice(0, field.indexOf(":"));
      const value = answer.headers.get(name) ?? "";
      // A server may add the charset.
      const isMore = value === `${field.slice(name.length + 2)}; charset=utf-8`;
      return isMore ? field : `${name}: ${value}`;
    });
    const text = Buffer.from(await answer.arrayBuffer()).toString("latin1");
    expect([answer.status, written, text]).toEqual([status, fields, content]);
  }
});
