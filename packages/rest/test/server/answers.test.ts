import { once } from "node:events";
import {
  apiKey,
  basic,
  bearer,
  ProblemError,
  type RequestContext,
  RestServerError,
  token,
} from "@specwright/rest/server";
import { type Logger, NotImplementedError, type ResponseParts } from "@specwright/runtime";
import {
  allOf,
  anyJson,
  compactCodec,
  filledCodec,
  formedCodec,
  isObject,
  maxLength,
  maxProperties,
  membersForm,
  type OperationDescriptor,
  object,
  reject,
  type,
} from "@specwright/runtime/codegen";
import { ruleCodec } from "@specwright/runtime/testing";
import { afterEach, describe, expect, it } from "vitest";
import { exchangeRaw, listenOnFreePort, type RawAnswer } from "./raw-exchange.ts";
import { createTestServer } from "./test-server.ts";

interface User {
  readonly name: string;
}

const thing = {
  kind: "json",
  codec: ruleCodec(object({ id: type("integer") }, { seq: type("int64") }, { additional: reject })),
} as const;

const getThing: OperationDescriptor = {
  id: "getThing",
  method: "GET",
  path: "/thing",
  parameters: [],
  validators: {},
  responses: {
    200: { content: { "application/json": thing } },
    201: {
      headers: [
        {
          name: "Location",
          required: true,
          type: "string",
          codec: ruleCodec(allOf(type("string"), maxLength(20))),
        },
      ],
    },
    202: { content: { "application/json": thing, "text/csv": { kind: "text" } } },
    203: { content: { "image/*": { kind: "bytes" } } },
    204: {},
    "4XX": {
      content: {
        "application/problem+json": { kind: "json", codec: anyJson },
      },
    },
    default: {},
  },
  security: [],
};

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

type Handle = (request: object, context: RequestContext<User>) => unknown;

interface LogLine {
  readonly err?: unknown;
}

/** Serves one operation and returns the answer to one request for it. */
async function answer(
  handle: Handle | undefined,
  given: {
    readonly method?: string;
    readonly security?: string[][];
    readonly scopes?: OperationDescriptor["scopes"];
    readonly headers?: string[];
    readonly target?: string;
    readonly lines?: LogLine[];
  } = {},
): Promise<RawAnswer> {
  const { method = "GET", security = [], scopes } = given;
  const operation = { ...getThing, method, security, ...(scopes !== undefined && { scopes }) };
  const app = createTestServer({
    operations: [operation],
    handlers: handle === undefined ? {} : { getThing: handle },
    authenticate,
    ...(given.lines === undefined ? {} : { logger: logger(given.lines) }),
  });
  closers.push(() => app.close());
  const port = await listenOnFreePort(app);
  return await exchangeRaw(port, {
    method,
    target: given.target ?? "/thing",
    headers: given.headers ?? [],
  });
}

function logger(lines: LogLine[]): Logger {
  const write = (line: LogLine): void => void lines.push(line);
  return { info: write, warn: write, error: write };
}

const user = (name: string | undefined) => (name === undefined ? undefined : { name });
const authenticate = {
  session: bearer<User>((text) => user({ good: "ann", other: "bob" }[text])),
  publisher: token<User>(async (text) => user(text === "good" ? "pat" : undefined)),
  legacy: basic<User>(({ user: name, password }) =>
    user(password === "" && name === "t\u00f6k" ? "leg" : undefined),
  ),
  key: apiKey<User>({ in: "header", name: "X-Key" }, (text) =>
    user(text === "good" ? "key" : undefined),
  ),
  queryKey: apiKey<User>({ in: "query", name: "key" }, (text) =>
    user(text === "good" ? "qry" : undefined),
  ),
  scoped: bearer<User>((text, { scopes }) => {
    if (scopes.some((scope) => scope !== text)) throw new ProblemError(403, "insufficient_scope");
    return user(text);
  }),
  crumb: apiKey<User>({ in: "cookie", name: "sid" }, (text) =>
    user(text === "good" ? "ckie" : undefined),
  ),
};

