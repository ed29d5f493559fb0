// Requests of our client for unusual documents, judged by Prism's mock server.

import { restTransport } from "@specwright/rest/client";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateOperations } from "../wire/generate-operations.ts";
import { type Prism, startPrismMock } from "./start-prism.ts";

type Json = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const responses = { 204: { description: "Done." } };
const urlEncoded = "application/x-www-form-urlencoded";
const operation = (operationId: string, more: Json = {}): Json => ({
  operationId,
  ...more,
  responses,
});
const form = (schema: Json, type = urlEncoded): Json => ({
  requestBody: { required: true, content: { [type]: { schema } } },
});
const query = (name: string, schema: Json): Json => ({
  parameters: [{ name, in: "query", schema }],
});
const grant = (type: string, name: string): Json => ({
  type: "object",
  required: ["grant_type", name],
  properties: { grant_type: { type: "string", enum: [type] }, [name]: text },
});
const id = { name: "id", in: "path", required: true, schema: text };

const document = {
  openapi: "3.1.0",
  info: { title: "Unusual requests", version: "1" },
  paths: {
    "/labels": {
      post: operation(
        "setLabels",
        form({ type: "object", properties: { name: text }, additionalProperties: text }),
      ),
    },
    "/files": {
      post: operation(
        "addFile",
        form(
          { type: "object", properties: { name: text }, additionalProperties: text },
          "multipart/form-data",
        ),
      ),
    },
    "/token": {
      post: operation(
        "getToken",
        form({ oneOf: [grant("password", "username"), grant("refresh_token", "refresh_token")] }),
      ),
    },
    "/search": {
      get: operation("search", query("tag", { anyOf: [text, { type: "array", items: text }] })),
    },
    "/list": { get: operation("list", query("n", { type: ["integer", "null"] })) },
    "/users/me": { get: operation("getMe") },
    "/users/{id}": { parameters: [id], post: operation("updateUser") },
  },
};

let prism: Prism;
let call: (operationId: string, request: Json) => Promise<unknown>;

beforeAll(async () => {
  const operations = await generateOperations(document);
  const known = await getHttpOperationsFromSpec(document);
  prism = await startPrismMock(known, { validateRequest: true });
  const transport = restTransport({ baseUrl: prism.url, retry: { retries: 0 } });
  call = async (operationId, request) => {
    const descriptor = operations.get(operationId);
    if (descriptor === undefined) throw new Error(`no operation ${operationId}`);
    return await transport.call(descriptor, request, { reconnect: false, timeoutMs: 30_000 });
  };
}, 60_000);
afterAll(() => prism.close());

describe("30.2, 30.4, 30.11 Prism accepts", () => {
  it.each<[what: string, operationId: string, request: Json]>([
    ["a form with other fields", "setLabels", { body: { name: "a", color: "red & blue" } }],
    ["parts with other fields", "addFile", { body: { name: "a", color: "red" } }],
    ["a form of one kind", "getToken", { body: { grant_type: "password", username: "ann" } }],
    [
      "a form of another",
      "getToken",
      { body: { grant_type: "refresh_token", refresh_token: "r" } },
    ],
    ["one value of a list", "search", { query: { tag: "a" } }],
    ["a list of values", "search", { query: { tag: ["a", "b"] } }],
    ["a number or null", "list", { query: { n: 1 } }],
    ["null in a query", "list", { query: { n: null } }],
    ["a path with a sibling of another method", "updateUser", { path: { id: "me" } }],
    ["the sibling", "getMe", {}],
  ])("%s", async (_, operationId, request) => {
    expect(await call(operationId, request)).toMatchObject({ status: 204 });
  });

  it("no form that lacks a field which its branch requires", async () => {
    const body = "grant_type=password";
    const headers = { "content-type": urlEncoded };
    const { status } = await fetch(`${prism.url}/token`, { method: "POST", headers, body });
    expect(status).toBe(422);
  });
});
