import { bearer, type Interceptor, restTransport } from "@specwright/rest/client";
import { isRestError } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { allEncoders, fakeClock } from "@specwright/runtime/testing";
import { describe, expect, it } from "vitest";
import { reply, stubServer } from "./stub-server.ts";

const text = { content: { "text/plain": { kind: "text" } } } as const;
const getThing: OperationDescriptor = {
  encoders: allEncoders,
  id: "getThing",
  method: "GET",
  path: "/things",
  parameters: [],
  validators: {},
  responses: { 200: text, 401: text, 503: text },
  security: [["session"]],
};
const putThing: OperationDescriptor = {
  ...getThing,
  id: "putThing",
  method: "PUT",
  body: { required: true, content: { "text/plain": { kind: "text" } } },
};
const ok = reply(200, "text/plain", "ok");
const busy = reply(503, "text/plain", "busy");
const lost = (response: { destroy(): void }): void => response.destroy();
const retry = { minMs: 1 };

/** Calls an operation with interceptors; resolves with the answer and the request as received. */
async function exchange(
  interceptors: readonly Interceptor[],
  {
    operation = getThing,
    answers = [ok],
    body,
  }: {
    readonly operation?: OperationDescriptor;
    readonly answers?: readonly ReturnType<typeof reply>[];
    readonly body?: string;
  } = {},
) {
  await using server = await stubServer(...answers);
  const credentials = { session: bearer("secret") };
  const transport = restTransport({ baseUrl: server.url, credentials, retry, interceptors });
  try {
    const answer = await transport.call(operation, { body });
    return { answer, seen: [...server.seen] };
  } catch (error) {
    return { error, seen: [...server.seen] };
  }
}

/** An interceptor that logs its arguments under a name. */
function writer(log: string[], name: string): Interceptor {
  const write = (step: string, what: unknown): void => void log.push(`${name} ${step} ${what}`);
  return {
    request: ({ headers }, { attempt }) =>
      write("request", `${attempt} ${headers.get("authorization")}`),
    sign: ({ headers }, { attempt }) => write("sign", `${attempt} ${headers.get("authorization")}`),
    response: ({ status }, { attempt, operation }) =>
      write("response", `${attempt} ${operation.id} ${status}`),
    error: (error) => write("error", Object(error).code),
  };
}

describe("the order", () => {
  const orders: readonly [string, ReturnType<typeof reply>[], string[]][] = [
    [
      "of a call: requests see no credentials, `sign` does; responses come in reverse",
      [ok],
      [
        "a request 1 null",
        "b request 1 null",
        "a sign 1 Bearer secret",
        "b sign 1 Bearer secret",
        "b response 1 getThing 200",
        "a response 1 getThing 200",
      ],
    ],
    [
      "of a redirect: it is signed again",
      [reply(302, undefined, "", { location: "/other" }), ok],
      [
        "a request 1 null",
        "b request 1 null",
        "a sign 1 Bearer secret",
        "b sign 1 Bearer secret",
        "a sign 1 Bearer secret",
        "b sign 1 Bearer secret",
        "b response 1 getThing 200",
        "a response 1 getThing 200",
      ],
    ],
    [
      "of a failure: errors come last and in reverse",
      [reply(418, "text/plain", "")],
      [
        "a request 1 null",
        "b request 1 null",
        "a sign 1 Bearer secret",
        "b sign 1 Bearer secret",
        "b response 1 getThing 418",
        "a response 1 getThing 418",
        "b error unexpected_status",
        "a error unexpected_status",
      ],
    ],
  ];
  it.each(orders)("%s", async (_, answers, want) => {
    const log: string[] = [];
    await exchange([writer(log, "a"), writer(log, "b")], { answers });
    expect(log).toEqual(want);
  });

  const attempts: readonly [string, ReturnType<typeof reply>[], string[]][] = [
    [
      "after a busy server",
      [busy, ok],
      ["request 1", "response 1 503", "request 2", "response 2 200"],
    ],
    ["after a lost connection", [lost, ok], ["request 1", "request 2", "response 2 200"]],
  ];
  it.each(attempts)("of the attempts %s", async (_, answers, want) => {
    const log: string[] = [];
    const calls = new Set<object>();
    const interceptor: Interceptor = {
      request: (_request, call) => {
        calls.add(call);
        log.push(`request ${call.attempt}`);
      },
      response: ({ status }, call) => {
        calls.add(call);
        log.push(`response ${call.attempt} ${status}`);
      },
    };
    expect((await exchange([interceptor], { answers })).answer).toMatchObject({ body: "ok" });
    expect(log).toEqual(want);
    expect(calls.size).toBe(1);
  });

  it("of a renewed secret: it is a separate attempt", async () => {
    await using server = await stubServer(reply(401, "text/plain", ""), ok);
    const log: string[] = [];
    const transport = restTransport({
      baseUrl: server.url,
      credentials: { session: (refused) => (refused === undefined ? "old" : "new") },
      interceptors: [writer(log, "a")],
    });
    expect((await transport.call(getThing, {})).status).toBe(200);
    expect(log.filter((line) => !line.includes("response"))).toEqual([
      "a request 1 null",
      "a sign 1 Bearer old",
      "a request 2 null",
      "a sign 2 Bearer new",
    ]);
  });
});

