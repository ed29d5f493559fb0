// Values that have another form in TypeScript than in JSON, from a generated client to a generated
// server and back: what is on the wire, and what arrives.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { restTransport } from "@specwright/rest-client";
import { createRestServer } from "@specwright/rest-server";
import { parseDecimal, RestError } from "@specwright/runtime";
import { expect, it, onTestFinished } from "vitest";
import { generateOperations } from "./generate-operations.ts";

const time = { type: "string", format: "date-time" };
const event = {
  type: "object",
  required: ["at"],
  properties: { at: time, log: { type: "array", items: time }, note: { type: "string" } },
};
const parameter = (name: string, place: string, schema: object): object => ({
  name,
  in: place,
  required: place === "path",
  schema,
});
const eventRef = { $ref: "#/components/schemas/Event" };
const json = { "application/json": { schema: eventRef } };

const document = {
  openapi: "3.2.0",
  info: { title: "Forms of values", version: "1" },
  components: { schemas: { Event: event } },
  paths: {
    "/events/{at}": {
      post: {
        operationId: "add",
        parameters: [
          parameter("at", "path", time),
          parameter("since", "query", time),
          parameter("all", "query", { type: "array", items: time }),
          { ...parameter("in", "query", event), style: "deepObject", explode: true },
          parameter("X-Until", "header", time),
          parameter("seen", "cookie", time),
        ],
        requestBody: {
          content: {
            ...json,
            "application/x-www-form-urlencoded": { schema: eventRef },
            "multipart/form-data": { schema: eventRef },
          },
        },
        responses: {
          200: {
            description: "The event.",
            headers: { "X-Newest": { schema: time } },
            content: json,
          },
        },
      },
    },
    "/stream": {
      get: {
        operationId: "follow",
        responses: {
          200: {
            description: "Events.",
            content: { "application/jsonl": { itemSchema: eventRef } },
          },
        },
      },
    },
  },
};

const operations = await generateOperations(document, { dates: "Date" });
const T = "2024-02-29T12:30:00.125Z";
const at = new Date(T);
const encodedT = "2024-02-29T12%3A30%3A00.125Z";

function operation(id: string) {
  const found = operations.get(id);
  if (found === undefined) throw new Error(`no ${id}`);
  return { ...found, security: [] };
}

