// Values with different forms in TypeScript and JSON, in messages and parameters of channels: our client
// with a plain server, and our server with a plain client.

import { once } from "node:events";
import { streamTransport } from "@specwright/streams/client";
import { createStreamServer } from "@specwright/streams/server";
import { afterAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { loadDocument } from "./load-document.ts";
import { plainServer } from "./plain-server.ts";

const text = `asyncapi: 3.0.0
info: { title: Forms, version: "1" }
servers: { web: { host: forms.example, protocol: wss } }
channels:
  feed:
    address: feed
    bindings:
      ws: { query: { type: object, properties: { since: { type: string, format: date-time, x-type: Date } } } }
    messages:
      tick: { payload: { $ref: "#/components/schemas/Tick" } }
      ask: { payload: { type: object, required: [from], properties: { from: { $ref: "#/components/schemas/At" } } } }
  clock:
    address: clock
    messages: { at: { contentType: text/plain, payload: { $ref: "#/components/schemas/At" } } }
operations:
  sendTick: { action: send, channel: { $ref: "#/channels/feed" }, messages: [{ $ref: "#/channels/feed/messages/tick" }] }
  takeAsk: { action: receive, channel: { $ref: "#/channels/feed" }, messages: [{ $ref: "#/channels/feed/messages/ask" }] }
  sendAt: { action: send, channel: { $ref: "#/channels/clock" } }
components:
  schemas:
    At: { type: string, format: date-time, x-type: Date }
    Tick:
      type: object
      required: [at, price]
      properties:
        at: { $ref: "#/components/schemas/At" }
        price: { type: number, format: decimal, x-type: Decimal }
        id: { type: integer, format: int64, x-type: string }
`;
const document = await loadDocument({ text });
afterAll(() => document.remove());

const T = "2024-02-29T12:30:00.125Z";
const at = new Date(T);
const tick = { at, price: { units: 123456789012n, nanos: 123456789 }, id: "9007199254740993" };
const frame = `{"at":"${T}","price":123456789012.123456789,"id":9007199254740993}`;

it("arrive at a generated client, which sends them", async () => {
  const server = await plainServer((socket) => socket.send(frame));
  const open = document.client["feed"];
  const stream = open?.(streamTransport({ url: server.url }), { query: { since: at } });
  const first = await stream?.[Symbol.asyncIterator]().next();
  expect(first?.value).toEqual(tick);
  await stream?.send({ from: at });
  await expect(stream?.send({ from: new Date(Number.NaN) })).rejects.toMatchObject({
    code: "invalid_message",
  });
  expect(await server.frames(1)).toEqual([`{"from":"${T}"}`]);
  expect(server.requests[0]?.url).toBe(`/feed?since=${encodeURIComponent(T)}`);
  await stream?.close();
  await server.close();
});

it("arrive as text without quotes", async () => {
  const server = await plainServer((socket) => socket.send(T));
  const stream = document.client["clock"]?.(streamTransport({ url: server.url }));
  const first = await stream?.[Symbol.asyncIterator]().next();
  expect(first?.value).toEqual(at);
  await stream?.close();
  await server.close();
});

it("arrive at a generated server, which sends them", async () => {
  const taken: unknown[] = [];
  const server = createStreamServer({
    channels: document.channels,
    lookupKey: () => undefined,
    settings: { versions: [] },
    handlers: {
      async feed(stream, parameters) {
        taken.push(parameters);
        await stream.send(tick);
        for await (const message of stream) {
          taken.push(message);
          return;
        }
      },
      async clock(stream) {
        await stream.send(at);
      },
    },
  });
  const { url } = await server.listen();
  const frames: string[] = [];
  for (const [path, message] of [
    [`feed?since=${T}`, `{"from":"${T}"}`],
    ["clock", undefined],
  ] as const) {
    const socket = new WebSocket(`${url}/${path}`);
    socket.on("message", (data) => frames.push(String(data)));
    await once(socket, "open");
    if (message !== undefined) socket.send(message);
    await once(socket, "close");
  }
  await server.close();
  expect(frames).toEqual([frame, T]);
  expect(taken).toEqual([expect.objectContaining({ query: { since: at } }), { from: at }]);
});
