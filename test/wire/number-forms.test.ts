// Numbers with different forms in TypeScript and JSON: both sides keep every digit.

import { restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import { parseDecimal } from "@specwright/runtime";
import { expect, it, onTestFinished } from "vitest";
import { parameter, recordingServer } from "./answering-server.ts";
import { generateOperations } from "./generate-operations.ts";

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
  const recorded = await recordingServer(`{"amount":${long}}`);
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
  const { requests, transport } = await recordingServer(`{"id":${id},"name":"7"}`);
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
