import { type RestTransportOptions, restTransport } from "@specwright/rest/client";
import type { RequestParts } from "@specwright/runtime";
import {
  type CallOptions,
  type KeyedRequest,
  type OperationDescriptor,
  object,
  pattern,
  type,
} from "@specwright/runtime/codegen";
import { allEncoders, ruleCodec } from "@specwright/runtime/testing";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import { reply, stubServer } from "./stub-server.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const createThing: OperationDescriptor = {
  encoders: allEncoders,
  id: "createThing",
  method: "POST",
  path: "/things",
  parameters: [{ name: "Idempotency-Key", in: "header" }],
  validators: {},
  responses: { 204: {}, 503: {} },
  security: [],
};
const required: OperationDescriptor = {
  ...createThing,
  parameters: [{ name: "idempotency-key", in: "header", required: true }],
  validators: { headers: ruleCodec(object({ "idempotency-key": type("string") })) },
};
const withoutKey: OperationDescriptor = { ...createThing, parameters: [] };
const elsewhere: OperationDescriptor = {
  ...createThing,
  parameters: [{ name: "Idempotency-Key", in: "query" }],
};
const done = reply(204);
const busy = reply(503);
const lost = (response: { destroy(): void }): void => response.destroy();

async function keysOf(
  operation: OperationDescriptor,
  options: Partial<RestTransportOptions> = {},
  request: RequestParts = {},
  call: CallOptions = {},
): Promise<readonly unknown[]> {
  await using server = await stubServer(lost, busy, done);
  const retry = { minMs: 1 };
  const transport = restTransport({ baseUrl: server.url, retry, ...options });
  await transport.call(operation, request, call).catch(() => undefined);
  return server.seen.map(({ headers }) => headers["idempotency-key"]);
}

describe("an idempotency key", () => {
  it.each([
    ["an operation that takes one", createThing],
    ["an operation that requires one", required],
  ])("is made for a call of %s, and kept by its retries", async (_, operation) => {
    const keys = await keysOf(operation);
    expect(keys).toHaveLength(3);
    expect(keys[0]).toMatch(UUID);
    expect(new Set(keys).size).toBe(1);
    expect(await keysOf(operation)).not.toContain(keys[0]);
  });

  const given = "a-key-of-the-caller";
  const cases: readonly [string, Parameters<typeof keysOf>, readonly unknown[]][] = [
    [
      "is the caller's if it is a parameter",
      [createThing, {}, { headers: { "Idempotency-Key": given } }],
      [given, given, given],
    ],
    [
      "is the caller's if it is a header of the call",
      [createThing, {}, {}, { headers: { "IDEMPOTENCY-KEY": given } }],
      [given, given, given],
    ],
    [
      "is the caller's if it is a header of the transport",
      [createThing, { headers: { "idempotency-key": given } }],
      [given, given, given],
    ],
    ["is made by a function", [createThing, { idempotencyKeys: () => "k" }], ["k", "k", "k"]],
    ["is not made if that is switched off", [createThing, { idempotencyKeys: false }], [undefined]],
    ["is not made for an operation that takes none", [withoutKey], [undefined]],
    ["is not made for a parameter of the query", [elsewhere], [undefined]],
    [
      "that is required and not made is missed before sending",
      [required, { idempotencyKeys: false }],
      [],
    ],
  ];
  it.each(cases)("%s", async (_, [operation, ...rest], want) => {
    expect(await keysOf(operation, ...rest)).toEqual(want);
  });

  it("that breaks the schema of the contract is refused, and the error names it", async () => {
    const short = object({}, { "Idempotency-Key": pattern(/^k\d+$/) });
    const strict = { ...createThing, validators: { headers: ruleCodec(short) } };
    const transport = restTransport({ baseUrl: "http://127.0.0.1:9" });
    await expect(transport.call(strict, {})).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("/Idempotency-Key"),
    });
    expect(await keysOf(strict, { idempotencyKeys: () => "k1" })).toEqual(["k1", "k1", "k1"]);
  });

  it("is not made on a page that has no randomUUID, because it is not a secure context", async () => {
    vi.stubGlobal("crypto", {});
    try {
      const optional = object({}, { "Idempotency-Key": type("string") });
      const checked = { ...createThing, validators: { headers: ruleCodec(optional) } };
      expect(await keysOf(checked)).toEqual([undefined]);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

it("is optional in the type of a request whose contract requires it", () => {
  interface Key {
    "Idempotency-Key": string;
  }
  interface WithShop extends Key {
    "X-Shop": string;
  }
  type Only = KeyedRequest<{ headers: Key; body: number }, "Idempotency-Key">;
  type Both = KeyedRequest<{ headers: WithShop }, "Idempotency-Key">;
  expectTypeOf<{ body: number }>().toExtend<Only>();
  expectTypeOf<{ body: number; headers: Key }>().toExtend<Only>();
  expectTypeOf<{ body: number; headers: { "Idempotency-Key": number } }>().not.toExtend<Only>();
  expectTypeOf<object>().not.toExtend<Both>();
  expectTypeOf<{ headers: Key }>().not.toExtend<Both>();
  expectTypeOf<{ headers: { "X-Shop": string } }>().toExtend<Both>();
});

describe("retries by contract", () => {
  const retryAfter = { headers: [{ name: "Retry-After" }] };
  const now = { "retry-after": "0" };
  type Responses = OperationDescriptor["responses"];
  const cases: readonly [
    string,
    Responses,
    ReturnType<typeof reply>,
    number[] | undefined,
    number,
  ][] = [
    ["500, undocumented", {}, reply(500, undefined, "", now), undefined, 1],
    ["500, documented", { 500: {} }, reply(500, undefined, "", now), undefined, 1],
    [
      "500 with its declared header",
      { 500: retryAfter },
      reply(500, undefined, "", now),
      undefined,
      2,
    ],
    ["500 without its declared header", { 500: retryAfter }, reply(500), undefined, 1],
    [
      "5XX with its declared header",
      { "5XX": retryAfter },
      reply(507, undefined, "", now),
      undefined,
      2,
    ],
    [
      "default with its declared header",
      { default: retryAfter },
      reply(403, undefined, "", now),
      undefined,
      2,
    ],
    ["an accepted job", { 202: retryAfter }, reply(202, undefined, "", now), undefined, 1],
    ["503, documented", { 503: {} }, reply(503), undefined, 2],
    ["503, undocumented", {}, reply(503), undefined, 2],
    ["a listed status", { 500: {} }, reply(500), [500], 2],
    ["a status that is no longer listed", { 503: {} }, reply(503), [500], 1],
    ["nothing but the contract", { 503: retryAfter }, reply(503, undefined, "", now), [], 2],
  ];
  it.each(cases)("%s", async (_, responses, answer, statuses, sent) => {
    await using server = await stubServer(answer, done);
    const operation = {
      ...createThing,
      ...{ method: "GET", parameters: [], responses: { 204: {}, ...responses } },
      readHeaders: () => ({ values: {}, issues: [] }),
    };
    const retry = { minMs: 1, ...(statuses === undefined ? {} : { statuses }) };
    await restTransport({ baseUrl: server.url, retry })
      .call(operation, {})
      .catch(() => undefined);
    expect(server.seen).toHaveLength(sent);
    // Requests that may not be repeated are never retried, whatever the contract says.
    await using unsafe = await stubServer(answer, done);
    const post = { ...operation, method: "POST" };
    await restTransport({ baseUrl: unsafe.url, retry })
      .call(post, {})
      .catch(() => undefined);
    expect(unsafe.seen).toHaveLength(1);
  });
});
