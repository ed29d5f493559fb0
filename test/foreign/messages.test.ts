// Channels whose messages have no common field to distinguish them, between our client and a plain server,
// and between a plain client and our server.

import { once } from "node:events";
import { join } from "node:path";
import { streamTransport } from "@specwright/streams/client";
import { createStreamServer } from "@specwright/streams/server";
import { afterAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { loadDocument } from "./load-document.ts";
import { plainServer } from "./plain-server.ts";

const goldens = new URL("../golden/cases", import.meta.url).pathname;
const document = await loadDocument(join(goldens, "messages-without-tag", "spec.yaml"));
afterAll(() => document.remove());

const unknown = (received: unknown, reason: string): object => ({
  type: "$unknown",
  received,
  reason: expect.stringContaining(reason),
});

const received: readonly (readonly [channel: string, frame: string | Buffer, want: unknown])[] = [
  ["nested", `{"data":{"kind":"joined","who":"a"}}`, { data: { kind: "joined", who: "a" } }],
  ["nested", `{"data":{"who":"b","kind":"kicked"}}`, { data: { kind: "kicked", who: "b" } }],
  ["nested", `{"data":{"kind":"x"}}`, unknown({ data: { kind: "x" } }, "unknown data.kind")],
  ["nested", `{"data":{}}`, unknown({ data: {} }, "no data.kind")],
  ["nested", `{"data":{"kind":"joined","who":1}}`, unknown(expect.anything(), "/data/who")],
  ["nested", `\ufeff{"data":{"kind":"joined"}}`, { data: { kind: "joined" } }],
  ["nested", Buffer.from(`{"data":{"kind":"joined"}}`), { data: { kind: "joined" } }],
  ["nested", Buffer.from(`{"data":{"kind":"x"}}`), unknown({ data: { kind: "x" } }, "unknown")],
  ["nested", Buffer.from("words"), unknown(new Uint8Array(Buffer.from("words")), "binary")],
  ["nested", Buffer.from([0xff, 0x00]), unknown(new Uint8Array([0xff, 0x00]), "binary")],
  ["nested", `hello`, unknown("hello", "no data.kind")],
  ["declared", `{"kind":"gone"}`, { kind: "gone" }],
  ["declared", `{"kind":"hello","more":1}`, { kind: "hello", more: 1 }],
  ["declared", `[1,2]`, [1, 2]],
  ["declared", `7`, 7],
  ["declared", `{"kind":"what"}`, unknown({ kind: "what" }, "list: ")],
  ["declared", `"7"`, unknown("7", "number: ")],
  [
    "alike",
    `{"door":"north"}`,
    unknown({ door: "north" }, "matches several messages: closed and other"),
  ],
  ["alike", `{}`, {}],
];

const sent: readonly (readonly [value: unknown, frame: string])[] = [
  [{ op: 1 }, `{"op":1}`],
  ["any words", "any words"],
  [`{"op":1}`, `{"op":1}`],
];

describe("a generated client", () => {
  it.each(received)("of %s receives %s", async (channel, frame, want) => {
    const server = await plainServer((socket) => socket.send(frame));
    const stream = document.client[channel]?.(streamTransport({ url: server.url }));
    const first = await stream?.[Symbol.asyncIterator]().next();
    await stream?.close();
    await server.close();
    expect(first?.value).toEqual(want);
  });

  it.each(sent)("sends %j", async (value, frame) => {
    const server = await plainServer();
    const stream = document.client["nested"]?.(streamTransport({ url: server.url }));
    await stream?.send(value);
    expect(await server.frames(1)).toEqual([frame]);
    await stream?.close();
    await server.close();
  });

  it("refuses a value that fits no message", async () => {
    const server = await plainServer();
    const stream = document.client["nested"]?.(streamTransport({ url: server.url }));
    await expect(stream?.send({ op: 2 })).rejects.toMatchObject({
      code: "invalid_message",
      message: expect.stringContaining('at "/op"'),
      cause: { issues: [{ pointer: "/op" }] },
    });
    await stream?.close();
    await server.close();
  });
});

describe("a generated server", () => {
  it("receives and sends each message", async () => {
    const taken: unknown[] = [];
    const server = createStreamServer({
      channels: document.channels,
      lookupKey: () => undefined,
      settings: { versions: [] },
      handlers: {
        alike: () => {},
        declared: () => {},
        async nested(stream) {
          await stream.send({ data: { kind: "joined" } });
          await stream.send({ data: { kind: "left" } });
          await expect(stream.send({ data: {} })).rejects.toMatchObject({
            code: "invalid_message",
            cause: { issues: [{ pointer: "/data/kind" }] },
          });
          for await (const message of stream) if (taken.push(message) === 5) return;
        },
      },
    });
    const { url } = await server.listen();
    const socket = new WebSocket(`${url}/nested`);
    const frames: string[] = [];
    socket.on("message", (data) => frames.push(String(data)));
    await once(socket, "open");
    for (const frame of [`{"op":1}`, "words", ""]) socket.send(frame);
    socket.send(Buffer.from(`\ufeff{"op":1}`));
    socket.send(Buffer.from([0xff]));
    await once(socket, "close");
    await server.close();
    expect(frames).toEqual([`{"data":{"kind":"joined"}}`, `{"data":{"kind":"left"}}`]);
    expect(taken).toEqual([
      { op: 1 },
      "words",
      unknown("", "code: "),
      { op: 1 },
      unknown(new Uint8Array([0xff]), "text frame"),
    ]);
  });
});
