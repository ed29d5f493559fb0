// Channel parameters: a generated client sends or rejects them, and a generated server accepts
// them.

import { once } from "node:events";
import { connect } from "node:net";
import { streamTransport } from "@specwright/streams/client";
import { createStreamServer } from "@specwright/streams/server";
import { afterAll, describe, expect, it } from "vitest";
import { loadDocument } from "./load-document.ts";
import { plainServer } from "./plain-server.ts";

const document = await loadDocument({
  text: `asyncapi: 3.0.0
info: { title: Rooms, version: "1" }
servers:
  main: { host: localhost, protocol: ws, security: [{ type: http, scheme: bearer }] }
channels:
  room:
    address: /rooms/{room}/{lang}
    parameters: { room: {}, lang: { enum: [en, de], default: en } }
    messages: { word: { payload: { type: string } } }
    bindings:
      ws:
        headers:
          type: object
          required: [X-Name, Authorization]
          properties: { X-Name: { type: string, minLength: 2 }, Authorization: { type: string } }
operations:
  say: { action: send, channel: { $ref: "#/channels/room" } }
`,
});
afterAll(() => document.remove());

const [scheme = ""] = Object.keys(document.channels[0]?.security?.schemes ?? {});
const headers = { "X-Name": "ann" };
const open = (url: string, parameters: object, token = "t") =>
  document.client["room"]?.(streamTransport({ url, credentials: { [scheme]: token } }), parameters);

const refused: readonly (readonly [it: string, parameters: object, message: string])[] = [
  ["dots", { path: { room: ".." }, headers }, "would make a dot segment"],
  ["a dot", { path: { room: "." }, headers }, "would make a dot segment"],
  ["nothing", { path: { room: "" }, headers }, "required, and not empty"],
  ["another value", { path: { room: "a", lang: "fr" }, headers }, "/lang"],
  ["no header", { path: { room: "a" } }, "/X-Name"],
  ["a short header", { path: { room: "a" }, headers: { "X-Name": "a" } }, "/X-Name"],
  [
    "a header of other characters",
    { path: { room: "a" }, headers: { "X-Name": "ü€" } },
    "X-Name has",
  ],
];

describe("a client", () => {
  it("reports a wrong parameter once", () => {
    expect(() => open("ws://127.0.0.1:9", { path: { room: "" }, headers })).toThrow(
      /^invalid_parameters: required, and not empty, at path \/room$/,
    );
  });

  it.each(refused)("does not connect with %s", (_, parameters, message) => {
    expect(() => open("ws://127.0.0.1:9", parameters)).toThrow(
      expect.objectContaining({
        code: "invalid_parameters",
        message: expect.stringContaining(message),
      }),
    );
  });

  it("ends with an error for a credential that a header cannot contain", async () => {
    const stream = open("ws://127.0.0.1:9", { path: { room: "a" }, headers }, "a\nb");
    await expect(stream?.[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: "unauthorized",
      message: expect.stringContaining("the header Authorization has"),
    });
  });

  const sent: readonly (readonly [path: object, target: string])[] = [
    [{ room: "a/../..", lang: "de" }, "/rooms/a%2F..%2F../de"],
    [{ room: "%2e%2e" }, "/rooms/%252e%252e/en"],
    [{ room: "..." }, "/rooms/.../en"],
  ];
  it.each(sent)("sends %j, with defaults", async (path, target) => {
    const server = await plainServer((socket) => socket.send(`"hi"`));
    const stream = open(server.url, { path, headers });
    await stream?.[Symbol.asyncIterator]().next();
    await stream?.close();
    expect(server.requests.map(({ url }) => url)).toEqual([target]);
    await server.close();
  });
});

describe("a server", () => {
  it.each([
    ["/rooms/%2e%2e/en", "404"],
    ["/rooms/.%2E/en", "404"],
    ["/rooms/../en", "404"],
    ["/rooms//en", "404"],
    ["/rooms/%252e/en", "101"],
  ])("responds to %s with %s", async (target, status) => {
    const server = createStreamServer({
      channels: document.channels,
      handlers: { room() {} },
      authenticate: { [scheme]: () => ({}) },
    });
    const { port } = await server.listen();
    const socket = connect(port, "127.0.0.1");
    const lines = [
      `GET ${target} HTTP/1.1`,
      "Host: a",
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
      "Authorization: Bearer t",
      "X-Name: ann",
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    const [answer] = await once(socket, "data");
    expect(String(answer).split(" ")[1]).toBe(status);
    socket.destroy();
    await server.close();
  });
});
