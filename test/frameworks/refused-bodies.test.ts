// A connection is reused after a body was refused before its end.

import { once } from "node:events";
import { Agent, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { createRestHandler, fetchHandler } from "@specwright/rest/server";
import { allEncoders } from "@specwright/runtime/testing";
import { Hono } from "hono";
import { expect, it } from "vitest";

const operation = {
  id: "put",
  method: "POST",
  path: "/things",
  parameters: [],
  validators: {},
  encoders: allEncoders,
  body: { required: true, content: { "text/plain": { kind: "text" } } },
  responses: { 204: {} },
  security: [],
} as const;

it.each([
  ["is too long", "/things", { "content-type": "text/plain" }, 413],
  ["is for nothing", "/nothing", { "content-type": "text/plain" }, 404],
])("if it %s, on Hono", async (_, path, headers, status) => {
  const rest = createRestHandler({
    operations: [operation],
    handlers: { put: () => ({ status: 204 }) },
  });
  const serve = fetchHandler(rest);
  const app = new Hono().all("*", (context) => serve(context.req.raw));
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  const send = async (body: string): Promise<number | undefined> => {
    const sent = request({ port, host: "127.0.0.1", path, method: "POST", headers, agent });
    // Without a length, so that the server cannot refuse the body before it reads it.
    sent.write(body.slice(0, body.length / 2));
    sent.end(body.slice(body.length / 2));
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    ports.add(response.socket.localPort);
    response.resume();
    await once(response, "end");
    return response.statusCode;
  };
  for (let count = 0; count < 5; count += 1) expect(await send("x".repeat(2_000_000))).toBe(status);
  expect(ports.size).toBe(1);
  agent.destroy();
  server.close();
});
