// Callbacks over HTTP: the sender uses the URL that the contract derives from a request; a generated
// receiver gets it.

import { join } from "node:path";
import { callbackUrl, webhookSender } from "@specwright/rest/client";
import { createWebhookReceiver } from "@specwright/rest/fastify";
import type { RequestParts } from "@specwright/runtime";
import { expect, onTestFinished, test } from "vitest";
import { generateDocument } from "./generate-operations.ts";

const responses = { 204: { description: "Nothing." } };
const callback = (name: string): object => {
  const content = { "application/json": { schema: { type: "object" } } };
  return { post: { operationId: name, requestBody: { required: true, content }, responses } };
};

const document = {
  openapi: "3.0.3",
  info: { title: "C", version: "1" },
  paths: {
    "/streams": {
      post: {
        operationId: "subscribe",
        parameters: [{ name: "url", in: "query", required: true, schema: { type: "string" } }],
        responses,
        callbacks: {
          whole: { "{$request.query.url}": callback("whole") },
          data: { "{$request.query.url}/data": callback("data") },
          two: { "{$request.query.url}/{$request.query.url}": callback("two") },
        },
      },
    },
  },
};

test("30.7 a callback uses the URL of the request that starts it", async () => {
  const text = JSON.stringify(document);
  const { webhooks } = await generateDocument({ file: join(import.meta.dirname, "c.json"), text });
  const heard: unknown[] = [];
  const handlers = Object.fromEntries(
    webhooks.map(({ id }) => [
      id,
      ({ body }: RequestParts) => {
        heard.push(body);
        return { status: 204 };
      },
    ]),
  );
  const paths: Readonly<Record<string, string>> = { whole: "/hook", data: "/hook/data" };
  const app = createWebhookReceiver({
    webhooks,
    handlers,
    verify: false,
    path: ({ webhook }) => paths[webhook] ?? "/two",
  });
  onTestFinished(() => app.close());
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  const url = `${address}/hook`;
  const origin = { request: { query: { url } } };
  for (const webhook of webhooks.filter(({ id }) => id !== "two")) {
    const to = callbackUrl(webhook, origin);
    await webhookSender().send(webhook, to, { body: { name: webhook.id } });
  }
  expect(heard).toEqual([{ name: "data" }, { name: "whole" }]);
  const two = webhooks.find(({ id }) => id === "two");
  expect(two && callbackUrl(two, origin)).toBe(`${url}/${encodeURIComponent(url)}`);
});
