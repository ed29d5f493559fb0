// Binary messages over real sockets: between a generated client and a generated server, and with other
// peers.

import { streamTransport } from "@specwright/streams/client";
import { createStreamServer, type StreamServerOptions } from "@specwright/streams/server";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { loadDocument } from "./load-document.ts";
import { plainServer } from "./plain-server.ts";

function documentOf(messages: string, more = ""): { readonly text: string } {
  return {
    text: `
asyncapi: 3.0.0
info: { title: Camera, version: '1' }
servers: { main: { host: localhost, protocol: ws } }
channels:
  camera:
    address: /camera
    messages:
${messages}
${more}
operations:
  show: { action: send, channel: { $ref: '#/channels/camera' }, messages: [{ $ref: '#/channels/camera/messages/picture' }, { $ref: '#/channels/camera/messages/state' }] }
  move: { action: receive, channel: { $ref: '#/channels/camera' }, messages: [{ $ref: '#/channels/camera/messages/sound' }, { $ref: '#/channels/camera/messages/turn' }] }
`,
  };
}

const state = `      state: { payload: { type: object, required: [kind, on], properties: { kind: { const: state }, on: { type: boolean } } } }
      turn: { payload: { type: object, required: [kind, by], properties: { kind: { const: turn }, by: { type: integer } } } }`;
const tagged = await loadDocument(
  documentOf(`      picture: { contentType: image/png, payload: { type: string, format: binary } }
      sound: { contentType: application/x-protobuf }
${state}`),
);
const untagged = await loadDocument(
  documentOf(`      picture: { contentType: application/octet-stream }
      sound: { contentType: application/msgpack, payload: { type: object } }
      state: { payload: { type: object, required: [on], properties: { on: { type: boolean } } } }
      turn: { payload: { type: object, required: [by], properties: { by: { type: integer } } } }`),
);
const onlyBytes = await loadDocument({
  text: `
asyncapi: 3.0.0
info: { title: Bytes, version: '1' }
defaultContentType: application/cbor
servers: { main: { host: localhost, protocol: ws } }
channels:
  camera:
    address: /camera
    messages: { up: {}, down: {} }
operations:
  show: { action: send, channel: { $ref: '#/channels/camera' }, messages: [{ $ref: '#/channels/camera/messages/down' }] }
  move: { action: receive, channel: { $ref: '#/channels/camera' }, messages: [{ $ref: '#/channels/camera/messages/up' }] }
`,
});
const documents = { tagged, untagged, onlyBytes };
afterAll(() => Promise.all(Object.values(documents).map((each) => each.remove())));

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type Loaded = typeof tagged;

async function serve(
  { channels }: Loaded,
  options: Partial<StreamServerOptions> = {},
): Promise<{ readonly url: string; readonly received: unknown[] }> {
  const received: unknown[] = [];
  const server = createStreamServer({
    channels,
    handlers: {
      async camera(stream) {
        for await (const message of stream) {
          received.push(message);
          // The handler returns the bytes.
          if (message instanceof Uint8Array) await stream.send(message);
        }
      },
    },
    ...options,
  });
  const { url } = await server.listen();
  ends.push(() => server.close());
  return { url, received };
}

function open(document: Loaded, url: string) {
  const stream = document.client["camera"]?.(streamTransport({ url, random: () => 0 }));
  if (stream === undefined) throw new Error("no channel");
  ends.push(() => stream.close());
  return { stream, messages: stream[Symbol.asyncIterator]() };
}

const bytes = Uint8Array.of(0x7b, 0x7d, 0, 0xff, 10, 0xef, 0xbb, 0xbf);

