import {
  type IdempotencyStore,
  memoryRateLimiter,
  networkOf,
  type RateLimitPolicy,
  type RestHandlerOptions,
  token,
} from "@specwright/rest/server";
import { anyJson, type OperationDescriptor } from "@specwright/runtime/codegen";
import { fakeClock } from "@specwright/runtime/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { memoryIdempotencyStore } from "../../src/server/idempotency-store.ts";
import { exchangeRaw, listenOnFreePort, type RawAnswer, type RawExchange } from "./raw-exchange.ts";
import { createTestServer } from "./test-server.ts";

const json = { kind: "json", codec: anyJson } as const;
const parameter = { required: false, type: "string", style: "simple", explode: false } as const;

const createThing: OperationDescriptor = {
  id: "createThing",
  method: "POST",
  path: "/things",
  parameters: [{ ...parameter, name: "Idempotency-Key", in: "header" }],
  body: { required: false, content: { "application/json": json, "text/plain": { kind: "text" } } },
  responses: {
    200: { content: { "application/json": json } },
    409: { content: { "application/problem+json": json } },
    503: { content: { "application/problem+json": json } },
  },
  validators: {},
  security: [],
};

type Options = Partial<RestHandlerOptions<never, object>>;

async function serve(
  handler: (request: { readonly body?: unknown }) => unknown,
  options: Options = {},
): Promise<
  (
    given?: Partial<RawExchange> & { readonly key?: string; readonly type?: string },
  ) => Promise<RawAnswer>
> {
  const app = createTestServer<object, never>({
    operations: [createThing],
    handlers: { createThing: handler },
    ...options,
  });
  onTestFinished(() => app.close());
  const port = await listenOnFreePort(app);
  return ({ key, type = "application/json", headers = [], ...given } = {}) =>
    exchangeRaw(port, {
      method: "POST",
      target: "/things",
      headers: [
        `Content-Type: ${type}`,
        ...(key === undefined ? [] : [`Idempotency-Key: ${key}`]),
        ...headers,
      ],
      body: "{}",
      ...given,
    });
}

describe("rate limits", () => {
  const policy: RateLimitPolicy<never> = {
    name: "things",
    quota: 2,
    windowMs: 60_000,
    when: "read",
    keyOf: ({ body }) => (typeof body === "string" ? body : "all"),
  };

  it("report the rest of the quota, and refuse requests beyond it until the window ends", async () => {
    const clock = fakeClock(0);
    const send = await serve(() => ({ status: 200, body: 1 }), {
      rateLimits: { limiter: memoryRateLimiter({ clock }), policies: [policy] },
    });
    const seen = [];
    for (const afterMs of [0, 9_500, 10_000, 40_500]) {
      await clock.advance(afterMs);
      const { status, headers } = await send();
      seen.push([status, headers.get("ratelimit"), headers.get("retry-after")]);
      expect(headers.get("ratelimit-policy")).toBe('"things";q=2;w=60');
    }
    expect(seen).toEqual([
      [200, '"things";r=1;t=60', undefined],
      [200, '"things";r=0;t=51', undefined],
      [429, '"things";r=0;t=41', "41"],
      [200, '"things";r=1;t=60', undefined],
    ]);
  });

  it("count by key, before the handler, and are cleared by certain answers", async () => {
    let calls = 0;
    const send = await serve(
      ({ body }) => {
        calls += 1;
        return { status: body === "good" ? 200 : 409, body: 1 };
      },
      {
        rateLimits: {
          limiter: memoryRateLimiter({ clock: fakeClock(0) }),
          policies: [{ ...policy, keyOf: () => "one", resetOn: [200] }],
        },
      },
    );
    const statuses = [];
    for (const body of ["bad", "good", "bad", "bad", "bad", "good"]) {
      statuses.push((await send({ body: JSON.stringify(body) })).status);
    }
    expect(statuses).toEqual([409, 200, 409, 409, 429, 429]);
    expect(calls).toBe(4);
  });

  it.each(["resetOn", "refundOn"] as const)("take codes of problems for %s", async (marks) => {
    const status = 409;
    const send = await serve(
      ({ body }) => ({ status, body: { type: "about:blank", title: "No", status, code: body } }),
      {
        rateLimits: {
          limiter: memoryRateLimiter({ clock: fakeClock(0) }),
          policies: [{ ...policy, keyOf: () => "one", [marks]: ["harmless"] }],
        },
      },
    );
    const statuses = [];
    for (const body of ["harmless", "harmless", "harmless", "bad", "bad", "harmless"]) {
      statuses.push((await send({ body: JSON.stringify(body) })).status);
    }
    expect(statuses).toEqual([409, 409, 409, 409, 409, 429]);
  });

  it("on arrival precede credentials, and list every policy", async () => {
    const send = await serve(() => ({ status: 200, body: 1 }), {
      rateLimits: {
        limiter: memoryRateLimiter({ clock: fakeClock(0) }),
        policies: [{ ...policy, name: "address", when: "arrival", keyOf: ({ ip }) => ip }, policy],
      },
    });
    expect((await send()).headers.get("ratelimit")).toBe('"address";r=1;t=60, "things";r=1;t=60');
    expect((await send({ body: "{" })).headers.get("ratelimit")).toBe('"address";r=0;t=60');
    expect((await send({ body: "{" })).status).toBe(429);
  });

  it("of refusals count missing and invalid credentials, and never refuse valid ones", async () => {
    const app = createTestServer<object, string>({
      operations: [{ ...createThing, security: [["token"]] }],
      handlers: { createThing: () => ({ status: 200, body: 1 }) },
      authenticate: { token: token((text) => (text === "right" ? "somebody" : undefined)) },
      rateLimits: {
        limiter: memoryRateLimiter({ clock: fakeClock(0) }),
        policies: [{ ...policy, name: "refusals", when: "refused", keyOf: ({ ip }) => ip }],
      },
    });
    onTestFinished(() => app.close());
    const port = await listenOnFreePort(app);
    const send = async (headers: readonly string[]) => {
      const answer = await exchangeRaw(port, { method: "POST", target: "/things", headers });
      return [answer.status, answer.headers.get("ratelimit") ?? null];
    };
    const right = ["Authorization: Token right"];
    const wrong = ["Authorization: Token wrong"];
    expect(await send(right)).toEqual([200, null]);
    expect(await send(wrong)).toEqual([401, '"refusals";r=1;t=60']);
    expect(await send([])).toEqual([401, '"refusals";r=0;t=60']);
    expect(await send(wrong)).toEqual([429, '"refusals";r=0;t=60']);
    expect(await send(right)).toEqual([200, null]);
  });

  it("remember a limited number of keys, the newest", async () => {
    const clock = fakeClock(0);
    const limiter = memoryRateLimiter({ clock, maxKeys: 2 });
    for (const key of ["a", "a", "b", "b", "c"]) await limiter.take(key, 1000);
    expect(await limiter.take("b", 1000)).toEqual({ count: 3, resetMs: 1000 });
    expect(await limiter.take("a", 1000)).toEqual({ count: 1, resetMs: 1000 });
  });
});

