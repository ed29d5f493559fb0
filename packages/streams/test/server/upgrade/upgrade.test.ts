import { once } from "node:events";
import { createServer, request } from "node:http";
import { connect as connectTo } from "node:net";
import { UnavailableError } from "@specwright/runtime";
import { createMemoryLog } from "@specwright/streams/log";
import {
  createStreamServer,
  type StreamGatewayOptions,
  type StreamServer,
} from "@specwright/streams/server";
import { signUpgrade } from "@specwright/streams/signing";
import { afterEach, describe, expect, it } from "vitest";
import { memoryReplayCache } from "../../../src/signing/replay-cache.ts";
import { orders } from "../../sample-channels/sequenced-channels.ts";
import { alice, connect, lookupKey, type PeerOptions, refused } from "../peer.ts";

let server: StreamServer;

async function start(options: Partial<StreamGatewayOptions> = {}): Promise<string> {
  server = createStreamServer({
    channels: [orders],
    log: createMemoryLog(),
    lookupKey,
    ...options,
  });
  const { url } = await server.listen();
  return url;
}

afterEach(() => server.close());

describe("an upgrade", () => {
  const wrong = signUpgrade({ ...alice, path: "/elsewhere", timestamp: Date.now() });
  const cases: readonly (readonly [string, string, PeerOptions, number, string])[] = [
    ["no headers", "/orders", { headers: {} }, 401, "missing_header"],
    ["a signature of another path", "/orders", { headers: { ...wrong } }, 401, "bad_signature"],
    ["another broker", "/orders", { credentials: { brokerId: "b2" } }, 401, "bad_signature"],
    ["an unknown key", "/orders", { credentials: { accessKey: "nobody" } }, 401, "unknown_key"],
    ["an old timestamp", "/orders", { timeMs: Date.now() - 400_000 }, 401, "clock_skew"],
    ["an unknown channel", "/nothing", {}, 404, "unknown_channel"],
    ["a path below a channel", "/orders/", {}, 404, "unknown_channel"],
    ["since=-1", "/orders?since=-1", {}, 400, "invalid_parameter"],
    ["since=abc", "/orders?since=abc", {}, 400, "invalid_parameter"],
    ["since=-0", "/orders?since=-0", {}, 400, "invalid_parameter"],
    ["since=1.0", "/orders?since=1.0", {}, 400, "invalid_parameter"],
    ["since twice", "/orders?since=1&since=2", {}, 400, "invalid_parameter"],
    ["since beyond int64", "/orders?since=9223372036854775808", {}, 400, "invalid_parameter"],
    ["since with no value", "/orders?since=", {}, 400, "invalid_parameter"],
    ["an unknown name", "/orders?colour=red", {}, 400, "invalid_parameter"],
    ["broken percent-encoding", "/orders?market=%E0%A4", {}, 400, "invalid_parameter"],
  ];

  it.each(cases)("with %s is refused", async (_, path, options, status, code) => {
    const url = await start();
    const refusal = await refused(url + path, options);
    expect(refusal).toMatchObject({
      status,
      type: "application/problem+json",
      // All 401 responses have the same code; `reason` distinguishes them.
      body: status === 401 ? { status, code: "unauthorized", reason: code } : { status, code },
    });
    expect(Math.abs(Date.parse(refusal.date ?? "") - Date.now())).toBeLessThan(60_000);
  });

  it("names the wrong parameter", async () => {
    const url = await start();
    const { body } = await refused(`${url}/orders?market=M1&since=-1&lang=en`);
    expect(body["parameter"]).toBe("lang");
    expect(body["errors"]).toEqual([
      { in: "query", pointer: "/lang", code: "unknown_key", message: "unknown parameter" },
    ]);
    const { body: second } = await refused(`${url}/orders?since=-1`);
    expect(second["errors"]).toMatchObject([{ in: "query", pointer: "/since" }]);
    expect(second["detail"]).toContain("since");
  });

  it("refused for its clock gets the server's", async () => {
    const url = await start();
    const { body } = await refused(`${url}/orders`, { timeMs: 0 });
    const serverTime = Date.parse(String(body["server_time"]));
    expect(Math.abs(serverTime - Date.now())).toBeLessThan(60_000);
  });

  it.each(["/orders", "/orders?since=0", "/orders?since=9223372036854775807&market=M1&market=M2"])(
    "of %s is accepted",
    async (path) => {
      const url = await start();
      const peer = await connect(url + path);
      expect(server.statistics().connections).toEqual({ orders: 1 });
      peer.socket.close();
      await peer.closed;
    },
  );

  it("of another version gets the list of served ones, and closed with 4009", async () => {
    const url = await start();
    const peer = await connect(`${url.replace("/v1", "/v2")}/orders`);
    expect(await peer.next()).toMatchObject({
      type: "error",
      payload: { code: "protocol_version", details: { supported: ["v1"] } },
    });
    expect(await peer.closed).toEqual({ code: 4009, reason: "protocol_version" });
  });

  it.each<[string, string, PeerOptions, number, string]>([
    ["no headers", "/orders", { headers: {} }, 401, "unauthorized"],
    ["a bad parameter", "/orders?colour=red", {}, 400, "invalid_parameter"],
  ])(
    "T6 of another version with %s gets that error first",
    async (_, path, options, status, code) => {
      const url = await start();
      const refusal = await refused(url.replace("/v1", "/v2") + path, options);
      expect(refusal).toMatchObject({ status, body: { code } });
    },
  );

  it("T6 beyond the limit of its key gets that error before its parameters", async () => {
    const url = await start({ settings: { maxConnectionsPerKey: 1 } });
    const peer = await connect(`${url}/orders`);
    expect(await refused(`${url}/orders?colour=red`)).toMatchObject({ status: 429 });
    peer.socket.close();
  });

  it.each([
    ["since=abc", "since: expected an integer in decimal digits"],
    ["since=1&since=2", "since: expected an integer in decimal digits, got 2 values"],
  ])("T6 with %s is answered in words of the wire", async (query, detail) => {
    const url = await start();
    expect(await refused(`${url}/orders?${query}`)).toMatchObject({
      status: 400,
      body: { detail },
    });
  });

  it("of an unknown channel of another version is a 404", async () => {
    const url = await start();
    expect(await refused(`${url.replace("/v1", "/v2")}/nothing`)).toMatchObject({ status: 404 });
  });

  it("can be closed with 4401 instead of 401", async () => {
    const url = await start({ settings: { unauthorized: "close" } });
    const peer = await connect(`${url}/orders`, { headers: {} });
    expect(await peer.next()).toMatchObject({ type: "error", payload: { code: "unauthorized" } });
    expect(await peer.closed).toMatchObject({ code: 4401 });
  });

  it("cannot be repeated when a replay cache is given", async () => {
    const url = await start({ replayCache: memoryReplayCache({ now: Date.now }) });
    const options = { timeMs: Date.now() };
    const peer = await connect(`${url}/orders`, options);
    expect(await refused(`${url}/orders`, options)).toMatchObject({ body: { reason: "replayed" } });
    peer.socket.close();
  });

  it("beyond the limit of its key is a 429", async () => {
    const url = await start({ settings: { maxConnectionsPerKey: 1 } });
    const peer = await connect(`${url}/orders`);
    expect(await refused(`${url}/orders`)).toMatchObject({ status: 429 });
    peer.socket.close();
    await peer.closed;
    await expect.poll(() => server.statistics().connections).toEqual({});
    await connect(`${url}/orders`);
  });

  it("while the server goes away is a 503", async () => {
    const url = await start({ settings: { closeGraceMs: 30_000 } });
    const silent = await connect(`${url}/orders`);
    // It does not answer the close, so that the server waits for it.
    silent.socket.pause();
    const closing = server.close();
    const refusal = await refused(`${url}/orders`);
    expect(refusal).toMatchObject({
      status: 503,
      body: expect.objectContaining({ code: "going_away" }),
    });
    silent.socket.terminate();
    await closing;
  });

  it("T6 while the keys are away is a 503 that says when to come back, and no failure", async () => {
    const events: string[] = [];
    const url = await start({
      lookupKey: () => Promise.reject(new UnavailableError("the keys", { retryAfterMs: 4_500 })),
      logger: ({ level, event }) => events.push(`${level} ${event}`),
    });
    const refusal = await refused(`${url}/orders`);
    expect(refusal).toMatchObject({ status: 503, body: { status: 503, code: "unavailable" } });
    expect(refusal.retryAfter).toBe("5");
    expect(events).toEqual(["info upgrade_refused"]);
  });

  it("T17 under a base path is found there only", async () => {
    const url = await start({ settings: { basePath: "/stream" } });
    expect(url).toMatch(/\/stream\/v1$/);
    await connect(`${url}/orders`);
    expect(await refused(`${url.replace("/stream", "")}/orders`)).toMatchObject({ status: 404 });
  });

  it("fails as 500 when the key store does", async () => {
    const entries: string[] = [];
    const url = await start({
      lookupKey: () => Promise.reject(new Error("the store is down")),
      logger: ({ event }) => entries.push(event),
    });
    expect(await refused(`${url}/orders`)).toMatchObject({ status: 500 });
    expect(entries).toEqual(["upgrade_failed"]);
  });
});