describe("33.4 binary messages", () => {
  it.each(Object.entries(documents))(
    "of a channel (%s) arrive unchanged",
    async (name, document) => {
      expect(document.diagnostics).toEqual(
        name === "untagged"
          ? [
              expect.stringMatching(
                /^MESSAGE_NOT_JSON .*"sound".* the schema of its payload is not used/,
              ),
            ]
          : [],
      );
      const { url, received } = await serve(document);
      const { stream, messages } = open(document, url);
      for (const sent of [bytes, new Uint8Array(0), new TextEncoder().encode('{"by":1}')]) {
        await stream.send(sent);
        expect((await messages.next()).value).toEqual(sent);
      }
      expect(received.every((message) => message instanceof Uint8Array)).toBe(true);
      expect(received.length).toBe(3);
      if (name === "onlyBytes") return;
      const turn = name === "tagged" ? { kind: "turn", by: 1 } : { by: 1 };
      await stream.send(turn);
      await expect.poll(() => received[3]).toEqual(turn);
    },
  );

  it.each(Object.entries(documents))(
    "(%s) are read from and written to another client as binary frames",
    async (name, document) => {
      const { url, received } = await serve(document);
      const socket = new WebSocket(`${url}/camera`);
      ends.push(() => socket.terminate());
      const frames: (readonly [boolean, string])[] = [];
      socket.on("message", (data, isBinary) => frames.push([isBinary, String(data)]));
      await new Promise((resolve) => socket.once("open", resolve));
      socket.send(Buffer.from("ab"));
      await expect.poll(() => frames).toEqual([[true, "ab"]]);
      // A text frame is not the binary message.
      socket.send("ab");
      await expect.poll(() => received.length).toBe(2);
      expect(received[1]).toMatchObject({ type: "$unknown" });
      if (name === "onlyBytes") expect(received[1]).toMatchObject({ received: "ab" });
    },
  );

  it.each(Object.entries(documents))(
    "(%s) of another server differ from texts by their frames",
    async (name, document) => {
      const server = await plainServer((socket) => {
        socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary }));
        socket.send(Buffer.from('{"kind":"state","on":true}'));
        socket.send('{"kind":"state","on":true}');
      });
      ends.push(() => server.close());
      const { stream, messages } = open(document, server.url);
      expect((await messages.next()).value).toEqual(
        new TextEncoder().encode('{"kind":"state","on":true}'),
      );
      const text: unknown = (await messages.next()).value;
      expect(text).toMatchObject(
        name === "onlyBytes"
          ? { type: "$unknown", received: { kind: "state" } }
          : { kind: "state", on: true },
      );
      await stream.send(bytes);
      expect((await messages.next()).value).toEqual(bytes);
    },
  );

  it("are compressed if both sides agree", async () => {
    const { url } = await serve(tagged, { compression: true });
    const { stream, messages } = open(tagged, url);
    await stream.send(bytes);
    expect((await messages.next()).value).toEqual(bytes);
  });

  it("respect the maximum length of a frame", async () => {
    const { url, received } = await serve(tagged, { settings: { maxFrameBytes: 1_000 } });
    const { stream, messages } = open(tagged, url);
    await stream.send(new Uint8Array(1_000));
    expect((await messages.next()).value).toEqual(new Uint8Array(1_000));
    await stream.send(new Uint8Array(1_001));
    await expect(messages.next()).rejects.toMatchObject({ closeCode: 1009 });
    expect(received.length).toBe(1);
  });

  it("are sent as bytes only", async () => {
    const { url } = await serve(onlyBytes);
    const { stream } = open(onlyBytes, url);
    await expect(stream.send("text" as never)).rejects.toMatchObject({
      code: "invalid_message",
      message: expect.stringContaining("expected bytes"),
    });
    const other = open(tagged, url);
    await expect(other.stream.send([1, 2] as never)).rejects.toMatchObject({
      code: "invalid_message",
    });
  });

  it("have the type Uint8Array", () => {
    const types = tagged.files.get("types.ts") ?? "";
    expect(types).toMatch(/CameraServerMessage = Uint8Array \| State/);
    expect(onlyBytes.files.get("types.ts")).toMatch(/CameraClientMessage = Uint8Array;/);
  });

  it("of one direction that cannot be distinguished are reported", async () => {
    const document = await loadDocument(
      documentOf(`      picture: { contentType: image/png }
      state: { contentType: image/jpeg }
      sound: { contentType: audio/wav }
      turn: { payload: { type: object } }`),
    );
    ends.push(() => document.remove());
    expect(document.diagnostics).toEqual([
      expect.stringMatching(/^MESSAGES_ALIKE .*"picture" and "state" of .* are both binary frames/),
    ]);
  });
});

describe("33.4 messages of XML", () => {
  it("are texts", async () => {
    const document = await loadDocument(
      documentOf(`      picture: { contentType: application/xml, payload: { type: string } }
      sound: { contentType: image/svg+xml, payload: { type: string } }
${state}`),
    );
    ends.push(() => document.remove());
    expect(document.diagnostics).toEqual([]);
    const frames: string[] = [];
    const server = await plainServer((socket) => {
      socket.on("message", (data, isBinary) => frames.push(`${isBinary} ${String(data)}`));
      socket.send("<a>1</a>");
    });
    ends.push(() => server.close());
    const { stream, messages } = open(document, server.url);
    expect((await messages.next()).value).toBe("<a>1</a>");
    await stream.send("<b/>");
    await expect.poll(() => frames).toEqual(["false <b/>"]);
  });
});
