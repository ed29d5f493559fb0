// The errors of the server itself, in the shape that the contract documents for them.

import {
  bearer,
  memoryRateLimiter,
  ProblemError,
  type RenderProblem,
  RestServerError,
} from "@specwright/rest/server";
import { systemClock } from "@specwright/runtime";
import {
  type OperationDescriptor,
  object,
  type ResponseDescriptor,
  reject,
  type,
} from "@specwright/runtime/codegen";
import { ruleCodec } from "@specwright/runtime/testing";
import { afterEach, describe, expect, expectTypeOf, it } from "vitest";
import { exchangeRaw, listenOnFreePort, type RawAnswer } from "./raw-exchange.ts";
import { answersParserErrors, createTestServer } from "./test-server.ts";

const json = (required: Parameters<typeof object>[0]) =>
  ({ kind: "json", codec: ruleCodec(object(required, {}, { additional: reject })) }) as const;

const problemObject = {
  kind: "json",
  codec: ruleCodec(object({ title: type("string"), status: type("integer") })),
} as const;
const ownError: ResponseDescriptor = {
  content: { "application/json": json({ fault: type("integer"), text: type("string") }) },
};

const addPet: OperationDescriptor = {
  id: "addPet",
  method: "POST",
  path: "/pets",
  parameters: [],
  validators: {},
  body: {
    required: true,
    maxBytes: 100,
    content: { "application/json": json({ n: type("integer") }) },
  },
  responses: { 201: {}, default: ownError },
  security: [["session"]],
};

interface OwnError {
  readonly fault: number;
  readonly text: string;
}
interface PetHandlers {
  addPet(request: object):
    | { readonly status: 201 }
    | {
        readonly status: "default";
        readonly statusCode: number;
        readonly body: OwnError;
      };
}

const render: RenderProblem<OwnError> = ({ status, title }) => ({
  status,
  body: { fault: status, text: title },
});

function typeOf({ headers }: RawAnswer): string | undefined {
  return headers.get("content-type")?.split(";")[0];
}

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const authenticate = { session: bearer((text) => (text === "good" ? { name: "ann" } : undefined)) };

function serverOf(
  operation: OperationDescriptor,
  renderProblem: RenderProblem | false | undefined,
  handle: () => unknown = () => ({ status: 201 }),
) {
  const app = createTestServer({
    operations: [operation],
    handlers: { addPet: handle },
    authenticate,
    rateLimits: {
      limiter: memoryRateLimiter({ clock: systemClock }),
      policies: [
        { name: "all", quota: 3, windowMs: 60_000, when: "arrival", keyOf: ({ ip }) => ip },
      ],
    },
    ...(renderProblem === undefined ? {} : { renderProblem }),
  });
  closers.push(() => app.close());
  return app;
}

describe("an error of the server", () => {
  const good = ["authorization: Bearer good", "content-type: application/json"];
  interface Given {
    readonly method?: string;
    readonly target?: string;
    readonly headers?: readonly string[];
    readonly body?: string;
  }
  const cases: readonly [status: number, given: Given][] = [
    [400, { headers: good, body: "{" }],
    [400, { headers: good, body: '{"n":"x"}' }],
    [400, { headers: good, body: '{"n":1}', target: "/pets?x=1" }],
    [401, { headers: good.slice(1), body: "{}" }],
    [404, { target: "/cats", headers: good }],
    [405, { method: "GET", headers: good }],
    [413, { headers: good, body: `{"n":${"1".repeat(200)}}` }],
    [414, { target: `/pets?${"x".repeat(9000)}`, headers: good }],
    [415, { headers: ["authorization: Bearer good", "content-type: text/plain"], body: "{}" }],
    [500, { headers: good, body: '{"n":1}' }],
  ];

  it.each(cases)("is rendered by the hook: %i %#", async (status, given) => {
    const port = await listenOnFreePort(
      serverOf(addPet, render, () => {
        throw new Error("secret");
      }),
    );
    const answer = await exchangeRaw(port, { method: "POST", target: "/pets", ...given });
    expect(answer.status).toBe(status);
    expect(typeOf(answer)).toBe("application/json");
    expect(JSON.parse(answer.text)).toEqual({ fault: status, text: expect.any(String) });
    expect(answer.text).not.toContain("secret");
    expect(answer.headers.get("x-request-id")).toBeTypeOf("string");
  });

  it("is rendered by the hook: 429, with its own headers", async () => {
    const port = await listenOnFreePort(serverOf(addPet, render));
    const given = { method: "POST", target: "/pets", headers: good, body: '{"n":1}' };
    const answers: RawAnswer[] = [];
    for (let count = 0; count < 4; count += 1) answers.push(await exchangeRaw(port, given));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    expect(JSON.parse(answers[3]?.text ?? "")).toMatchObject({ fault: 429 });
    expect(answers[3]?.headers.get("retry-after")).toBeTypeOf("string");
  });

  it.skipIf(!answersParserErrors)(
    "is rendered by the hook although the HTTP parser found it",
    async () => {
      const port = await listenOnFreePort(serverOf(addPet, render));
      const answer = await exchangeRaw(port, {
        method: "POST",
        target: "/pets",
        headers: ["a b: c"],
      });
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.text)).toMatchObject({ fault: 400 });
    },
  );

  it("is sent as JSON if a problem fits that", async () => {
    const operation = {
      ...addPet,
      responses: { 201: {}, "4XX": { content: { "application/json": problemObject } } },
    };
    const port = await listenOnFreePort(serverOf(operation, undefined));
    const answer = await exchangeRaw(port, {
      method: "POST",
      target: "/pets",
      headers: good,
      body: "{",
    });
    expect(typeOf(answer)).toBe("application/json");
    expect(JSON.parse(answer.text)).toMatchObject({ status: 400, code: "malformed_request" });
  });

  it.each([
    ["no hook", undefined],
    ["a hook that leaves it", () => undefined],
    ["`false`", false],
  ] as const)("stays a problem where the contract documents nothing else: %s", async (_, hook) => {
    const operation = { ...addPet, responses: { 201: {}, 400: {} } };
    const port = await listenOnFreePort(serverOf(operation, hook));
    const answer = await exchangeRaw(port, {
      method: "POST",
      target: "/pets",
      headers: good,
      body: "{",
    });
    expect(typeOf(answer)).toBe("application/problem+json");
  });

  it("is sent as a problem if the hook's later result does not fit", async () => {
    const late: RenderProblem = (problem, source) =>
      problem.detail === "late" ? { status: 409, body: { nothing: 1 } } : render(problem, source);
    const app = serverOf(addPet, late, () => {
      throw new ProblemError(409, "conflict", "late");
    });
    const answer = await exchangeRaw(await listenOnFreePort(app), {
      method: "POST",
      target: "/pets",
      headers: good,
      body: '{"n":1}',
    });
    expect([answer.status, typeOf(answer)]).toEqual([409, "application/problem+json"]);
  });
});

