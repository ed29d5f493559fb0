// The requests of a console without a generated client, for an operation and the inputs of a reader.

import { expect, it } from "vitest";
import { plainSdk } from "../../src/console/browser/plain-sdk.ts";
import { createReference } from "../../src/pages/create-reference.ts";
import { plainRequest } from "../../src/pages/plain-request.ts";
import { readContract } from "../read-contract.ts";

const form = (schema: object, encoding: object = {}) => ({
  requestBody: { content: { "application/x-www-form-urlencoded": { schema, encoding } } },
});
const address = { type: "object", properties: { city: { type: "string" } } };
const parameters = [
  { name: "ids", in: "query", schema: { type: "array", items: { type: "integer" } } },
  { name: "flat", in: "query", explode: false, schema: { type: "array", items: {} } },
  { name: "X-N", in: "header", schema: { type: "integer" } },
];

it.each([
  [
    "parameters by their styles",
    { parameters },
    { query: { ids: [1n, 2n], flat: ["a", "b"] }, headers: { "X-N": 7n } },
    "POST https://shop.example/v1/orders?ids=1&ids=2&flat=a,b x-n: 7",
  ],
  [
    "JSON as it was typed",
    { requestBody: { content: { "application/json": { schema: {} } } } },
    { body: '{"b":1,  "a":2}' },
    'POST https://shop.example/v1/orders content-type: application/json {"b":1,  "a":2}',
  ],
  [
    "an object of a form as JSON",
    form({ type: "object", properties: { address } }),
    { body: { address: { city: "Ulm" } } },
    "POST https://shop.example/v1/orders content-type: application/x-www-form-urlencoded address=%7B%22city%22%3A%22Ulm%22%7D",
  ],
  [
    "an object of a form as its encoding says",
    form(
      { type: "object", properties: { address } },
      { address: { style: "deepObject", explode: true } },
    ),
    { body: { address: { city: "Ulm" } } },
    "POST https://shop.example/v1/orders content-type: application/x-www-form-urlencoded address%5Bcity%5D=Ulm",
  ],
])("sends %s", async (_name, operation, parts, want) => {
  const contract = await readContract({
    file: "/openapi.json",
    text: JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Shop", version: "1" },
      paths: { "/orders": { post: { responses: {}, ...operation } } },
    }),
  });
  const [first] = contract.operations;
  if (first === undefined) throw new Error("The document has no operation.");
  const request: unknown = JSON.parse(
    JSON.stringify(plainRequest(first, createReference(contract, {}))),
  );
  const sdk = plainSdk("id", request as Parameters<typeof plainSdk>[1]);
  const sent: string[] = [];
  const transport = sdk.restTransport?.({
    baseUrl: "https://shop.example/v1/",
    credentials: {},
    fetch: async (input, { method, headers, body } = {}) => {
      const lines = [...new Headers(headers)].map((pair) => pair.join(": "));
      sent.push(
        [`${method} ${String(input)}`, ...lines, ...(body ? [String(body)] : [])].join(" "),
      );
      return new Response();
    },
    retry: { retries: 0 },
    idempotencyKeys: false,
    timeoutMs: 1_000,
  });
  await sdk.createClient(transport ?? {})["call"]?.(parts);
  expect(sent).toEqual([want]);
});
