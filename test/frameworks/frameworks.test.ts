import { Agent, request, type Server } from "node:http";
import { standardWebhookSigner } from "@specwright/rest/client";
import { restRoutes, webhookRoutes } from "@specwright/rest/fastify";
import {
  bearer,
  createRestHandler,
  createWebhookHandler,
  standardWebhooks,
} from "@specwright/rest/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { exchangeRaw, type RawExchange } from "../../packages/rest/test/server/raw-exchange.ts";
import {
  handlersNoting,
  operations,
  type Seen,
  webhookHandlersNoting,
  webhooks,
} from "./contract.ts";
import { hosts } from "./hosts.ts";

interface Case extends RawExchange {
  readonly name: string;
  readonly status: number;
  readonly json?: object;
  readonly text?: string;
  readonly head?: Readonly<Record<string, string>>;
}

const type = (value: string): readonly string[] => [`Content-Type: ${value}`];
const json = type("application/json");
const part = (head: string, body: string): string =>
  `--boundary1\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
const problem = { "content-type": "application/problem+json" };

const cases: readonly Case[] = [
  {
    name: "parameters of path, query, header and cookie",
    target: "/v1/things/a%2Fb?limit=3",
    headers: ["X-Count: 7", "Cookie: session=s1"],
    status: 200,
    json: {
      path: { id: "a/b" },
      query: { limit: 3 },
      headers: { "X-Count": 7 },
      cookies: { session: "s1" },
    },
  },
  {
    name: "JSON with all digits",
    method: "POST",
    target: "/v1/things",
    headers: json,
    body: '{"big":9007199254740993}',
    status: 200,
    text: '{"big":9007199254740993}',
  },
  {
    name: "a URL-encoded form",
    method: "POST",
    target: "/v1/form",
    headers: type("application/x-www-form-urlencoded"),
    body: "id=5",
    status: 200,
    json: { id: 5, name: "", text: "" },
  },
  {
    name: "a multipart form with a file",
    method: "POST",
    target: "/v1/form",
    headers: type("multipart/form-data; boundary=boundary1"),
    body: `${part('name="id"', "5")}${part('name="file"; filename="a.txt"', "hello")}--boundary1--\r\n`,
    status: 200,
    json: { id: 5, name: "a.txt", text: "hello" },
  },
  { name: "lines of JSON", target: "/v1/lines", status: 200, text: '{"n":1}\n{"n":2}\n' },
  {
    name: "400",
    target: "/v1/things/1?limit=x",
    status: 400,
    json: { code: "validation_failed" },
    head: problem,
  },
  {
    name: "400 for an unknown parameter",
    target: "/v1/things/1?other=x",
    status: 400,
    head: problem,
  },
  {
    name: "401",
    target: "/v1/secret",
    status: 401,
    head: { ...problem, "www-authenticate": "Bearer" },
  },
  {
    name: "credentials",
    target: "/v1/secret",
    headers: ["Authorization: Bearer key"],
    status: 200,
    json: { principal: "me" },
    head: { "cache-control": "no-store" },
  },
  {
    name: "404 of a handler",
    target: "/v1/missing",
    status: 404,
    json: { code: "not_found" },
    head: problem,
  },
  {
    name: "405",
    method: "DELETE",
    target: "/v1/things",
    status: 405,
    head: { ...problem, allow: "POST" },
  },
  {
    name: "405 beside a read",
    method: "PUT",
    target: "/v1/lines",
    status: 405,
    head: { allow: "GET, HEAD" },
  },
  {
    name: "413",
    method: "POST",
    target: "/v1/things",
    headers: json,
    body: `{"big":1,"text":"${"x".repeat(4000)}"}`,
    status: 413,
    json: { code: "payload_too_large" },
    head: problem,
  },
  {
    name: "415",
    method: "POST",
    target: "/v1/things",
    headers: type("text/csv"),
    body: "a,b",
    status: 415,
    head: problem,
  },
  {
    name: "500 without its cause",
    target: "/v1/broken",
    status: 500,
    json: { code: "internal_error" },
    head: problem,
  },
  {
    name: "the id of a request",
    target: "/v1/missing",
    headers: ["X-Request-Id: caller-given-1"],
    status: 404,
    json: { request_id: "caller-given-1" },
    head: { "x-request-id": "caller-given-1", "x-content-type-options": "nosniff" },
  },
  {
    name: "HEAD",
    method: "HEAD",
    target: "/v1/things/1",
    status: 200,
    text: "",
    head: { "content-length": "56" },
  },
  { name: "HEAD of a stream", method: "HEAD", target: "/v1/lines", status: 200, text: "" },
  { name: "a route of the framework", target: "/other", status: 200, text: "other" },
];

interface Message extends Partial<RawExchange> {
  readonly name: string;
  readonly body?: string;
  /** Whether the sender has the secret; default true. */
  readonly isSigned?: false;
  readonly status: number;
  readonly json?: object;
  /** The input of the handler; default: not called. */
  readonly hears?: object;
}

const secret = Buffer.from("a secret of thirty-two bytes....").toString("base64");
const other = Buffer.from("another secret").toString("base64");

const messages: readonly Message[] = [
  {
    name: "a webhook, with all digits",
    body: '{"kind":"shipped", "order":9007199254740993}',
    status: 204,
    hears: { shipped: 9007199254740993n, id: "msg_1" },
  },
  {
    name: "another webhook at the same path",
    body: '{"kind":"lost", "order":9007199254740995}',
    status: 204,
    hears: { lost: 9007199254740995n, id: "msg_1" },
  },
  {
    name: "a message that no webhook is of",
    body: '{"kind":"stolen", "order":9007199254740995}',
    status: 400,
    json: { code: "validation_failed", detail: "No webhook is of this kind." },
  },
  {
    name: "a message of someone else",
    body: '{"kind":"lost", "order":9007199254740995}',
    isSigned: false,
    status: 401,
    json: { code: "unauthorized" },
  },
  {
    name: "a message without a signature",
    body: '{"kind":"lost", "order":9007199254740995}',
    headers: ["content-type: application/json"],
    status: 401,
    json: { code: "unauthorized" },
  },
  { name: "another method", method: "PUT", status: 405, json: { code: "method_not_allowed" } },
];

describe.each(hosts)("$name", ({ start, hasOwn404 }) => {
  const seen: Seen = { started: 0, aborted: 0 };
  const options = {
    operations,
    handlers: handlersNoting(seen),
    authenticate: { token: bearer((key) => (key === "key" ? "me" : undefined)) },
  };
  const errors: object[] = [];
  const logger = { info() {}, warn() {}, error: (details: object) => void errors.push(details) };
  const rest = createRestHandler({ ...options, logger, prefix: "/v1" });
  const below = createRestHandler({ ...options, logger });
  const heard: unknown[] = [];
  const received = {
    webhooks,
    handlers: webhookHandlersNoting(heard),
    verify: standardWebhooks(secret),
    path: "/orders",
  };
  const hooks = {
    rest: createWebhookHandler({ ...received, logger, prefix: "/hooks" }),
    below: createWebhookHandler({ ...received, logger }),
    plugin: webhookRoutes(received),
  };
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = await start({ rest, below, plugin: restRoutes(options) }, hooks);
    const address = server.address();
    port = typeof address === "object" && address !== null ? address.port : 0;
  });
  afterAll(async () => {
    rest.closeStreams();
    below.closeStreams();
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  });

  it.each(cases)("serves $name", async ({ status, json, text, head = {}, ...sent }) => {
    const answer = await exchangeRaw(port, sent);
    expect(answer.status, answer.text).toBe(status);
    if (json !== undefined) expect(answer.json).toMatchObject(json);
    if (text !== undefined) expect(answer.text).toBe(text);
    // Fastify adds a charset to types without one.
    const received = Object.fromEntries(
      [...answer.headers].map(([name, value]) => [name, value.replace("; charset=utf-8", "")]),
    );
    expect(received).toMatchObject(head);
    expect(answer.text).not.toContain("internal words");
  });

  it("responds with 404 to an unknown path", async () => {
    const answer = await exchangeRaw(port, { target: "/v1/nothing" });
    expect(answer.status).toBe(404);
    if (hasOwn404 !== true) expect(answer.json).toMatchObject({ code: "not_found" });
  });

  it.each(["/v1/slow", "/v1/events"])(
    "informs the handler of %s that its client left",
    async (path) => {
      const before = { ...seen };
      const client = request({ port, path });
      client.on("error", () => {});
      client.on("response", (answer) =>
        answer.on("error", () => {}).once("data", () => client.destroy()),
      );
      client.end();
      await vi.waitFor(() => expect(seen.started).toBe(before.started + 1));
      if (path === "/v1/slow") client.destroy();
      await vi.waitFor(() => expect(seen.aborted).toBe(before.aborted + 1));
    },
  );

  it("sends an event when it occurs", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const answer = await fetch(`http://127.0.0.1:${port}/v1/events`, { signal });
    const { value } = (await answer.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toBe("data: 1\n\n");
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    controller.abort();
  });

  it("cuts a stream whose generator fails, and logs why", async () => {
    errors.length = 0;
    const answer = await fetch(`http://127.0.0.1:${port}/v1/cut`);
    await expect(answer.text()).rejects.toThrow();
    // Fastify has its own logger.
    if (hasOwn404 === true) return;
    const requestId = answer.headers.get("x-request-id");
    const err = expect.objectContaining({ message: "internal words" });
    expect(errors).toEqual([{ requestId, operation: "cut", err }]);
  });

  it.each(messages)("receives $name", async ({ status, json, hears, isSigned, ...sent }) => {
    heard.length = 0;
    const { body = "" } = sent;
    const sign = standardWebhookSigner(isSigned === false ? other : secret);
    const signature = await sign({ id: "msg_1", body: Buffer.from(body) });
    const headers = Object.entries({ "content-type": "application/json", ...signature });
    const answer = await exchangeRaw(port, {
      method: "POST",
      target: "/hooks/orders",
      headers: headers.map(([name, value]) => `${name}: ${value}`),
      ...sent,
    });
    expect(answer.status, answer.text).toBe(status);
    if (json !== undefined) expect(answer.json).toMatchObject(json);
    expect(heard).toEqual(hears === undefined ? [] : [hears]);
  });

  it("keeps a connection for several requests", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    for (const path of ["/v1/things/1", "/v1/missing", "/v1/lines"]) {
      await new Promise<void>((resolve, reject) => {
        const client = request({ port, path, agent }, (answer) => {
          answer.resume().once("end", resolve);
        });
        client.on("socket", (socket) => {
          socket.once("connect", () => ports.add(socket.localPort));
          if (!socket.connecting) ports.add(socket.localPort);
        });
        client.once("error", reject).end();
      });
    }
    agent.destroy();
    expect([...ports].filter((one) => one !== undefined)).toHaveLength(1);
  });
});
