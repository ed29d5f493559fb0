// Options of `fetch` of a transport and of a call.

import { restTransport } from "@specwright/rest/client";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { allEncoders } from "@specwright/runtime/testing";
import type { FetchOptions } from "@specwright/runtime/transport";
import { expect, expectTypeOf, test } from "vitest";

declare global {
  // As Next.js and other platforms add theirs.
  interface RequestInit {
    next?: { readonly revalidate?: number };
  }
}

const putThing: OperationDescriptor = {
  encoders: allEncoders,
  id: "putThing",
  method: "PUT",
  path: "/things",
  parameters: [],
  validators: {},
  body: { content: { "application/octet-stream": { kind: "bytes" } } },
  responses: { 204: {} },
  security: [],
};

interface Case {
  readonly of: string;
  readonly transport?: FetchOptions;
  readonly call?: FetchOptions;
  readonly want: object;
}

const cases: readonly Case[] = [
  { of: "none", want: { redirect: "manual", method: "PUT" } },
  {
    of: "the transport",
    transport: { cache: "no-store", next: { revalidate: 60 } },
    want: { cache: "no-store", next: { revalidate: 60 } },
  },
  { of: "a call", call: { keepalive: true }, want: { keepalive: true } },
  {
    of: "both",
    transport: { cache: "no-store", credentials: "include" },
    call: { cache: "reload" },
    want: { cache: "reload", credentials: "include" },
  },
  {
    of: "a program without types",
    call: { method: "GET", redirect: "follow", headers: { a: "b" }, body: "x" } as FetchOptions,
    want: { method: "PUT", redirect: "manual", headers: expect.any(Headers) },
  },
];

test.each(cases)("options of $of", async ({ transport, call, want }) => {
  const seen: (RequestInit | undefined)[] = [];
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    seen.push(init);
    return new Response(null, { status: seen.length === 1 ? 503 : 204 });
  };
  const base = { baseUrl: "https://x.example", fetch, retry: { minMs: 0, maxMs: 0 } };
  const options = transport === undefined ? base : { ...base, fetchOptions: transport };
  const answer = await restTransport(options).call(
    putThing,
    { body: new Uint8Array([1]) },
    call === undefined ? {} : { fetchOptions: call },
  );
  expect(answer.status).toBe(204);
  // A retry has them too.
  expect(seen).toEqual([expect.objectContaining(want), expect.objectContaining(want)]);
});

test("an upload with progress passes them on", async () => {
  const seen: (RequestInit | undefined)[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    seen.push(init);
    await new Request(url, init).arrayBuffer();
    return new Response(null, { status: 204 });
  };
  await restTransport({ baseUrl: "https://x.example", fetch }).call(
    putThing,
    { body: new Uint8Array([1]) },
    { fetchOptions: { credentials: "include" }, onUploadProgress: () => undefined },
  );
  expect(seen).toEqual([expect.objectContaining({ credentials: "include", method: "PUT" })]);
});

test("the type has the options of the platform, except the ones that a transport sets", () => {
  expectTypeOf<FetchOptions>().toHaveProperty("next");
  expectTypeOf<FetchOptions>().toHaveProperty("keepalive");
  expectTypeOf<"method" | "headers" | "body" | "signal" | "redirect">().not.toExtend<
    keyof FetchOptions
  >();
});
