// The features of a Fastify server beyond what `@specwright/rest/server` says of operations.

import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { createRestServer } from "@specwright/rest/fastify";
import type { RequestContext } from "@specwright/rest/server";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { expect, it, onTestFinished } from "vitest";
import { listenOnFreePort, sendBytes } from "../server/raw-exchange.ts";

const getThing: OperationDescriptor = {
  id: "getThing",
  method: "GET",
  path: "/thing",
  parameters: [],
  validators: {},
  responses: { 204: {} },
  security: [],
};
const handlers = { getThing: () => ({ status: 204 }) };

it("gives up on headers that never end", async () => {
  const app = createRestServer({
    operations: [getThing],
    handlers,
    limits: { headersTimeoutMs: 1 },
  });
  onTestFinished(() => app.close());
  // Bodies are supervised by their progress.
  expect([app.server.headersTimeout, app.server.requestTimeout]).toEqual([1, 0]);
});

it.each([
  ["https", "max-age=31536000"],
  ["http", undefined],
])("knows from a trusted proxy that a request came over %s", async (proto, want) => {
  const app = createRestServer({ operations: [getThing], handlers, trustProxy: true });
  onTestFinished(() => app.close());
  const headers = { "x-forwarded-proto": proto };
  const answer = await app.inject({ url: "/thing", headers });
  expect(answer.headers["strict-transport-security"]).toBe(want);
});

it.each<{ given: string; want: string }>([
  { given: "192.0.2.1", want: "192.0.2.1" },
  { given: "192.0.2.1:49152", want: "192.0.2.1" },
  { given: "2001:db8::1", want: "2001:db8::1" },
  { given: "[2001:db8::1]", want: "2001:db8::1" },
  { given: "[2001:db8::1]:443", want: "2001:db8::1" },
  { given: "[::ffff:192.0.2.1]:443", want: "::ffff:192.0.2.1" },
  { given: "192.0.2.9, 192.0.2.1:1", want: "192.0.2.1" },
  // The second proxy is trusted too, with its port.
  { given: "192.0.2.1:1, 10.0.0.2:2", want: "192.0.2.1" },
  { given: "[2001:db8::1]:1 ,10.0.0.2", want: "2001:db8::1" },
  { given: "unknown", want: "unknown" },
  { given: "192.0.2.1:http", want: "192.0.2.1:http" },
])("counts the caller that X-Forwarded-For names $given as $want", async ({ given, want }) => {
  const seen: string[] = [];
  const app = createRestServer({
    operations: [getThing],
    handlers: {
      getThing: (_request: unknown, { ip }: RequestContext) => {
        seen.push(ip);
        return { status: 204 };
      },
    },
    trustProxy: ["127.0.0.1", "10.0.0.0/8"],
  });
  onTestFinished(() => app.close());
  const headers = { "x-forwarded-for": given };
  expect((await app.inject({ url: "/thing", headers })).statusCode).toBe(204);
  expect(seen).toEqual([want]);
});

it.each<{ given: readonly string[]; want: number }>([
  { given: ["Host: one"], want: 204 },
  { given: ["Host: one", "Host: two"], want: 400 },
  { given: ["Host: one", "host: one"], want: 400 },
  { given: ["X-Host: one", "Host: one", "Hose: one"], want: 204 },
  { given: [], want: 400 },
])("answers $given with $want", async ({ given, want }) => {
  const app = createRestServer({ operations: [getThing], handlers });
  onTestFinished(() => app.close());
  const port = await listenOnFreePort(app);
  const head = ["GET /thing HTTP/1.1", ...given, ...(want === 204 ? ["Connection: close"] : [])];
  // A refused connection is closed by the server.
  const answer = await sendBytes(port, `${head.join("\r\n")}\r\n\r\n`);
  expect([answer.status, answer.headers.get("connection")]).toEqual([want, "close"]);
  if (given.length > 1 && want === 400) {
    expect(answer.json).toMatchObject({
      code: "malformed_request",
      detail: "The request has several Host headers.",
    });
  }
});

const REQUEST = "GET /thing HTTP/1.1\r\nHost: test\r\n\r\n";

it.each<{ given: string; sent: string; want: string | undefined }>([
  { given: "an unused connection", sent: "", want: undefined },
  { given: "half a head", sent: "GET /thing HTTP/1.1\r\nHo", want: undefined },
  { given: "an idle connection", sent: REQUEST, want: "keep-alive" },
  { given: "a half head after an answer", sent: `${REQUEST}GET /thi`, want: "keep-alive" },
])("closes at once despite $given", async ({ sent, want }) => {
  const app = createRestServer({ operations: [getThing], handlers });
  const socket = connect(await listenOnFreePort(app), "127.0.0.1");
  const received = text(socket);
  await once(socket, "connect");
  socket.write(sent);
  await setTimeout(50);
  const startedMs = performance.now();
  await app.close();
  expect(performance.now() - startedMs).toBeLessThan(1_000);
  expect(/^connection: (.*)$/im.exec(await received)?.[1]).toBe(want);
});

it.each([
  { given: "one request", count: 1 },
  { given: "several in a row", count: 3 },
])("closes when $given that were under way are answered", async ({ count }) => {
  const answer = Promise.withResolvers<{ status: number }>();
  let started = 0;
  const waiting = {
    getThing: () => {
      started += 1;
      return answer.promise;
    },
  };
  const app = createRestServer({ operations: [getThing], handlers: waiting });
  const socket = connect(await listenOnFreePort(app), "127.0.0.1");
  const received = text(socket);
  socket.write(REQUEST.repeat(count));
  while (started < count) await setTimeout(5);
  const closed = app.close();
  await setTimeout(50);
  answer.resolve({ status: 204 });
  const answeredMs = performance.now();
  await closed;
  expect(performance.now() - answeredMs).toBeLessThan(1_000);
  const answers = (await received).match(/^HTTP\/1.1 204|^connection: close/gim);
  expect(answers?.map((line) => line.toLowerCase())).toEqual([
    ...Array.from({ length: count }, () => "http/1.1 204"),
    "connection: close",
  ]);
});

it("warns of an error if it has no logger", async () => {
  const warned = Promise.withResolvers<Error>();
  process.once("warning", warned.resolve);
  const cause = new Error("the cause");
  const failing = () => {
    throw cause;
  };
  const app = createRestServer({ operations: [getThing], handlers: { getThing: failing } });
  onTestFinished(() => app.close());
  expect((await app.inject({ url: "/thing" })).statusCode).toBe(500);
  expect((await warned.promise).message).toMatch(/^request failed .+: Error: the cause/);
});
