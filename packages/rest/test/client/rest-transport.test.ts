import { createServer } from "node:net";
import {
  apiKey,
  basic,
  bearer,
  type Credentials,
  type RestTransportOptions,
  restTransport,
  type Secret,
  token,
} from "@specwright/rest/client";
import { type Clock, type RequestParts, RestError } from "@specwright/runtime";
import {
  allOf,
  anyBody,
  maximum,
  minimum,
  type OperationDescriptor,
  object,
  type Rule,
  readResponseHeaders,
  reject,
  toBigInt,
  type,
} from "@specwright/runtime/codegen";
import { allEncoders, fakeClock, ruleCodec } from "@specwright/runtime/testing";
import { describe, expect, it, vi } from "vitest";
import { reply, type SeenRequest, stubServer } from "./stub-server.ts";

const strict = { additional: reject };
const int64: Rule = (payload) => {
  payload.value = toBigInt(payload.value);
  type("int64")(payload);
};
const thing = {
  kind: "json",
  codec: ruleCodec(object({ id: type("integer") }, { seq: int64 }, strict)),
} as const;
const problemMedia = { kind: "json", codec: ruleCodec(object({ code: type("string") })) } as const;

const getThing: OperationDescriptor = {
  encoders: allEncoders,
  readHeaders: readResponseHeaders,
  id: "getThing",
  method: "GET",
  path: "/things/{thing_id}",
  parameters: [
    {
      name: "thing_id",
      in: "path",
      required: true,
      type: "integer",
      style: "simple",
      explode: false,
    },
    {
      name: "tag",
      in: "query",
      required: false,
      type: "string",
      array: true,
      style: "form",
      explode: true,
    },
    {
      name: "X-Trace",
      in: "header",
      required: false,
      type: "string",
      style: "simple",
      explode: false,
    },
    { name: "theme", in: "cookie", required: false, type: "string", style: "form", explode: true },
  ],
  validators: {
    path: ruleCodec(object({ thing_id: allOf(type("integer"), minimum(1)) }, {}, strict)),
  },
  responses: {
    200: { content: { "application/json": thing } },
    404: { content: { "application/problem+json": problemMedia } },
    "4XX": { content: { "text/*": { kind: "text" } } },
    204: {},
    206: {
      headers: [
        {
          name: "X-Total",
          required: true,
          type: "integer",
          codec: ruleCodec(allOf(type("integer"), maximum(500))),
        },
      ],
      content: { "application/octet-stream": { kind: "bytes" } },
    },
  },
  security: [],
};

const putThing: OperationDescriptor = {
  ...getThing,
  id: "putThing",
  method: "PUT",
  parameters: getThing.parameters.slice(0, 1),
  body: { required: true, content: { "application/json": thing, "text/plain": { kind: "text" } } },
  responses: { 200: { content: { "application/json": thing } }, default: {} },
};

const ok = reply(200, "application/json; charset=utf-8", '{"id":7,"seq":1763700000123456789}');
const request: RequestParts = { path: { thing_id: 7 } };

/** Creates a clock that does not wait, and records the requested delays. */
function recordingClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => Date.parse("2025-11-21T09:00:00.000Z"),
    elapsed: () => 0,
    setTimer(delayMs, run) {
      if (delayMs === 30_000) return () => undefined;
      waits.push(delayMs);
      const immediate = setImmediate(run);
      return () => clearImmediate(immediate);
    },
  };
}

async function failure(promise: Promise<unknown>): Promise<RestError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
  throw new Error("the call succeeded");
}

