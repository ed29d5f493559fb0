// Bodies that a parser of the framework read before the handlers.

import { createServer, type Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import {
  createRestHandler,
  createWebhookHandler,
  fetchHandler,
  nodeListener,
} from "@specwright/rest/server";
import express from "express";
import { Hono } from "hono";
import { afterEach, describe, expect, it } from "vitest";
import { exchangeRaw } from "../../packages/rest/test/server/raw-exchange.ts";
import { handlersNoting, operations, webhookHandlersNoting, webhooks } from "./contract.ts";

const logged: unknown[] = [];
const logger = {
  info() {},
  warn() {},
  error(details: object) {
    logged.push(details);
  },
};
const rest = createRestHandler({
  operations,
  handlers: handlersNoting({ started: 0, aborted: 0 }),
  authenticate: { token: { authenticate: async () => ({ kind: "absent" }) } },
  logger,
});
const listener = nodeListener(rest);
const serve = fetchHandler(rest);

let server: Server | undefined;
afterEach(() => {
  server?.close();
  logged.length = 0;
});

async function post(started: Server, type: string, body: string): Promise<readonly unknown[]> {
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const address = started.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const target = type.includes("form") ? "/form" : "/things";
  const headers = [`Content-Type: ${type}`];
  const answer = await exchangeRaw(port, { method: "POST", target, headers, body });
  return [
    answer.status,
    answer.status === 200 ? answer.text : String(Reflect.get(logged[0] ?? {}, "err")),
  ];
}

const json = "application/json";
const big = '{"big":9007199254740993}';
const small = '{"big":9007199254740991}';

describe("Express", () => {
  it.each([
    ["JSON", express.json(), json, small, [200, small]],
    ["JSON as bytes", express.raw({ type: json }), json, big, [200, big]],
    ["JSON as text", express.text({ type: json }), json, big, [200, big]],
    ["JSON whose digits may be lost", express.json(), json, big, [500, "lost digits"]],
    [
      "a form",
      express.urlencoded(),
      "application/x-www-form-urlencoded",
      "id=5",
      [500, "before the body parser"],
    ],
    [
      "a type that the parser ignores",
      express.json(),
      "application/x-www-form-urlencoded",
      "id=5",
      [200, '"id":5'],
    ],
  ] as const)("accepts or refuses %s", async (_name, parser, type, body, [status, text]) => {
    const answer = await post(createServer(express().use(parser).use(listener)), type, body);
    expect(answer).toEqual([status, expect.stringContaining(text)]);
  });
});

describe("A receiver of webhooks in Express", () => {
  const verified: string[] = [];
  const hooks = createWebhookHandler({
    webhooks,
    handlers: webhookHandlersNoting([]),
    verify: ({ body }) => verified.push(new TextDecoder().decode(body)) > 0,
    path: "/things",
    logger,
  });
  const message = '{ "kind": "lost", "order": 9007199254740995 }';

  it.each([
    ["JSON as bytes", express.raw({ type: json }), [204, ""]],
    ["JSON as text", express.text({ type: json }), [204, ""]],
    ["JSON that was parsed", express.json(), [500, "parsed before its bytes could be verified"]],
  ] as const)("accepts or refuses %s", async (_name, parser, [status, text]) => {
    verified.length = 0;
    const app = express().use(parser).use(nodeListener(hooks));
    const answer = await post(createServer(app), json, message);
    expect(answer[0]).toBe(status);
    expect(verified).toEqual(status === 204 ? [message] : []);
    if (status === 500) expect(answer[1]).toContain(text);
  });
});

describe("Hono", () => {
  it("forwards a body that other code has read", async () => {
    const app = new Hono().all("*", async (context) => {
      await context.req.json();
      return serve(context.req.raw, { body: new Uint8Array(await context.req.arrayBuffer()) });
    });
    const adapted = createAdaptorServer({ fetch: app.fetch }) as Server;
    expect(await post(adapted, json, big)).toEqual([200, big]);
  });

  it("explains how to fix a body that was read and not kept", async () => {
    const app = new Hono().all("*", async (context) => {
      await context.req.raw.text();
      return serve(context.req.raw);
    });
    const adapted = createAdaptorServer({ fetch: app.fetch }) as Server;
    expect(await post(adapted, json, big)).toEqual([500, expect.stringContaining("was consumed")]);
  });
});