describe("a replaced", () => {
  const requests: readonly [string, Interceptor, object][] = [
    [
      "header",
      { request: ({ headers }) => headers.set("x-trace", "t-1") },
      { headers: { "x-trace": "t-1" } },
    ],
    ["url", { request: ({ url }) => ({ url: `${url}?page=2` }) }, { url: "/things?page=2" }],
    [
      "set of headers",
      { request: (request) => ({ ...request, headers: new Headers({ "x-only": "1" }) }) },
      { headers: { "x-only": "1", authorization: "Bearer secret" } },
    ],
    [
      "request with credentials",
      {
        sign: async ({ headers, url }) => {
          headers.set("x-signature", `${headers.get("authorization")} ${new URL(url).pathname}`);
        },
      },
      { headers: { "x-signature": "Bearer secret /things" } },
    ],
  ];
  it.each(requests)("%s is sent, in each attempt once", async (_, interceptor, want) => {
    const { seen } = await exchange([interceptor], { answers: [busy, ok] });
    expect(seen).toHaveLength(2);
    for (const request of seen) expect(request).toMatchObject(want);
  });

  it("body is sent, also one that is a stream", async () => {
    const gzip: Interceptor = {
      async request({ headers, body }) {
        headers.set("content-encoding", "gzip");
        const { body: stream } = new Response(body ?? null);
        return stream === null ? {} : { body: stream.pipeThrough(new CompressionStream("gzip")) };
      },
    };
    const { seen, answer } = await exchange([gzip], {
      ...{ operation: putThing, answers: [busy, ok], body: "hello" },
    });
    expect(answer).toMatchObject({ status: 200 });
    expect(seen.map((request) => request.headers["content-encoding"])).toEqual(["gzip", "gzip"]);
    for (const { body } of seen) {
      const unzipped = new Blob([new Uint8Array(body)])
        .stream()
        .pipeThrough(new DecompressionStream("gzip"));
      expect(await new Response(unzipped).text()).toBe("hello");
    }
  });

  const responses: readonly [string, Interceptor, object, number][] = [
    [
      "response is what the caller gets",
      { response: () => new Response("mine", { headers: { "content-type": "text/plain" } }) },
      { status: 200, body: "mine" },
      1,
    ],
    [
      "status decides upon a retry",
      {
        response: ({ status }, { attempt }) =>
          attempt === 1 && status === 200 ? new Response(null, { status: 503 }) : undefined,
      },
      { status: 200, body: "ok" },
      2,
    ],
    [
      "exchange sends nothing",
      { request: () => new Response("kept", { headers: { "content-type": "text/plain" } }) },
      { status: 200, body: "kept" },
      0,
    ],
  ];
  it.each(responses)("%s", async (_, interceptor, want, sent) => {
    const { answer, seen } = await exchange([interceptor]);
    expect(answer).toEqual(want);
    expect(seen).toHaveLength(sent);
  });

  it("error reaches the caller; the last one wins", async () => {
    class Gone extends Error {}
    const { error } = await exchange(
      [
        { error: (cause) => (cause instanceof Gone ? new Error("outer", { cause }) : undefined) },
        { error: (cause) => (isRestError(cause) ? new Gone(cause.code, { cause }) : undefined) },
        { error: () => undefined },
      ],
      { answers: [lost] },
    );
    expect(error).toMatchObject({
      message: "outer",
      cause: { message: "network", cause: { code: "network", operationId: "getThing" } },
    });
  });

  it("error may be thrown", async () => {
    const other = new Error("other");
    const { error } = await exchange([{ error: () => Promise.reject(other) }], { answers: [lost] });
    expect(error).toBe(other);
  });
});

