// Mistakes of a program: each is an error at once, and never a failed connection that is retried.

import { type Interceptor, restTransport, webhookSender } from "@specwright/rest/client";
import { isRestError, JsonError } from "@specwright/runtime";
import { anyJson, eventStream, type OperationDescriptor } from "@specwright/runtime/codegen";
import { allEncoders, fakeClock } from "@specwright/runtime/testing";
import { describe, expect, it } from "vitest";

type Options = Parameters<typeof restTransport>[0];

const text = { content: { "text/plain": { kind: "text" } } } as const;
const putThing: OperationDescriptor = {
  encoders: allEncoders,
  id: "putThing",
  method: "PUT",
  path: "/things",
  parameters: [{ name: "X-Tag", in: "header" }],
  validators: {},
  body: { content: { "application/octet-stream": { kind: "bytes" } } },
  responses: { 200: text },
  security: [["session"]],
};

const okResponse = (): Response =>
  new Response("ok", { headers: { "content-type": "text/plain" } });

/** Sends a request; resolves with the error, and with how often something was sent. */
async function exchange(options: Partial<Options>, request: object = {}, call: object = {}) {
  let sent = 0;
  const seen: unknown[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    sent += 1;
    // Rejects the same requests as the global function.
    await new Request(url, init).arrayBuffer();
    return okResponse();
  };
  const interceptors = [
    ...(options.interceptors ?? []),
    { error: (e: unknown) => void seen.push(e) },
  ];
  const transport = restTransport({
    ...{ baseUrl: "https://x.example", credentials: { session: "s" }, fetch, retry: { minMs: 0 } },
    ...options,
    interceptors,
  });
  const error = await transport.call(putThing, request, call).then(
    (answer) => answer,
    (cause: unknown) => cause,
  );
  return { error, sent, seen };
}

const consume = async ({ body }: { readonly body?: unknown }): Promise<void> => {
  if (body instanceof ReadableStream) await new Response(body).text();
};
const stream = () => new Blob(["content"]).stream();
const spoilt = (url: string): Interceptor => ({ request: () => ({ url }) });

describe("a request that cannot be sent is refused at once", () => {
  const header = "contains a character that HTTP does not allow";
  const isUsed = "the body was already read";
  const noUrl = "an interceptor returned an invalid URL";
  const cases: readonly [
    what: string,
    options: Partial<Options>,
    parts: object,
    message: string,
  ][] = [
    ["a header of the transport", { headers: { "x-a": "1\n2" } }, {}, `header x-a ${header}`],
    ["the name of a header", { headers: { "x a": "1" } }, {}, `header x a ${header}`],
    ["a header parameter", {}, { headers: { "X-Tag": "1\r\n2" } }, "header parameters: "],
    [
      "a credential",
      { credentials: { session: "top\nsecret" } },
      {},
      `header authorization ${header}`,
    ],
    [
      "a credential of a function",
      { credentials: { session: async () => "top\nsecret" } },
      {},
      `header authorization ${header}`,
    ],
    ["a URL in `request`", { interceptors: [spoilt("things")] }, {}, noUrl],
    ["a URL in `sign`", { interceptors: [{ sign: () => ({ url: "https://" }) }] }, {}, noUrl],
    ["a URL of another scheme", { interceptors: [spoilt("ftp://x.example")] }, {}, noUrl],
    [
      "a body read in `request`",
      { interceptors: [{ request: consume }] },
      { body: stream },
      isUsed,
    ],
    ["a body read in `sign`", { interceptors: [{ sign: consume }] }, { body: stream }, isUsed],
    [
      "a body that an interceptor made, read by the next one",
      { interceptors: [{ request: () => ({ body: stream() }) }, { sign: consume }] },
      { body: new Uint8Array(1) },
      isUsed,
    ],
  ];
  it.each(cases)("%s", async (_, options, { body, ...parts }: { body?: unknown }, message) => {
    const given = typeof body === "function" ? body() : body;
    const { error, sent, seen } = await exchange(options, { ...parts, body: given });
    expect(error).toMatchObject({ code: "invalid_request", operationId: "putThing" });
    expect(error).toHaveProperty("message", expect.stringContaining(message));
    expect(sent).toBe(0);
    expect(seen).toEqual([error]);
    for (let each = error; each instanceof Error; each = each.cause) {
      expect(each.message).not.toContain("secret");
    }
  });

  it("a value that JSON has no form for", async () => {
    const codec = {
      encode: () => {
        throw new JsonError("json_cycle", "the value contains itself");
      },
    };
    const body = { content: { "application/json": { kind: "json", codec } } };
    const operation = { ...putThing, body } as unknown as OperationDescriptor;
    const transport = restTransport({
      baseUrl: "https://x.example",
      credentials: { session: "s" },
    });
    await expect(transport.call(operation, { body: {} })).rejects.toMatchObject({
      code: "invalid_request",
      message: "invalid_request: putThing: the value contains itself",
    });
  });
});

