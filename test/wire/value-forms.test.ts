// Values with different forms in TypeScript and JSON, between a generated client and a generated server:
// their form on the wire, and the value that arrives.

import { restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import { RestError } from "@specwright/runtime";
import { expect, it, onTestFinished } from "vitest";
import { parameter, recordingServer } from "./answering-server.ts";
import { generateOperations } from "./generate-operations.ts";

const time = { type: "string", format: "date-time" };
const event = {
  type: "object",
  required: ["at"],
  properties: { at: time, log: { type: "array", items: time }, note: { type: "string" } },
};
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

const answered = `{"at":"${T}","log":["2024-02-29T14:30:00.125+02:00"],"note":"${T}"}`;
const decoded = { at, log: [at], note: T };

it("is text in every part of a request, and a Date in the response", async () => {
  const { requests, transport } = await recordingServer(answered, { "x-newest": T });
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
  const { requests, transport } = await recordingServer(answered);
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

it.each(refused)("is not sent if it is not a date: %j", async (part, message) => {
  const { requests, transport } = await recordingServer(answered);
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

it.each(answers)("reports an invalid date in the response %s", async (answer, issues, body) => {
  const { issues: reported, transport } = await recordingServer(answer);
  const got = await transport.call(
    operation("add"),
    { path: { at } },
    { validation: { response: "report" } },
  );
  expect(got).toMatchObject({ body });
  expect(reported).toEqual(issues.map((issue) => expect.objectContaining(issue)));
});

/** Serves the operations; `received` contains the requests. */
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