describe("a server is not created", () => {
  const strictProblem = {
    kind: "json",
    codec: ruleCodec(object({ type: type("string"), trace: type("string") })),
  } as const;
  const text: ResponseDescriptor = { content: { "text/plain": { kind: "text" } } };
  const cases: readonly [
    what: string,
    responses: OperationDescriptor["responses"],
    hook: RenderProblem | undefined,
    message: string,
  ][] = [
    [
      "without a hook for errors of another shape",
      { 201: {}, default: ownError },
      undefined,
      "addPet: error 400, documented as application/json cannot be sent in the default form",
    ],
    [
      "without a hook for errors as text",
      { 201: {}, 500: text },
      undefined,
      "addPet: error 500, documented as text/plain cannot be sent in the default form",
    ],
    [
      "for problems of another schema",
      { 201: {}, 401: { content: { "application/problem+json": strictProblem } } },
      undefined,
      "addPet: error 401, documented as application/problem+json cannot be sent in the default form",
    ],
    [
      "with a hook whose result does not fit",
      { 201: {}, default: ownError },
      ({ status }) => ({ status, body: { fault: `${status}` } }),
      "addPet: error 400, documented as application/json cannot be sent in the default form",
    ],
    [
      "with a hook that leaves errors of another shape",
      { 201: {}, 415: ownError },
      () => undefined,
      "addPet: error 415",
    ],
    [
      "with a hook that throws",
      { 201: {} },
      () => {
        throw new Error("no idea");
      },
      "no idea",
    ],
  ];

  it.each(cases)("%s", (_, responses, hook, message) => {
    const create = (): unknown => serverOf({ ...addPet, responses }, hook);
    expect(create).toThrow(RestServerError);
    expect(create).toThrow(message);
  });

  it("but is if errors may be sent as problems in any case", async () => {
    const port = await listenOnFreePort(serverOf(addPet, false));
    const answer = await exchangeRaw(port, { method: "POST", target: "/pets" });
    expect(typeOf(answer)).toBe("application/problem+json");
  });

  it("and is with a hook that gives undocumented errors a documented status", async () => {
    const operation = { ...addPet, responses: { 201: {}, 400: ownError, 401: ownError } };
    const mapped: RenderProblem = ({ status, title }) => ({
      status: status === 401 ? 401 : 400,
      body: { fault: status, text: title },
    });
    const port = await listenOnFreePort(serverOf(operation, mapped));
    const answer = await exchangeRaw(port, {
      method: "POST",
      target: "/pets",
      headers: ["authorization: Bearer good", "content-type: text/plain"],
      body: "{}",
    });
    expect([answer.status, answer.text]).toEqual([
      400,
      '{"fault":415,"text":"Unsupported Media Type"}',
    ]);
  });
});

it("a hook is typed by the documented errors", () => {
  const handlers: PetHandlers = { addPet: () => ({ status: 201 }) };
  const operation = { ...addPet, security: [] };
  const app = createTestServer({
    operations: [operation],
    handlers,
    renderProblem(problem) {
      expectTypeOf(problem.status).toEqualTypeOf<number>();
      return { status: problem.status, body: { fault: 1, text: problem.title } };
    },
  });
  void app.close();
  const wrong = () =>
    createTestServer({
      operations: [operation],
      handlers,
      // @ts-expect-error The contract documents `fault` as a number.
      renderProblem: ({ status }) => ({ status, body: { fault: "1", text: "" } }),
    });
  expect(wrong).toThrow("undocumented_error");
});