describe("an error of an interceptor", () => {
  const own = new TypeError("mine");
  const throwing: readonly [keyof Interceptor, Interceptor, number][] = [
    [
      "request",
      {
        request: () => {
          throw own;
        },
      },
      0,
    ],
    ["request", { request: () => Promise.reject(own) }, 0],
    ["sign", { sign: () => Promise.reject(own) }, 0],
    ["response", { response: () => Promise.reject(own) }, 1],
  ];
  it.each(throwing)("in `%s` reaches the caller unchanged, without a retry", async (...given) => {
    const [, interceptor, sent] = given;
    const seenByError: unknown[] = [];
    const { error, seen } = await exchange([
      { error: (each) => void seenByError.push(each) },
      interceptor,
    ]);
    expect(error).toBe(own);
    expect(seen).toHaveLength(sent);
    expect(seenByError).toEqual([own]);
  });
});

describe("an interceptor that never ends", () => {
  const steps = ["request", "sign", "response"] as const;
  const ends = ["timeout", "aborted"] as const;
  it.each(steps.flatMap((step) => ends.map((end) => [step, end] as const)))(
    "in `%s` does not outlast a call: %s",
    async (step, end) => {
      await using server = await stubServer(ok);
      const hanging = Promise.withResolvers<void>();
      const hang = (): Promise<undefined> => {
        hanging.resolve();
        return new Promise(() => {});
      };
      const clock = fakeClock();
      const seen: unknown[] = [];
      const transport = restTransport({
        ...{ baseUrl: server.url, clock, timeoutMs: 500 },
        credentials: { session: "secret" },
        interceptors: [{ [step]: hang, error: (error) => void seen.push(error) }],
      });
      const controller = new AbortController();
      const call = transport.call(getThing, {}, { signal: controller.signal });
      const ended = expect(call).rejects.toMatchObject({ code: end });
      await hanging.promise;
      if (end === "timeout") await clock.advance(500);
      else controller.abort();
      await ended;
      expect(seen).toMatchObject([{ code: end }]);
      expect(clock.pending()).toBe(0);
    },
  );
});

describe("a custom fetch", () => {
  it("sends what interceptors and retries make, and may ignore the signal", async () => {
    const sent: string[] = [];
    const answers = [
      () => Promise.reject(new TypeError("no line")),
      () => new Response("busy", { status: 503 }),
    ];
    const transport = restTransport({
      baseUrl: "https://x.example",
      credentials: { session: "secret" },
      retry,
      interceptors: [
        { request: ({ headers }, { attempt }) => headers.set("x-attempt", `${attempt}`) },
      ],
      fetch: async (url, init) => {
        const headers = new Headers(init?.headers);
        sent.push(
          `${init?.method} ${url} ${headers.get("x-attempt")} ${headers.get("authorization")}`,
        );
        const type = { "content-type": "text/plain" };
        return (await answers.shift()?.()) ?? new Response("ok", { headers: type });
      },
    });
    expect(await transport.call(getThing, {})).toEqual({ status: 200, body: "ok" });
    expect(sent).toEqual(
      [1, 2, 3].map((attempt) => `GET https://x.example/things ${attempt} Bearer secret`),
    );
    const clock = fakeClock();
    const deaf = restTransport({
      ...{ baseUrl: "https://x.example", clock, timeoutMs: 10 },
      credentials: { session: "secret" },
      fetch: () => new Promise(() => {}),
    });
    const ended = expect(deaf.call(getThing, {})).rejects.toMatchObject({ code: "timeout" });
    await clock.advance(10);
    await ended;
  });
});