describe("a client of the network", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:0:1::7", "2001:db8:0:1::/64"],
    ["2001:0DB8:0000:0001:a:b:c:d", "2001:db8:0:1::/64"],
    ["2001:db8::1:2:3:4", "2001:db8:0:0::/64"],
    ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "::1"],
    ["", ""],
    ["unix", "unix"],
  ])("at %s is %s", (address, want) => {
    expect(networkOf(address)).toBe(want);
  });
});

describe("an idempotency key", () => {
  const KEY = "8e03978e-40d5-43e8-bc93-6894a57f9324";

  function remembering(store: IdempotencyStore = memoryIdempotencyStore(), clock = fakeClock(0)) {
    return { idempotency: { store, clock, callerOf: () => "one" } };
  }

  it("has a request executed once, with the same answer each time", async () => {
    let calls = 0;
    const send = await serve(() => ({ status: 200, body: ++calls }), remembering());
    const [first, second] = [await send({ key: KEY }), await send({ key: KEY })];
    expect([first.json, second.json]).toEqual([1, 1]);
    expect(first.headers.get("idempotency-replayed")).toBeUndefined();
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(second.headers.get("content-type")).toBe(first.headers.get("content-type"));
    expect((await send()).json).toBe(2);
    expect((await send({ key: `${KEY}x` })).json).toBe(3);
  });

  it("of another request is refused", async () => {
    const send = await serve(() => ({ status: 200, body: 1 }), remembering());
    await send({ key: KEY });
    for (const given of [{ body: "[]" }, { target: "/things?" }]) {
      expect(await send({ key: KEY, ...given })).toMatchObject({
        status: 422,
        json: { code: "idempotency_key_reused" },
      });
    }
  });

  it("ignores the boundary of a form, but not of a body that only claims to be one", async () => {
    const send = await serve(() => ({ status: 200, body: 1 }), remembering());
    const put = (boundary: string, body: string) =>
      send({ key: `${KEY}${boundary.length}`, type: `text/plain; boundary=${boundary}`, body });
    const statuses = [];
    for (const [boundary, body] of [
      ["--------1", "--------1 x"],
      ["--------2", "--------2 x"],
      ["a", "banana"],
      ["a", "bnn"],
    ] as const) {
      statuses.push((await put(boundary, body)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 422]);
  });

  it("is refused while the first request is pending, and free when its claim expires", async () => {
    const clock = fakeClock(0);
    const arrived = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    let calls = 0;
    const send = await serve(
      async () => {
        calls += 1;
        if (calls === 1) {
          arrived.resolve();
          await gate.promise;
        }
        return { status: 200, body: calls };
      },
      remembering(memoryIdempotencyStore(), clock),
    );
    const first = send({ key: KEY });
    await arrived.promise;
    const second = await send({ key: KEY });
    expect(second).toMatchObject({ status: 409, json: { code: "idempotency_in_flight" } });
    expect(second.headers.get("retry-after")).toBe("1");
    await clock.advance(60_000);
    expect((await send({ key: KEY })).json).toBe(2);
    gate.resolve();
    await first;
  });

  it("is free after an error of the server, and after a day", async () => {
    const clock = fakeClock(0);
    const answers = [
      { status: 503, body: 1 },
      { status: 409, body: 2 },
      { status: 200, body: 3 },
    ];
    const send = await serve(() => answers.shift(), remembering(memoryIdempotencyStore(), clock));
    expect((await send({ key: KEY })).json).toBe(1);
    expect((await send({ key: KEY })).json).toBe(2);
    expect((await send({ key: KEY })).json).toBe(2);
    await clock.advance(24 * 60 * 60_000);
    expect((await send({ key: KEY })).json).toBe(3);
  });

  it("encrypts stored answers: neither key nor answer nor body can be read from the store", async () => {
    const kept: string[] = [];
    const store = memoryIdempotencyStore();
    const watched: IdempotencyStore = {
      ...store,
      begin(claim) {
        kept.push(claim.id, claim.fingerprint);
        return store.begin(claim);
      },
      finish(id, reply, expiresAt) {
        kept.push(reply, Buffer.from(reply, "base64").toString("latin1"));
        return store.finish(id, reply, expiresAt);
      },
    };
    const send = await serve(() => ({ status: 200, body: "an answer" }), remembering(watched));
    await send({ key: KEY, body: '"a body"' });
    expect(kept).toHaveLength(4);
    for (const word of ["an answer", "a body", KEY]) expect(kept.join()).not.toContain(word);
  });
});

describe("the head of a request", () => {
  const ok = () => ({ status: 200, body: 1 });

  it("is limited in target and headers", async () => {
    const send = await serve(ok, { limits: { targetBytes: 100, headerCount: 10 } });
    const many = Array.from({ length: 10 }, (_, index) => `X-${index}: 1`);
    expect(await send({ target: `/things?${"x".repeat(100)}` })).toMatchObject({
      status: 414,
      json: { code: "uri_too_long" },
    });
    expect(await send({ headers: many })).toMatchObject({
      status: 431,
      json: { code: "headers_too_large" },
    });
  });

  it("provides the request id if it is well-formed", async () => {
    const send = await serve(() => ({ status: 409, body: { title: "x", status: 409, code: "x" } }));
    for (const [given, isTaken] of [
      ["01J9ZK3V9Q_trace.1", true],
      ["short", false],
      ["has a space in it", false],
      ["x".repeat(129), false],
      ["-leading-hyphen", false],
    ] as const) {
      const { headers, json: problem } = await send({ headers: [`X-Request-Id: ${given}`] });
      const id = headers.get("x-request-id");
      expect(id === given).toBe(isTaken);
      expect(problem).toMatchObject({ request_id: id });
    }
  });

  it("gets security headers with its answer, and HSTS only over TLS", async () => {
    const send = await serve(ok);
    const { headers } = await send();
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("strict-transport-security")).toBeUndefined();
  });
});

describe("a query that the contract does not declare", () => {
  it("is refused, or ignored for operations that are named", async () => {
    const ok = () => ({ status: 200, body: 1 });
    const [strict, lenient] = [
      await serve(ok),
      await serve(ok, { ignoreQueryOf: [createThing.id] }),
    ];
    for (const target of ["/things?v=1", "/things?v=1&v=2", "/things?%"]) {
      expect((await strict({ target })).status).toBe(400);
      expect((await lenient({ target })).status).toBe(200);
    }
  });
});

describe("a body", () => {
  it("with invalid characters is refused", async () => {
    const send = await serve(() => ({ status: 200, body: 1 }));
    for (const body of ['{"a":"\\u0000"}', '{"a":["\\ud800"]}', '{"\\udfff":1}']) {
      expect(await send({ body })).toMatchObject({
        status: 400,
        json: { errors: [{ code: "unicode" }] },
      });
    }
    expect((await send({ body: '{"a":"\\ud83d\\ude00"}' })).status).toBe(200);
  });
});