describe("authentication", () => {
  const who: Handle = (_, { principal }) => ({
    status: 202,
    contentType: "text/csv",
    body: principal?.name ?? "nobody",
  });
  const session = [["session"]];
  const cases: readonly [
    security: string[][],
    headers: string[],
    want: string | number,
    target?: string,
  ][] = [
    [[], [], "nobody"],
    [[], ["Authorization: Bearer bad"], "nobody"],
    [session, [], 401],
    [session, ["Authorization: Bearer good"], "ann"],
    [session, ["authorization: bEARER  good"], "ann"],
    [session, ["Authorization: Bearer bad"], 401],
    [session, ["Authorization: Bearer"], 401],
    [session, ["Authorization: Bearer "], 401],
    [session, ["Authorization: Bearergood"], 401],
    [session, ["Authorization: Token good"], 401],
    [session, ["Authorization: Bearer good", "Authorization: Bearer other"], 401],
    [session, [`Authorization: Bearer ${"x".repeat(8192)}`], 401],
    [[["publisher"], ["legacy"]], ["Authorization: Token good"], "pat"],
    [
      [["publisher"], ["legacy"]],
      [`Authorization: Basic ${Buffer.from("t\u00f6k:").toString("base64")}`],
      "leg",
    ],
    [[["legacy"]], ["Authorization: Basic !!!"], 401],
    [[["legacy"]], [`Authorization: Basic ${Buffer.from("nocolon").toString("base64")}`], 401],
    [[["legacy"]], ["Authorization: Basic /w=="], 401],
    [[["key"]], ["x-key: good"], "key"],
    [[["key"]], ["x-key: good", "x-key: good"], 401],
    [[["queryKey"]], [], "qry", "/thing?key=good"],
    [[["queryKey"]], [], 401, "/thing?key=good&key=good"],
    [[["crumb"]], ["Cookie: a=b; sid=good"], "ckie"],
    [[["session", "key"]], ["Authorization: Bearer good", "X-Key: good"], "ann"],
    [[["session", "key"]], ["Authorization: Bearer good"], 401],
    [[["session", "key"], ["key"]], ["X-Key: good"], "key"],
    [[["session"], []], [], "nobody"],
    [[["session"], []], ["Authorization: Bearer other"], "bob"],
    [[["session"], []], ["Authorization: Bearer bad"], 401],
  ];
  it.each(cases)("%j with %j", async (security, headers, want, target = "/thing") => {
    const got = await answer(who, { security, headers, target });
    expect(got.status === 202 ? got.text : got.status).toBe(want);
    if (want === 401) expect(got.json).toMatchObject({ code: "unauthorized" });
    if (security.length > 0) expect(got.headers.get("cache-control")).toBe("no-store");
  });

  it.each([
    ["GET", undefined],
    ["POST", "no-store"],
  ])("a public %s is cached as %s", async (method, want) => {
    const got = await answer(who, { method, security: [] });
    expect(got.headers.get("cache-control")).toBe(want);
  });

  it.each([
    ["returned", () => ({ status: "4XX", statusCode: 404, body: { code: "x" } })],
    [
      "thrown",
      () => {
        throw new ProblemError(404, "not_found");
      },
    ],
  ])("a public error that is %s is not cached", async (_, handle) => {
    const got = await answer(handle);
    expect([got.status, got.headers.get("cache-control")]).toEqual([404, "no-store"]);
  });

  it.each([
    ["a scope that it has", [["scoped"]], [{ scoped: ["read"] }], "read"],
    ["a scope that it lacks", [["scoped"]], [{ scoped: ["write"] }], 403],
    ["no scope", [["scoped"]], undefined, "read"],
    [
      "one of two alternatives",
      [["scoped"], ["scoped"]],
      [{ scoped: ["write"] }, { scoped: ["read"] }],
      "read",
    ],
    ["a scope, or nobody", [["scoped"], []], [{ scoped: ["write"] }, {}], 403],
  ])("passes to verifiers that an operation needs %s", async (_name, security, scopes, want) => {
    const got = await answer(who, {
      security,
      ...(scopes !== undefined && { scopes }),
      headers: ["Authorization: Bearer read"],
    });
    expect(got.status === 202 ? got.text : got.status).toBe(want);
    if (want === 403) expect(got.json).toMatchObject({ code: "insufficient_scope" });
  });

  it("challenges by every scheme that has a name in HTTP", async () => {
    const got = await answer(who, { security: [["session"], ["legacy"], ["key"]] });
    expect(got.headers.get("www-authenticate")).toBe('Bearer, Basic realm="api", charset="UTF-8"');
  });

  it("comes before any information about the request", async () => {
    expect((await answer(who, { security: session, target: "/thing?x=1" })).status).toBe(401);
  });

  it("refuses to start without a verifier", () => {
    const operation = { ...getThing, security: [["unknown"]] };
    expect(() => createTestServer({ operations: [operation], handlers: {} })).toThrow(
      RestServerError,
    );
    expect(() => createTestServer({ operations: [getThing, getThing], handlers: {} })).toThrow(
      "duplicate_operation",
    );
  });
});

