// What a server of Fastify adds to what `@specwright/rest/server` says of operations.

import { createRestServer } from "@specwright/rest/fastify";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { expect, it, onTestFinished } from "vitest";

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