describe("timeoutMs", () => {
  const wrong = [Number.NaN, -1, 0, Number.POSITIVE_INFINITY];
  it.each(wrong)("of %s is refused by a transport", (timeoutMs) => {
    const message = `invalid_timeout: timeoutMs must be positive: ${timeoutMs}`;
    expect(() => restTransport({ baseUrl: "https://x.example", timeoutMs })).toThrow(message);
  });
  it.each(wrong)("of %s is refused by a call", async (timeoutMs) => {
    const { error, sent } = await exchange({}, {}, { timeoutMs });
    expect(error).toMatchObject({ code: "invalid_timeout" });
    expect(sent).toBe(0);
  });
});

describe("an invalid base URL", () => {
  it.each(["https://", "https://x example", "localhost:80"])("is refused: %s", (baseUrl) => {
    expect(() => restTransport({ baseUrl })).toThrow("invalid_base_url: ");
  });

  it("is refused by the global fetch outside of a page", async () => {
    const transport = restTransport({ baseUrl: "/api", credentials: { session: "s" } });
    await expect(transport.call(putThing, {})).rejects.toMatchObject({ code: "invalid_base_url" });
  });
});

describe("retries", () => {
  it.each([Number.NaN, -1, 0.5])("of %s end", async (retries) => {
    let sent = 0;
    const fetch = async () => {
      sent += 1;
      throw new TypeError("no line");
    };
    const { error } = await exchange({ fetch, retry: { retries, minMs: 0 } });
    expect(error).toMatchObject({ code: "network" });
    expect(sent).toBe(retries > 0 ? 2 : 1);
  });
});

describe("an answer whose body was read", () => {
  it("by an interceptor is not a connection failure", async () => {
    const read: Interceptor = { response: async (response) => void (await response.text()) };
    const { error, sent } = await exchange({ interceptors: [read] });
    expect(error).toMatchObject({ code: "invalid_response" });
    expect(String(error)).toContain("read a clone()");
    expect(sent).toBe(1);
  });

  it("is lost on the way by a failed connection, and is requested again", async () => {
    let sent = 0;
    const fetch = async () => {
      sent += 1;
      if (sent > 1) return okResponse();
      const lost = new ReadableStream({ start: (c) => c.error(new TypeError("terminated")) });
      return new Response(lost, { headers: { "content-type": "text/plain" } });
    };
    const { error: answer } = await exchange({ fetch });
    expect(answer).toEqual({ status: 200, body: "ok" });
    expect(isRestError(answer)).toBe(false);
  });
});

async function readAll(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

describe("an error that is not a network error", () => {
  const mine = new TypeError("mine");

  it("does not make a sender of webhooks try again", async () => {
    const sender = webhookSender({
      sign: () => Promise.reject(mine),
      fetch: () => Promise.reject(new TypeError("nothing is sent")),
    });
    const sending = sender.send(
      { ...putThing, path: "", security: [], webhook: "w" },
      "https://x.example",
      {},
    );
    await expect(sending).rejects.toBe(mine);
  });

  it("does not make a stream of events connect for ever", async () => {
    const codec = anyJson;
    const events = {
      "text/event-stream": { kind: "sequential", format: eventStream, codec },
    } as const;
    const get = {
      ...putThing,
      method: "GET",
      security: [],
      responses: { 200: { content: events } },
    };
    const clock = fakeClock();
    const transport = restTransport({
      ...{ baseUrl: "https://x.example", clock },
      interceptors: [
        {
          request: (_, { attempt }) => {
            if (attempt > 1) throw mine;
          },
        },
      ],
      fetch: async () =>
        new Response("id: 1\ndata: {}\n\n", { headers: { "content-type": "text/event-stream" } }),
    });
    const { body } = await transport.call(get, {});
    const reading = readAll(Object(body));
    const ended = expect(reading).rejects.toBe(mine);
    await clock.advance(60_000);
    await ended;
  });
});