/** Sends text to a server and returns its answer. */
async function answerTo(port: number, text: string): Promise<string> {
  const socket = connectTo(port, "127.0.0.1");
  socket.write(text);
  let answer = "";
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

function upgradeText(path: string, more: readonly string[], method = "GET"): string {
  const signature = signUpgrade({ ...alice, path, timestamp: Date.now() });
  const headers = Object.entries(signature).map(([name, value]) => `${name}: ${value}`);
  const lines = ["Connection: Upgrade", "Upgrade: websocket", ...headers, ...more];
  return `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}

describe("requests that no WebSocket client sends", () => {
  const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
  const version = "Sec-WebSocket-Version: 13";
  it.each<[string, string, string, string]>([
    ["no HTTP", "\u0000\u0001\r\n\r\n", "400 Bad Request", "malformed_request"],
    [
      "long headers",
      upgradeText("/v1/orders", [`a: ${"b".repeat(20_000)}`]),
      "431 Request Header Fields Too Large",
      "headers_too_large",
    ],
    ["no key", upgradeText("/v1/orders", [version]), "400 Bad Request", "malformed_upgrade"],
    [
      "HTTP/1.0",
      upgradeText("/v1/orders", [key, version]).replace("HTTP/1.1", "HTTP/1.0"),
      "400 Bad Request",
      "malformed_request",
    ],
    ["no version", upgradeText("/v1/orders", [key]), "400 Bad Request", "malformed_upgrade"],
    [
      "another method",
      upgradeText("/v1/orders", [key, version], "POST"),
      "405 Method Not Allowed",
      "method_not_allowed",
    ],
    [
      "no upgrade, no host",
      "GET /v1/orders HTTP/1.1\r\nConnection: close\r\n\r\n",
      "426 Upgrade Required",
      "upgrade_required",
    ],
    [
      "an expectation",
      "GET /v1/orders HTTP/1.1\r\nExpect: tea\r\nConnection: close\r\n\r\n",
      "426 Upgrade Required",
      "upgrade_required",
    ],
  ])("such as %s is refused with a problem", async (_, text, status, code) => {
    const { port } = new URL(await start());
    const answer = await answerTo(Number(port), text);
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(head.split("\r\n")[0]).toBe(`HTTP/1.1 ${status}`);
    expect(head.toLowerCase()).toContain("content-type: application/problem+json");
    expect(head.toLowerCase()).toContain("date: ");
    expect(JSON.parse(body)).toMatchObject({ code });
  });

  it("leaves no socket behind when it follows a refused upgrade", async () => {
    server = createStreamServer({ channels: [orders], log: createMemoryLog(), lookupKey });
    const http = createServer();
    server.attach(http);
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
    const address = http.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const socket = connectTo(port, "127.0.0.1");
    socket.write(upgradeText("/v1/nothing", [key, version]) + "x".repeat(300_000));
    await once(socket, "data");
    socket.end();
    await expect
      .poll(() => new Promise((resolve) => http.getConnections((_error, open) => resolve(open))))
      .toBe(0);
    http.close();
  });
});

describe("a request that is not an upgrade", () => {
  it.each([
    ["/v1/orders", 426, "upgrade_required"],
    ["/v1/nothing", 404, "not_found"],
  ])("of %s is answered %i", async (path, status, code) => {
    const url = await start();
    const response = await fetch(new URL(path, url.replace("ws:", "http:")));
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({ status, code });
  });

  it("that asks for another protocol is refused", async () => {
    const url = new URL(await start());
    const sent = request({
      port: url.port,
      path: "/v1/orders",
      headers: {
        Connection: "Upgrade",
        Upgrade: "tea",
        ...signUpgrade({ ...alice, path: "/v1/orders", timestamp: Date.now() }),
      },
    });
    sent.end();
    const [response] = await once(sent, "response");
    expect(response.statusCode).toBe(400);
    response.resume();
  });
});