describe("answers", () => {
  const documented: readonly [
    parts: ResponseParts,
    want: Partial<RawAnswer>,
    type?: string | undefined,
    header?: [string, string],
  ][] = [
    [
      { status: 200, body: { id: 1, seq: 1763700000123456789n } },
      { status: 200, text: '{"id":1,"seq":1763700000123456789}' },
      "application/json",
    ],
    [
      { status: 201, headers: { Location: "/thing/1" } },
      { status: 201, text: "" },
      undefined,
      ["location", "/thing/1"],
    ],
    [{ status: 202, body: { id: 1 } }, { status: 202, text: '{"id":1}' }, "application/json"],
    [
      { status: 202, contentType: "text/csv", body: "a,b" },
      { status: 202, text: "a,b" },
      "text/csv",
    ],
    [
      { status: 203, body: new Uint8Array([65]) },
      { status: 203, text: "A" },
      "application/octet-stream",
    ],
    [
      { status: 203, contentType: "image/png", body: new Uint8Array([65]) },
      { status: 203, text: "A" },
      "image/png",
    ],
    [
      { status: 203, body: new Blob(["B"], { type: "image/gif" }) },
      { status: 203, text: "B" },
      "image/gif",
    ],
    [
      { status: 203, contentType: "image/png", body: new Blob(["C"]).stream() },
      { status: 203, text: "C" },
      "image/png",
    ],
    [{ status: 204 }, { status: 204, text: "" }],
    [
      { status: "4XX", statusCode: 409, body: { code: "x" } },
      { status: 409 },
      "application/problem+json",
    ],
    [
      { status: "default", statusCode: 299 },
      { status: 299, text: "" },
    ],
  ];
  it.each(documented)("%o", async (parts, want, type, header) => {
    const got = await answer(async () => parts);
    expect(got).toMatchObject(want);
    expect(got.headers.get("content-type")?.split(";")[0]).toBe(type);
    if (header !== undefined) expect(got.headers.get(header[0])).toBe(header[1]);
    expect(got.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("checks a header without the defaults that its reader adds", async () => {
    const form = membersForm({}, { defaults: { a: () => 1 } });
    const wire = compactCodec(
      (value) => isObject(value) && Object.keys(value).length < 2,
      () => maxProperties(1),
    );
    const codec = filledCodec(formedCodec, form, wire);
    const operation: OperationDescriptor = {
      ...getThing,
      responses: { 204: { headers: [{ name: "X-Thing", type: "json", codec }] } },
    };
    const app = createTestServer({
      operations: [operation],
      handlers: { getThing: () => ({ status: 204, headers: { "X-Thing": { b: 2 } } }) },
    });
    const got = await exchangeRaw(await listenOnFreePort(app), { target: "/thing" });
    expect(got).toMatchObject({ status: 204 });
    await app.close();
  });

  const secret = "hunter2-password-hash";
  const undocumented: readonly [name: string, parts: unknown][] = [
    ["nothing", undefined],
    ["no response", { body: 1 }],
    ["an unknown status", { status: 500, body: { secret } }],
    ["a field too many", { status: 200, body: { id: 1, password_hash: secret } }],
    ["a field too few", { status: 200, body: {} }],
    ["no body", { status: 200 }],
    ["a body where none is documented", { status: 204, body: { secret } }],
    ["a header that is not documented", { status: 204, headers: { "X-Secret": secret } }],
    ["no header where one is required", { status: 201 }],
    ["a header that splits", { status: 201, headers: { Location: `/\r\nSet-Cookie: ${secret}` } }],
    [
      "a header of another value than documented",
      { status: 201, headers: { Location: `/${secret}/${"x".repeat(20)}` } },
    ],
    ["another media type", { status: 202, contentType: "text/html", body: secret }],
    ["text as bytes", { status: 203, body: secret }],
    ["a code out of range", { status: "4XX", statusCode: 500, body: secret }],
    ["a range without a code", { status: "default" }],
  ];
  it.each(undocumented)("never sends %s", async (_name, parts) => {
    const lines: LogLine[] = [];
    const got = await answer(() => parts, { lines });
    expect(got).toMatchObject({ status: 500, json: { code: "internal_error" } });
    expect(got.text + [...got.headers.values()].join()).not.toContain(secret);
    expect(lines.some((line) => line.err instanceof Error)).toBe(true);
  });
});

describe("errors", () => {
  const thrown: readonly [
    name: string,
    error: unknown,
    status: number,
    code: string,
    isLogged: boolean,
  ][] = [
    ["a problem", new ProblemError(409, "username_taken", "Taken."), 409, "username_taken", false],
    ["a problem of ours", new ProblemError(503, "unavailable"), 503, "unavailable", true],
    ["a stub", new NotImplementedError("getThing"), 501, "not_implemented", false],
    ["an error", new Error("sql-host is down"), 500, "internal_error", true],
    [
      "another server's 404",
      Object.assign(new Error("sql-host"), { statusCode: 404 }),
      500,
      "internal_error",
      true,
    ],
    ["no error", "sql-host", 500, "internal_error", true],
    ["undefined", undefined, 500, "internal_error", true],
  ];
  it.each(thrown)("%s", async (_name, error, status, code, isLogged) => {
    const lines: LogLine[] = [];
    const got = await answer(() => Promise.reject(error), { lines });
    expect(got).toMatchObject({ status, json: { status, code } });
    expect(got.text).not.toMatch(/sql-host|\.ts:\d+/);
    expect(lines.some((line) => "err" in line)).toBe(isLogged);
    const requestId = got.headers.get("x-request-id");
    const line = expect.objectContaining({ requestId, operation: "getThing" });
    if (isLogged) expect(lines.filter((each) => "err" in each)).toEqual([line]);
    if (status === 500) {
      expect(got.json).toMatchObject({ instance: `urn:uuid:${got.headers.get("x-request-id")}` });
    }
  });

  it("become warnings of the process without a logger", async () => {
    const warned = once(process, "warning");
    const got = await answer(() => Promise.reject(new Error("sql-host is down")));
    expect(got).toMatchObject({ status: 500, json: { code: "internal_error" } });
    const [warning] = await warned;
    expect(warning).toMatchObject({ name: "RestServerWarning" });
    const id = got.headers.get("x-request-id");
    expect(String(warning.message)).toContain(`request failed (request ${id} of getThing): `);
    expect(String(warning.message)).toMatch(/: Error: sql-host is down\n +at /);
  });

  it("carry headers and further members", async () => {
    const error = new ProblemError(429, "too_many_requests", "Wait.", {
      headers: { "retry-after": "30" },
      members: { limit: 10, errors: [{ pointer: "/x", code: "type", message: "no" }] },
    });
    const got = await answer(() => {
      throw error;
    });
    expect(got.headers.get("retry-after")).toBe("30");
    expect(got.json).toEqual({
      type: "about:blank",
      title: "Too Many Requests",
      status: 429,
      code: "too_many_requests",
      detail: "Wait.",
      limit: 10,
      errors: [{ pointer: "/x", code: "type", message: "no" }],
      request_id: got.headers.get("x-request-id"),
    });
  });

  it("answer 501 for a missing handler", async () => {
    expect(await answer(undefined)).toMatchObject({
      status: 501,
      json: { code: "not_implemented" },
    });
    const app = createTestServer({ operations: [{ ...getThing, id: "toString" }], handlers: {} });
    closers.push(() => app.close());
    expect((await exchangeRaw(await listenOnFreePort(app), { target: "/thing" })).status).toBe(501);
  });

  it("logs one line for a request, without its URL", async () => {
    const lines: LogLine[] = [];
    await answer(() => ({ status: 204 }), {
      lines,
      target: "/thing?key=secret",
      security: [["queryKey"]],
    });
    const all = JSON.stringify(lines);
    expect(all).not.toContain("secret");
    expect(lines).toContainEqual(
      expect.objectContaining({ operation: "getThing", method: "GET", status: 401 }),
    );
  });
});

describe("lifecycle", () => {
  it("calls the handler with its object and describes the request", async () => {
    class Service {
      readonly seen: RequestContext<User>[] = [];
      getThing(_request: object, context: RequestContext<User>): ResponseParts {
        this.seen.push(context);
        return { status: 204 };
      }
    }
    const service = new Service();
    const app = createTestServer({ operations: [getThing], handlers: service, authenticate });
    closers.push(() => app.close());
    const got = await exchangeRaw(await listenOnFreePort(app), {
      target: "/thing",
      headers: ["X-A: b"],
    });
    expect(service.seen).toMatchObject([
      {
        method: "GET",
        url: "/thing",
        ip: "127.0.0.1",
        headers: { "x-a": "b" },
        principal: undefined,
      },
    ]);
    expect(service.seen[0]?.requestId).toBe(got.headers.get("x-request-id"));
  });

  it("accepts handlers as generated code declares them", async () => {
    interface ThingRequest {
      query?: { limit?: number };
    }
    type ThingResponse = { status: 200; body: { id: number } } | { status: 204 };
    interface ThingHandlers<Context = undefined> {
      getThing(request: ThingRequest, context: Context): ThingResponse | Promise<ThingResponse>;
    }
    const { "~types": _, ...untyped } = getThing;
    const typed: OperationDescriptor<ThingRequest, ThingResponse> = untyped;
    const handlers: ThingHandlers<RequestContext<User>> = {
      getThing: (_, { principal }) => ({ status: 200, body: { id: principal?.name.length ?? 0 } }),
    };
    const app = createTestServer({ operations: [typed], handlers, authenticate });
    closers.push(() => app.close());
    expect((await exchangeRaw(await listenOnFreePort(app), { target: "/thing" })).json).toEqual({
      id: 0,
    });
    const wrong: ThingHandlers<RequestContext<{ readonly id: number }>> = {
      getThing: () => ({ status: 204 }),
    };
    // @ts-expect-error These verifiers find a user, and the handlers want something else.
    void createTestServer({ operations: [typed], handlers: wrong, authenticate }).close();
  });

  it("finds a handler by the operation's name", async () => {
    const operation = { ...getThing, id: "get-thing", name: "getThing" };
    const app = createTestServer({
      operations: [operation],
      handlers: { getThing: () => ({ status: 204 }) },
    });
    closers.push(() => app.close());
    expect((await exchangeRaw(await listenOnFreePort(app), { target: "/thing" })).status).toBe(204);
  });

  it("notifies the handler when the client disconnects", async () => {
    const aborted = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const handle: Handle = async (_, { signal }) => {
      signal.addEventListener("abort", () => aborted.resolve());
      started.resolve();
      await aborted.promise;
      return { status: 204 };
    };
    const app = createTestServer({ operations: [getThing], handlers: { getThing: handle } });
    closers.push(() => app.close());
    const port = await listenOnFreePort(app);
    const client = new AbortController();
    const call = fetch(`http://127.0.0.1:${port}/thing`, { signal: client.signal }).catch(
      () => undefined,
    );
    await started.promise;
    client.abort();
    await call;
    await aborted.promise;
  });

  it("lets requests finish before it closes", async () => {
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const handle: Handle = async () => {
      started.resolve();
      await finish.promise;
      return { status: 204 };
    };
    const app = createTestServer({ operations: [getThing], handlers: { getThing: handle } });
    const call = fetch(`http://127.0.0.1:${await listenOnFreePort(app)}/thing`);
    await started.promise;
    const closed = app.close();
    finish.resolve();
    expect((await call).status).toBe(204);
    await closed;
  });
});