interface Sent {
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Starts a plain server that records a request and answers it with the given text. */
async function recorder(answer: string, headers: Record<string, string> = {}) {
  const issues: object[] = [];
  const requests: Sent[] = [];
  const server = createServer(async (request, response) => {
    const { url } = request;
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += String(part);
    requests.push({ url, headers: request.headers, body });
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(answer);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const transport = restTransport({
    baseUrl: `http://127.0.0.1:${port}`,
    onIssues: (report) => void issues.push(...report.issues),
  });
  return { requests, issues, transport };
}

const answered = `{"at":"${T}","log":["2024-02-29T14:30:00.125+02:00"],"note":"${T}"}`;
const decoded = { at, log: [at], note: T };

it("is text in every part of a request, and a Date in the answer", async () => {
  const { requests, transport } = await recorder(answered, { "x-newest": T });
  const answer = await transport.call(operation("add"), {
    path: { at },
    query: { since: at, all: [at, at], in: { at } },
    headers: { "X-Until": at },
    cookies: { seen: at },
    contentType: "application/json",
    body: { at, log: [at] },
  });
  expect(requests[0]).toMatchObject({
    url: `/events/${encodedT}?since=${encodedT}&all=${encodedT}&all=${encodedT}&in%5Bat%5D=${encodedT}`,
    headers: { "x-until": T, cookie: expect.stringContaining(`seen=${encodedT}`) },
    body: `{"at":"${T}","log":["${T}"]}`,
  });
  expect(answer).toEqual({ status: 200, headers: { "X-Newest": at }, body: decoded });
});

const forms: readonly (readonly [contentType: string, want: unknown])[] = [
  ["application/x-www-form-urlencoded", `at=${encodedT}&log=${encodedT}&note=a`],
  ["multipart/form-data", expect.stringContaining(`name="log"\r\n\r\n${T}\r\n`)],
];

it.each(forms)("is text in the fields of %s", async (contentType, want) => {
  const { requests, transport } = await recorder(answered);
  const body = { at, log: [at], note: "a" };
  await transport.call(operation("add"), { path: { at }, contentType, body });
  expect(requests[0]?.body).toEqual(want);
});

const refused: readonly (readonly [part: object, message: string])[] = [
  [{ path: { at: new Date(Number.NaN) } }, "/at"],
  [{ path: { at: new Date(8.64e15) } }, "/at"],
  [{ path: { at: "soon" } }, "/at"],
  [{ path: { at }, contentType: "application/json", body: { at: new Date("x") } }, "/at"],
  [{ path: { at }, contentType: "application/json", body: { at, log: [at, "x"] } }, "/log/1"],
];

it.each(refused)("is not sent if it is no date: %j", async (part, message) => {
  const { requests, transport } = await recorder(answered);
  const call = transport.call(operation("add"), part);
  await expect(call).rejects.toThrow(RestError);
  await expect(call).rejects.toThrow(message);
  expect(requests).toEqual([]);
});

const answers: readonly (readonly [answer: string, issues: readonly object[], body: unknown])[] = [
  [`{"at":"${T}"}`, [], { at }],
  [
    `{"at":"2024-02-29T12:30:00.1234567Z"}`,
    [{ pointer: "/at", code: "format", expected: "format date-time with at most milliseconds" }],
    { at: "2024-02-29T12:30:00.1234567Z" },
  ],
  [`{"at":"soon","log":["${T}"]}`, [{ pointer: "/at" }], { at: "soon", log: [at] }],
];

it.each(answers)("reports what is no date in the answer %s", async (answer, issues, body) => {
  const { issues: reported, transport } = await recorder(answer);
  const got = await transport.call(
    operation("add"),
    { path: { at } },
    { validation: { response: "report" } },
  );
  expect(got).toMatchObject({ body });
  expect(reported).toEqual(issues.map((issue) => expect.objectContaining(issue)));
});

/** Serves the operations; `received` holds the requests. */
async function served() {
  const received: unknown[] = [];
  const app = createRestServer({
    operations: [operation("add"), operation("follow")],
    handlers: {
      add: (request: unknown) => {
        received.push(request);
        return { status: 200, headers: { "X-Newest": at }, body: { at, log: [at], note: T } };
      },
      follow: () => ({ status: 200, body: [{ at }, { at, log: [at] }] }),
    },
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  return { received, url };
}

const bodies: readonly (readonly [contentType: string, body: string])[] = [
  ["application/json", `{"at":"${T}","log":["${T}"]}`],
  ["application/x-www-form-urlencoded", `at=${encodedT}&log=${encodedT}`],
];

it.each(bodies)("is a Date for the handler of %s", async (contentType, body) => {
  const { received, url } = await served();
  const response = await fetch(`${url}/events/${encodedT}?since=${encodedT}&all=${encodedT}`, {
    method: "POST",
    headers: { "content-type": contentType, "x-until": T, cookie: `seen=${encodedT}` },
    body,
  });
  expect(received).toEqual([
    expect.objectContaining({
      path: { at },
      query: { since: at, all: [at] },
      headers: { "X-Until": at },
      cookies: { seen: at },
      body: { at, log: [at] },
    }),
  ]);
  expect(response.headers.get("x-newest")).toBe(T);
  expect(await response.text()).toBe(`{"at":"${T}","log":["${T}"],"note":"${T}"}`);
});

it("is refused by the server with its place", async () => {
  const { url } = await served();
  const response = await fetch(`${url}/events/${encodedT}?since=2016-12-31T23:59:60Z`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: `{"at":"${T}","log":["x"]}`,
  });
  expect(response.status).toBe(400);
  const { errors } = (await response.json()) as { readonly errors: readonly object[] };
  expect(errors).toEqual([
    expect.objectContaining({ in: "query", pointer: "/since" }),
    expect.objectContaining({ pointer: "/log/0" }),
  ]);
});

it("is a Date in each item of a stream", async () => {
  const { url } = await served();
  expect(await (await fetch(`${url}/stream`)).text()).toBe(
    `{"at":"${T}"}\n{"at":"${T}","log":["${T}"]}\n`,
  );
  const answer = await restTransport({ baseUrl: url }).call(operation("follow"), {});
  const items = [];
  for await (const item of answer.body as AsyncIterable<unknown>) items.push(item);
  expect(items).toEqual([{ at }, { at, log: [at] }]);
});

const price = {
  type: "object",
  required: ["amount"],
  properties: {
    amount: { type: "number", format: "decimal" },
    text: { type: "string", format: "decimal" },
  },
};
const priceContent = { "application/json": { schema: price } };
const trades = await generateOperations(
  {
    openapi: "3.1.0",
    info: { title: "Decimals", version: "1" },
    paths: {
      "/prices": {
        post: {
          operationId: "price",
          parameters: [
            parameter("above", "query", { type: "number", format: "decimal" }),
            parameter("X-Fee", "header", { type: "string", format: "decimal" }),
          ],
          requestBody: {
            content: {
              ...priceContent,
              "application/x-www-form-urlencoded": { schema: price },
            },
          },
          responses: { 200: { description: "It.", content: priceContent } },
        },
      },
    },
  },
  { decimals: "Decimal" },
);
const long = "123456789012.123456789";
const amount = parseDecimal(long);

it.each([
  ["application/json", `{"amount":${long},"text":"0.1"}`],
  ["application/x-www-form-urlencoded", `amount=${long}&text=0.1`],
])("keeps every digit of a decimal in %s, on both sides", async (contentType, wire) => {
  const received: unknown[] = [];
  const operation = trades.get("price");
  if (operation === undefined) throw new Error("no price");
  const handle = (request: unknown): unknown => {
    received.push(request);
    return { status: 200, body: { amount } };
  };
  const app = createRestServer({ operations: [operation], handlers: { price: handle } });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const call = {
    query: { above: amount },
    headers: { "X-Fee": parseDecimal("0.10") },
    contentType,
    body: { amount, text: parseDecimal("0.1") },
  };
  const answer = await restTransport({ baseUrl: url }).call(operation, call);
  expect(received).toEqual([expect.objectContaining(call)]);
  expect(answer).toEqual({ status: 200, body: { amount } });
  const recorded = await recorder(`{"amount":${long}}`);
  await recorded.transport.call(operation, call);
  expect(recorded.requests).toEqual([
    expect.objectContaining({ url: `/prices?above=${long}`, body: wire }),
  ]);
});

const account = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer", format: "int64" }, name: { type: "string" } },
};
const accounts = await generateOperations(
  {
    openapi: "3.1.0",
    info: { title: "Digits", version: "1" },
    paths: {
      "/accounts/{id}": {
        put: {
          operationId: "put",
          parameters: [parameter("id", "path", { type: "integer", format: "int64" })],
          requestBody: { content: { "application/json": { schema: account } } },
          responses: {
            200: { description: "It.", content: { "application/json": { schema: account } } },
          },
        },
      },
    },
  },
  { int64: "string" },
);

it("has the digits of an int64, which is a number on the wire", async () => {
  const put = accounts.get("put");
  if (put === undefined) throw new Error("no put");
  const id = "9007199254740993";
  const { requests, transport } = await recorder(`{"id":${id},"name":"7"}`);
  const call = { path: { id }, body: { id, name: "7" } };
  const answer = await transport.call(put, call);
  expect(requests).toEqual([
    expect.objectContaining({ url: `/accounts/${id}`, body: `{"id":${id},"name":"7"}` }),
  ]);
  expect(answer).toEqual({ status: 200, body: { id, name: "7" } });
  await expect(transport.call(put, { path: { id: "x" } })).rejects.toThrow("/id");
  const received: unknown[] = [];
  const handle = (request: unknown): unknown => {
    received.push(request);
    return { status: 200, body: { id } };
  };
  const app = createRestServer({ operations: [put], handlers: { put: handle } });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const served = await restTransport({ baseUrl: url }).call(put, call);
  expect(received).toEqual([expect.objectContaining(call)]);
  expect(served).toEqual({ status: 200, body: { id } });
});
