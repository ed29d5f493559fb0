// Servers and clients of documents without versions, signatures or heartbeats.

import { once } from "node:events";
import { connect } from "node:net";
import { streamTransport } from "@specwright/streams/client";
import { createStreamServer, type StreamServer } from "@specwright/streams/server";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { loadDocument } from "./load-document.ts";
import { plainServer } from "./plain-server.ts";

const document = (server: string, address: string): string => `asyncapi: 3.0.0
info: { title: Echo, version: "1" }
servers:
  main: { host: localhost, protocol: ws${server} }
channels:
  echo:
    address: ${JSON.stringify(address)}
    ${address.includes("{") ? "parameters: { symbol: {} }" : ""}
    messages: { word: { payload: { type: string } } }
operations:
  say: { action: send, channel: { $ref: "#/channels/echo" } }
  hear: { action: receive, channel: { $ref: "#/channels/echo" } }
`;
const variables = `variables: { base: { default: "" }, pair: { default: a, enum: [a, b] } }`;

const cases: readonly (readonly [
  server: string,
  address: string,
  accepted: readonly string[],
  refused: readonly string[],
])[] = [
  ["", "/echo", ["/echo"], ["/v1/echo", "/", "/echo/"]],
  ["", "echo", ["/echo"], ["/"]],
  ["", "/", ["/"], ["/echo"]],
  [", pathname: /raw", "/", ["/raw", "/raw/"], ["/", "/v1/raw"]],
  [", pathname: /v2/live", "/echo", ["/v2/live/echo"], ["/v2/echo", "/v1/live/echo"]],
  [", pathname: /v2", "/echo", ["/v2/echo"], ["/v1/echo", "/v3/echo"]],
  [`, pathname: "{base}/x", ${variables}`, "/echo", ["/x/echo"], ["/echo"]],
  [`, pathname: "/ws/{pair}", ${variables}`, "/echo", ["/ws/a/echo", "/ws/b/echo"], ["/ws/echo"]],
  ["", "/ws/{symbol}@trade", ["/ws/btc@trade", "/ws/a%2Fb@trade"], ["/ws/btc", "/ws/@trade"]],
];

let server: StreamServer;
afterEach(() => server.close());

describe("a server listens", () => {
  it.each(cases)("with%s and the address %s", async (given, address, accepted, refused) => {
    const { channels, remove } = await loadDocument({ text: document(given, address) });
    server = createStreamServer({
      channels,
      handlers: {
        async echo(stream) {
          for await (const word of stream) await stream.send(word);
        },
      },
    });
    const { port } = await server.listen();
    for (const path of accepted) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
      await once(socket, "open");
      socket.send(`"hi"`);
      expect(String((await once(socket, "message"))[0])).toBe(`"hi"`);
      socket.close();
    }
    for (const path of refused) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
      socket.on("error", () => {});
      const [, response] = await once(socket, "unexpected-response");
      expect(response.statusCode).toBe(404);
    }
    await remove();
  });

  it("and selects only declared subprotocols", async () => {
    const { channels, remove } = await loadDocument({ text: document("", "/echo") });
    server = createStreamServer({ channels, handlers: { echo() {} } });
    const { port } = await server.listen();
    const socket = connect(port, "127.0.0.1");
    socket.write(
      [
        "GET /echo HTTP/1.1",
        "Host: a",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Protocol: chat.v1, chat.v2",
        "\r\n",
      ].join("\r\n"),
    );
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1.1 101 /);
    expect(String(answer)).not.toMatch(/sec-websocket-protocol/i);
    socket.destroy();
    await remove();
  });

  it("reports a port that is in use to its caller", async () => {
    server = createStreamServer({ channels: [] });
    const { port } = await server.listen();
    const second = createStreamServer({ channels: [] });
    await expect(second.listen({ port })).rejects.toMatchObject({
      code: "address_in_use",
      message: expect.stringContaining(`port ${port} of 127.0.0.1 is in use`),
    });
    await second.close();
  });
});

describe("a client dials", () => {
  const targets: readonly (readonly [base: string, address: string, target: string])[] = [
    ["", "/echo", "/echo"],
    ["/raw", "/", "/raw"],
    ["/raw/", "echo", "/raw/echo"],
    ["", "/", "/"],
  ];
  it.each(targets)("with the path %j and the address %s", async (base, address, target) => {
    server = createStreamServer({ channels: [] });
    const { client, remove } = await loadDocument({ text: document("", address) });
    const plain = await plainServer((socket) => socket.send(`"hi"`));
    const stream = client["echo"]?.(streamTransport({ url: `${plain.url}${base}` }));
    await stream?.[Symbol.asyncIterator]().next();
    await stream?.close();
    expect(plain.requests.map(({ url }) => url)).toEqual([target]);
    await plain.close();
    await remove();
  });

  it("once, and keeps the connection to a silent server that responds to pings", async () => {
    server = createStreamServer({ channels: [] });
    const { client, remove } = await loadDocument({ text: document("", "/echo") });
    let answers = true;
    const plain = await plainServer((socket) => {
      socket.on("ping", () => {
        if (!answers) socket.terminate();
      });
    });
    const stream = client["echo"]?.(streamTransport({ url: plain.url, heartbeatMs: 20 }));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(plain.requests).toHaveLength(1);
    answers = false;
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(plain.requests.length).toBeGreaterThan(1);
    await stream?.close();
    await plain.close();
    await remove();
  });
});