async function sent(
  operation: OperationDescriptor,
  parts: RequestParts,
  options: Partial<RestTransportOptions> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<SeenRequest> {
  await using server = await stubServer(ok);
  await restTransport({ baseUrl: server.url, ...options }).call(operation, parts, { headers });
  const [first] = server.seen;
  if (first === undefined) throw new Error("nothing was sent");
  return first;
}

describe("requests", () => {
  it("puts each part in its place", async () => {
    const seen = await sent(
      getThing,
      {
        path: { thing_id: 7 },
        query: { tag: ["a b", "c&d"] },
        headers: { "X-Trace": "t-1" },
        cookies: { theme: "da;rk" },
      },
      { headers: { "x-app": "1", "user-agent": "mine" } },
    );
    expect(seen).toMatchObject({
      method: "GET",
      url: "/things/7?tag=a%20b&tag=c%26d",
      headers: {
        "x-trace": "t-1",
        "x-app": "1",
        "user-agent": "mine",
        cookie: "theme=da%3Brk",
        accept: "application/json, application/octet-stream, application/problem+json, text/*",
      },
    });
    expect(seen.headers["content-type"]).toBeUndefined();
  });

  it("keeps the path of the base", async () => {
    await using server = await stubServer(ok);
    await restTransport({ baseUrl: `${server.url}/api/v1/` }).call(getThing, request);
    expect(server.seen[0]?.url).toBe("/api/v1/things/7");
  });

  const bodies: readonly [
    name: string,
    body: unknown,
    headers: Record<string, string>,
    type: string,
    text: string,
  ][] = [
    [
      "json",
      { id: 1, seq: 9007199254740993n },
      {},
      "application/json",
      '{"id":1,"seq":9007199254740993}',
    ],
    [
      "text",
      "hello",
      { "content-type": "text/plain; charset=utf-8" },
      "text/plain; charset=utf-8",
      "hello",
    ],
  ];
  it.each(bodies)("sends %s", async (_name, body, headers, type, text) => {
    const seen = await sent(putThing, { ...request, body }, {}, headers);
    expect(seen.headers["content-type"]).toBe(type);
    expect(seen.body.toString()).toBe(text);
  });

  it("sends forms, multipart and url-encoded, and bytes", async () => {
    const upload: OperationDescriptor = {
      ...putThing,
      method: "POST",
      body: { required: true, content: { "multipart/form-data": { kind: "form" } } },
    };
    const multipart = await sent(upload, {
      ...request,
      body: {
        file: new File(["PNG"], "a.png", { type: "image/png" }),
        n: 5n,
        tags: ["a", "b"],
        o: { x: 1 },
      },
    });
    const form = await new Response(new Uint8Array(multipart.body), {
      headers: { "content-type": multipart.headers["content-type"] ?? "" },
    }).formData();
    expect([...form.keys()]).toEqual(["file", "n", "tags", "tags", "o"]);
    expect(form.get("o")).toBe('{"x":1}');
    const urlEncoded = await sent(
      {
        ...upload,
        body: {
          required: true,
          content: { "application/x-www-form-urlencoded": { kind: "form" } },
        },
      },
      { ...request, body: { a: "1 2", b: [true, false] } },
    );
    expect(urlEncoded.body.toString()).toBe("a=1+2&b=true&b=false");
    const bytes = await sent(
      { ...upload, body: { required: true, content: { "image/*": { kind: "bytes" } } } },
      { ...request, body: new Blob([new Uint8Array([1, 2])], { type: "image/png" }) },
    );
    expect([bytes.headers["content-type"], [...bytes.body]]).toEqual(["image/png", [1, 2]]);
    const stream = await sent(
      {
        ...upload,
        body: { required: true, content: { "application/octet-stream": { kind: "bytes" } } },
      },
      { ...request, body: new Blob(["abc"]).stream() },
    );
    expect(stream.body.toString()).toBe("abc");
  });

  const invalid: readonly [name: string, operation: OperationDescriptor, parts: RequestParts][] = [
    ["a parameter that breaks its schema", getThing, { path: { thing_id: 0 } }],
    ["an unknown path parameter", getThing, { path: { thing_id: 1, other: 1 } }],
    ["a missing path", getThing, {}],
    ["a header injection", getThing, { ...request, headers: { "X-Trace": "a\r\nX-Admin: 1" } }],
    ["a body that breaks its schema", putThing, { ...request, body: { id: "x" } }],
    ["a missing body", putThing, request],
    ["a body where none is taken", getThing, { ...request, body: {} }],
    ["a body of no documented kind", putThing, { ...request, body: new Uint8Array(1) }],
  ];
  it.each(invalid)("refuses %s before sending", async (_name, operation, parts) => {
    await using server = await stubServer(ok);
    const error = await failure(restTransport({ baseUrl: server.url }).call(operation, parts));
    expect(error).toMatchObject({ code: "invalid_request", operationId: operation.id });
    expect(server.seen).toEqual([]);
  });
});

describe("credentials", () => {
  const secured = (security: string[][]): OperationDescriptor => ({ ...getThing, security });
  const credentials = {
    session: "s-1",
    // The value of an environment variable that is not set.
    unset: undefined as unknown as string,
    admin: bearer(async () => "a-1"),
    publisher: token("p-1"),
    legacy: basic("\u00fcser", ""),
    key: apiKey({ in: "header", name: "X-Key" }, "k-1"),
    queryKey: apiKey({ in: "query", name: "api key" }, "q&1"),
    crumb: apiKey({ in: "cookie", name: "sid" }, "c-1"),
  };
  const cases: readonly [security: string[][], want: object][] = [
    [[], { url: "/things/7", authorization: undefined }],
    [[["session"]], { authorization: "Bearer s-1" }],
    [[["admin"]], { authorization: "Bearer a-1" }],
    [[["publisher"]], { authorization: "Token p-1" }],
    [[["legacy"]], { authorization: "Basic w7xzZXI6" }],
    [[["key"]], { key: "k-1", authorization: undefined }],
    [[["queryKey"]], { url: "/things/7?api%20key=q%261" }],
    [[["crumb"]], { cookie: "sid=c-1" }],
    [[["unknown"], ["session", "key"]], { authorization: "Bearer s-1", key: "k-1" }],
    [[[], ["session"]], { authorization: "Bearer s-1" }],
    [[[], ["unknown"]], { authorization: undefined }],
    [[["unset"], ["key"]], { key: "k-1", authorization: undefined }],
  ];
  it.each(cases)("%j", async (security, want) => {
    const seen = await sent(secured(security), request, { credentials });
    const { authorization, cookie } = seen.headers;
    expect({ url: seen.url, authorization, cookie, key: seen.headers["x-key"] }).toMatchObject(
      want,
    );
  });

  const none: readonly [what: string, secret: Secret][] = [
    ["undefined", () => undefined],
    ["null", async () => null],
    ["an empty text", () => ""],
  ];
  it.each(none)("are not sent if their function returns %s", async (_, session) => {
    const options = { credentials: { session, key: credentials.key } };
    const { headers } = await sent(secured([["session"], ["key"]]), request, options);
    expect(headers).toMatchObject({ "x-key": "k-1" });
    expect(headers).not.toHaveProperty("authorization");
    const open = await sent(secured([["session"], []]), request, options);
    expect(open.headers).not.toHaveProperty("authorization");
    const error = await failure(
      restTransport({ baseUrl: "http://127.0.0.1:9", ...options }).call(
        secured([["session"]]),
        request,
      ),
    );
    expect(error.code).toBe("missing_credentials");
  });

  it("are not renewed by a function that has no secret any more", async () => {
    await using server = await stubServer(reply(401));
    const secrets = ["s-1", undefined];
    const session = (): string | undefined => secrets.shift();
    const transport = restTransport({ baseUrl: server.url, credentials: { session } });
    await failure(transport.call(secured([["session"]]), request));
    expect(server.seen).toHaveLength(1);
    expect(secrets).toEqual([]);
  });

  it("reject a function that returns something other than a secret", () => {
    // @ts-expect-error A number is not a secret.
    const wrong: Credentials = { session: () => 5 };
    expect(wrong).toBeDefined();
  });

  it("names the missing credentials", async () => {
    const transport = restTransport({ baseUrl: "http://127.0.0.1:9" });
    const error = await failure(transport.call(secured([["a", "b"], ["c"]]), request));
    expect(error.code).toBe("missing_credentials");
    expect(error.message).toContain("needs a and b, or c");
  });

  it("passes on errors of a credential function", async () => {
    const broken = new Error("vault is shut");
    const transport = restTransport({
      baseUrl: "http://127.0.0.1:9",
      credentials: { session: () => Promise.reject(broken) },
    });
    await expect(transport.call(secured([["session"]]), request)).rejects.toBe(broken);
  });
});

describe("responses", () => {
  const documented: readonly [answer: ReturnType<typeof reply>, want: object][] = [
    [ok, { status: 200, body: { id: 7, seq: 1763700000123456789n } }],
    [reply(200, "APPLICATION/JSON", '{"id":7}'), { status: 200, body: { id: 7 } }],
    [reply(204), { status: 204 }],
    [
      reply(404, "application/problem+json", '{"code":"not_found"}'),
      { status: 404, body: { code: "not_found" } },
    ],
    [reply(418, "text/html", "<p>"), { status: "4XX", statusCode: 418, body: "<p>" }],
    [
      reply(206, "application/octet-stream", "\u0001", { "x-total": "12" }),
      { status: 206, headers: { "X-Total": 12 }, body: new Uint8Array([1]) },
    ],
  ];
  it.each(documented)("decodes %#", async (answer, want) => {
    await using server = await stubServer(answer);
    expect(await restTransport({ baseUrl: server.url }).call(getThing, request)).toEqual(want);
  });

  it("gives default its status code, and streams their body", async () => {
    await using server = await stubServer(reply(299, "x/y", "z"));
    const transport = restTransport({ baseUrl: server.url });
    expect(await transport.call({ ...getThing, responses: { default: {} } }, request)).toEqual({
      status: "default",
      statusCode: 299,
    });
  });

  const problem = '{"type":"about:blank","title":"Teapot","status":500,"code":"internal_error"}';
  const refused: readonly [name: string, answer: ReturnType<typeof reply>, want: object][] = [
    [
      "status",
      reply(500, "text/plain", "x".repeat(500)),
      { code: "unexpected_status", status: 500, excerpt: "x".repeat(200) },
    ],
    [
      "status with problem",
      reply(500, "application/problem+json", problem),
      { code: "unexpected_status", problem: { code: "internal_error" } },
    ],
    [
      "content type",
      reply(200, "text/html", "<p>"),
      { code: "unexpected_content_type", status: 200, excerpt: "<p>" },
    ],
    ["no content type", reply(200, undefined, "{}"), { code: "unexpected_content_type" }],
    [
      "schema",
      reply(200, "application/json", '{"id":"x"}'),
      { code: "invalid_response", cause: { code: "decode" } },
    ],
    [
      "not JSON",
      reply(200, "application/json", "<p>"),
      { code: "invalid_response", cause: { code: "malformed" } },
    ],
    [
      "header",
      reply(206, "application/octet-stream", ""),
      { code: "invalid_response", status: 206 },
    ],
    [
      "value of a header",
      reply(206, "application/octet-stream", "", { "x-total": "501" }),
      {
        code: "invalid_response",
        message: 'invalid_response: getThing: headers: Expected at most 500 at "/X-Total"',
      },
    ],
  ];
  it.each(refused)("refuses an undocumented %s", async (_name, answer, want) => {
    await using server = await stubServer(answer);
    const error = await failure(restTransport({ baseUrl: server.url }).call(getThing, request));
    expect(error).toMatchObject({ operationId: "getThing", ...want });
    expect(error.message.length).toBeLessThan(300);
  });

  it("names the media type where there is a choice", async () => {
    const choice: OperationDescriptor = {
      ...putThing,
      responses: { 200: { content: { "application/json": thing, "text/*": { kind: "text" } } } },
    };
    await using server = await stubServer(reply(200, "text/csv; header=present", "a,b"), ok);
    const transport = restTransport({ baseUrl: server.url });
    const parts = { ...request, contentType: "text/plain", body: "x" };
    expect(await transport.call(choice, parts)).toEqual({
      status: 200,
      contentType: "text/csv; header=present",
      body: "a,b",
    });
    expect(await transport.call(choice, parts)).toMatchObject({ contentType: "application/json" });
    expect(server.seen[0]?.headers["content-type"]).toBe("text/plain");
  });

  it.each([
    ["path", { body: anyBody }],
    ["body", { path: (): string => "/things/7" }],
    ["credentials", { path: (): string => "/things/7", body: anyBody }],
  ])("says that a descriptor has no encoder of the %s", async (part, encoders) => {
    const given = { path: { thing_id: 7 }, body: { id: 7 } };
    const transport = restTransport({ baseUrl: "http://127.0.0.1:1" });
    const security = part === "credentials" ? [["session"]] : [];
    const error = await failure(transport.call({ ...putThing, encoders, security }, given));
    expect(error).toMatchObject({
      code: "invalid_request",
      message: `invalid_request: putThing: the descriptor has no ${part} encoder`,
    });
  });

  it("stops reading at the limit", async () => {
    await using server = await stubServer(
      reply(200, "application/json", `"${"x".repeat(100_000)}"`),
    );
    const transport = restTransport({ baseUrl: server.url, maxResponseBytes: 1000 });
    expect((await failure(transport.call(getThing, request))).code).toBe("invalid_response");
  });
});

describe("redirects", () => {
  it("stay within the origin", async () => {
    await using other = await stubServer(ok);
    await using server = await stubServer(
      reply(302, undefined, "", { location: "/things/8" }),
      ok,
      reply(307, undefined, "", { location: `${other.url}/things/8` }),
    );
    const transport = restTransport({ baseUrl: server.url, credentials: { session: "secret" } });
    const secured = { ...getThing, security: [["session"]] };
    expect(await transport.call(secured, request)).toMatchObject({ status: 200 });
    expect(server.seen.map((seen) => seen.url)).toEqual(["/things/7", "/things/8"]);
    const error = await failure(transport.call(secured, request));
    expect(error).toMatchObject({ code: "redirect_refused", status: 307 });
    expect(other.seen).toEqual([]);
  });

  it("end", async () => {
    await using server = await stubServer(reply(302, undefined, "", { location: "/loop" }));
    const error = await failure(restTransport({ baseUrl: server.url }).call(getThing, request));
    expect(error.code).toBe("redirect_refused");
    expect(server.seen).toHaveLength(6);
  });

  it("are answers when documented, and for methods that write", async () => {
    await using server = await stubServer(reply(303, undefined, "", { location: "/x" }));
    const transport = restTransport({ baseUrl: server.url });
    expect(await transport.call({ ...getThing, responses: { 303: {} } }, request)).toEqual({
      status: 303,
    });
    const post: OperationDescriptor = { ...getThing, method: "POST" };
    expect((await failure(transport.call(post, request))).code).toBe("unexpected_status");
    expect(server.seen).toHaveLength(2);
  });
});

describe("retries", () => {
  const busy = reply(503, "text/plain", "busy");
  const cases: readonly [
    method: string,
    answers: ReturnType<typeof reply>[],
    want: string | number,
    sent: number,
  ][] = [
    ["GET", [busy, busy, ok], 200, 3],
    ["GET", [reply(502), ok], 200, 2],
    ["GET", [reply(504), ok], 200, 2],
    ["GET", [reply(429), ok], 200, 2],
    ["GET", [busy], "unexpected_status", 3],
    ["GET", [reply(500), ok], "unexpected_status", 1],
    ["GET", [(response) => response.destroy(), ok], 200, 2],
    ["GET", [(response) => response.destroy()], "network", 3],
    ["PUT", [busy, ok], 200, 2],
    ["DELETE", [busy, ok], 200, 2],
    ["POST", [busy, ok], "unexpected_status", 1],
    ["PATCH", [busy, ok], "unexpected_status", 1],
    ["POST", [(response) => response.destroy(), ok], "network", 1],
  ];
  it.each(cases)("%s %#", async (method, answers, want, count) => {
    await using server = await stubServer(...answers);
    const transport = restTransport({ baseUrl: server.url, clock: recordingClock() });
    const call = transport.call({ ...getThing, method }, request);
    if (typeof want === "number") expect((await call).status).toBe(want);
    else expect((await failure(call)).code).toBe(want);
    expect(server.seen).toHaveLength(count);
  });

  const keyed = {
    ...getThing,
    method: "POST",
    parameters: [
      ...getThing.parameters,
      {
        ...({ name: "Idempotency-Key", in: "header", required: false } as const),
        ...({ type: "string", style: "simple", explode: false } as const),
      },
    ],
  } satisfies OperationDescriptor;
  const atWork = reply(409, "text/plain", "", { "retry-after": "1" });
  const withKey: readonly [ReturnType<typeof reply>[], string | number, number][] = [
    [[busy, ok], 200, 2],
    [[(response) => response.destroy(), ok], 200, 2],
    [[(response) => response.destroy(), atWork, ok], 200, 3],
    [[reply(409, "text/plain"), ok], "4XX", 1],
  ];
  it.each(withKey)("POST with a key that the contract takes %#", async (answers, want, count) => {
    await using server = await stubServer(...answers);
    const transport = restTransport({ baseUrl: server.url, clock: recordingClock() });
    const headers = { "Idempotency-Key": "the-key-of-a-request" };
    const answer = await transport.call(keyed, { ...request, headers });
    expect(answer.status).toBe(want);
    expect(server.seen).toHaveLength(count);
    expect(new Set(server.seen.map((seen) => seen.headers["idempotency-key"])).size).toBe(1);
  });

  it.each([
    ["a read", { ...getThing }, {}, 200, 3],
    ["a write with a key", keyed, { "Idempotency-Key": "the-key-of-a-request" }, 200, 3],
    ["a write without one, which may have been done,", keyed, {}, 503, 1],
  ])(
    "T9 503 unavailable of %s is sent again as Retry-After says, if that is safe",
    async (...given) => {
      const [, operation, headers, want, count] = given;
      const problem =
        '{"type":"about:blank","title":"Service Unavailable","status":503,"code":"unavailable"}';
      const away = reply(503, "application/problem+json", problem, { "retry-after": "2" });
      await using server = await stubServer(away, away, ok);
      const clock = recordingClock();
      const transport = restTransport({
        ...{ baseUrl: server.url, clock, random: () => 0 },
        idempotencyKeys: false,
      });
      const documented = { ...operation, responses: { ...operation.responses, 503: {} } };
      const call = transport.call(documented, { ...request, headers });
      expect((await call).status).toBe(want);
      expect(server.seen).toHaveLength(count);
      expect(clock.waits).toEqual(Array.from({ length: count - 1 }, () => 2000));
    },
  );

  it("32.4 draws no random number for a call without a retry, because Next.js refuses it", async () => {
    await using server = await stubServer(ok);
    const random = vi.fn(() => 0.5);
    const transport = restTransport({ baseUrl: server.url, random });
    expect((await transport.call(getThing, request)).status).toBe(200);
    expect(random).not.toHaveBeenCalled();
  });

  it("rejects a key that the contract does not know", async () => {
    await using server = await stubServer(busy, ok);
    const transport = restTransport({ baseUrl: server.url, clock: recordingClock() });
    const headers = { "Idempotency-Key": "the-key-of-a-request" };
    await failure(transport.call({ ...getThing, method: "POST" }, request, { headers }));
    expect(server.seen).toHaveLength(1);
  });

  it("sends the body again", async () => {
    await using server = await stubServer(busy, ok);
    const transport = restTransport({ baseUrl: server.url, clock: recordingClock() });
    await transport.call(putThing, { ...request, body: { id: 1 } });
    expect(server.seen.map((seen) => seen.body.toString())).toEqual(['{"id":1}', '{"id":1}']);
  });

  it("waits with full jitter, and as long as Retry-After says", async () => {
    const clock = recordingClock();
    await using server = await stubServer(
      busy,
      reply(429, undefined, "", { "retry-after": "3" }),
      reply(503, undefined, "", { "retry-after": "Fri, 21 Nov 2025 09:00:05 GMT" }),
      ok,
    );
    const transport = restTransport({
      baseUrl: server.url,
      clock,
      random: () => 0.5,
      retry: { retries: 3 },
    });
    await transport.call(getThing, request);
    expect(clock.waits).toEqual([125, 3250, 5500]);
  });

  it("gives up at once if it would have to wait too long, or to retry never", async () => {
    await using server = await stubServer(reply(503, undefined, "", { "retry-after": "3600" }));
    const clock = recordingClock();
    await failure(restTransport({ baseUrl: server.url, clock }).call(getThing, request));
    await failure(
      restTransport({ baseUrl: server.url, clock, retry: { retries: 0 } }).call(getThing, request),
    );
    expect(server.seen).toHaveLength(2);
    expect(clock.waits).toEqual([]);
  });
});

describe("time", () => {
  const never = () => undefined;

  it("limits a call, by the transport or by the call", async () => {
    await using server = await stubServer(never);
    const transport = restTransport({ baseUrl: server.url, timeoutMs: 20, retry: { retries: 0 } });
    expect((await failure(transport.call(getThing, request))).code).toBe("timeout");
    const patient = restTransport({ baseUrl: server.url });
    expect((await failure(patient.call(getThing, request, { timeoutMs: 10 }))).code).toBe(
      "timeout",
    );
  });

  it("T12 gives an upload the time of a slow line, unless the caller says how long", async () => {
    const body = new Blob([new Uint8Array(4_100_000)]);
    const upload: OperationDescriptor = {
      ...{
        id: "upload",
        method: "POST",
        path: "/files",
        parameters: [],
        validators: {},
        encoders: allEncoders,
        readHeaders: readResponseHeaders,
        security: [],
      },
      body: { required: true, content: { "image/*": { kind: "bytes" } } },
      responses: { 204: {} },
    };
    for (const [options, limitMs] of [
      [{}, 30_000 + 500_000],
      [{ timeoutMs: 20_000 }, 20_000],
    ] as const) {
      const clock = fakeClock();
      const hanging = (_url: unknown, { signal }: RequestInit = {}): Promise<Response> =>
        new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
      const transport = restTransport({ baseUrl: "http://127.0.0.1", fetch: hanging, clock });
      const call = failure(transport.call(upload, { body }, options));
      while (clock.pending() === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      await clock.advance(limitMs - 1);
      expect(clock.pending()).toBe(1);
      await clock.advance(1);
      expect((await call).message).toContain(`no response within ${limitMs} ms`);
    }
  });

  it("limits a body that trickles", async () => {
    await using server = await stubServer((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write("{");
    });
    const transport = restTransport({ baseUrl: server.url, timeoutMs: 50 });
    expect((await failure(transport.call(getThing, request))).code).toBe("timeout");
  });

  it("ends with the caller's signal, also between attempts, and leaves no timer", async () => {
    const clock = fakeClock();
    await using server = await stubServer(reply(503));
    const controller = new AbortController();
    const call = failure(
      restTransport({ baseUrl: server.url, clock }).call(getThing, request, {
        signal: controller.signal,
      }),
    );
    while (clock.pending() < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    controller.abort();
    expect((await call).code).toBe("aborted");
    expect(server.seen).toHaveLength(1);
    expect(clock.pending()).toBe(0);
    const late = restTransport({ baseUrl: server.url }).call(getThing, request, {
      signal: controller.signal,
    });
    expect((await failure(late)).code).toBe("aborted");
    expect(server.seen).toHaveLength(1);
  });

  it("calls a refused connection a network error", async () => {
    const probe = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => probe.once("listening", resolve));
    const address = probe.address();
    const port = typeof address === "object" ? address?.port : 0;
    await new Promise((resolve) => probe.close(resolve));
    const transport = restTransport({
      baseUrl: `http://127.0.0.1:${port}`,
      clock: recordingClock(),
    });
    const error = await failure(transport.call(getThing, request));
    expect(error).toMatchObject({ code: "network", cause: expect.any(TypeError) });
    expect(error.message).toBe(
      `network: getThing: the connection failed: ECONNREFUSED 127.0.0.1:${port}`,
    );
  });

  const url = "https://user:hidden@a.example/?key=hidden";
  const refusal = {
    code: "ECONNREFUSED",
    address: "::1",
    port: 8081,
    message: `connect to ${url}`,
  };
  const lost = "network: getThing: the connection failed";
  it.each([
    [
      "each address",
      Object.assign(new AggregateError([refusal, {}]), refusal),
      `${lost}: ECONNREFUSED ::1:8081`,
    ],
    ["a name", { code: "ENOTFOUND", hostname: "a.invalid" }, `${lost}: ENOTFOUND a.invalid`],
    ["a socket", { code: "UND_ERR_SOCKET" }, `${lost}: UND_ERR_SOCKET`],
    ["nothing", undefined, lost],
    ["a text with the URL", url, lost],
    ["an error with the URL", new Error(url), lost],
  ])("32.6 names the cause of a lost connection, and not the URL: %s", async (_, cause, want) => {
    const fetch = () => Promise.reject(new TypeError(`fetch of ${url} failed`, { cause }));
    const transport = restTransport({ baseUrl: url, fetch, retry: { retries: 0 } });
    expect((await failure(transport.call(getThing, request))).message).toBe(want);
  });

  it("32.6 names the cause if fetch itself has the code", async () => {
    const cause = Object.assign(new Error(`no connection to ${url}`), {
      code: "ConnectionRefused",
    });
    const fetch = () => Promise.reject(cause);
    const transport = restTransport({ baseUrl: url, fetch, retry: { retries: 0 } });
    const { message } = await failure(transport.call(getThing, request));
    expect(message).toBe(`${lost}: ConnectionRefused`);
  });
});

describe("32.6 the message of an undocumented status has the server's own", () => {
  const json = "application/json";
  it.each([
    [500, "application/problem+json", '{"title":"Gone","detail":"No room"}', ": Gone: No room"],
    [404, json, '{"message":"Not Found","documentation_url":"https://a.example"}', ": Not Found"],
    [404, json, '{"statusCode":404,"error":"Not Found","message":"No /x"}', ": Not Found: No /x"],
    [401, json, '{"error":{"message":"No key","code":7}}', ": No key"],
    [400, json, '"Bad\\u001b[31m\\n  input "', ": Bad [31m input"],
    [502, "text/plain", `no\r\nupstream ${"x".repeat(500)}`, `: no upstream ${"x".repeat(188)}`],
    [502, "text/html", " <html>Bad gateway</html>", ""],
    [500, json, '{"detail":[{"msg":"no"}],"title":7}', ""],
    [500, json, "[]", ""],
    [500, json, "", ""],
    [500, "image/png", "message", ""],
    [203, json, '{"message":"Dear Ann"}', ""],
  ])("%i %s %s", async (status, type, body, want) => {
    await using server = await stubServer(reply(status, type, body, { "x-token": "hidden" }));
    const transport = restTransport({ baseUrl: server.url, retry: { retries: 0 } });
    const undocumented = { ...getThing, responses: {} };
    const { message } = await failure(transport.call(undocumented, request));
    expect(message).toBe(`unexpected_status: getThing: status ${status} is not documented${want}`);
  });
});

describe("a base URL", () => {
  it.each(["localhost:8080", "127.0.0.1:4020/v1", "", "ftp://a.example", "example.com"])(
    "%j is refused before anything is sent",
    (baseUrl) => {
      expect(() => restTransport({ baseUrl })).toThrow(
        expect.objectContaining({ name: "RestError", code: "invalid_base_url" }),
      );
    },
  );

  it.each(["https://a.example/v1", "HTTP://a.example", "/v1"])("%j is accepted", (baseUrl) => {
    expect(() => restTransport({ baseUrl })).not.toThrow();
  });
});
