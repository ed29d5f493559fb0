// Heartbeats, endings and message conditions on channels without topics: the generated client and the
// server follow their extensions.

import { CodecError, type StreamEvent } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { streamTransport } from "@specwright/streams/client";
import { createStreamServer, type StreamServer } from "@specwright/streams/server";
import { afterAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { loadDocument } from "./load-document.ts";
import { plainServer } from "./plain-server.ts";

const text = `asyncapi: 3.0.0
info: { title: Desk, version: 1.0.0 }
servers: { s: { host: "localhost:9001", protocol: ws } }
channels:
  beating:
    address: /beating
    messages: &messages
      note: { payload: { type: object, required: [type], properties: { type: { const: note } } } }
      hello: { payload: { type: object, required: [type], properties: { type: { const: hello } } } }
      ping: { payload: { type: object, required: [type], properties: { type: { const: ping } } } }
      pong: { payload: { type: object, required: [type], properties: { type: { const: pong } } } }
      beat: { payload: { type: object, required: [type], properties: { type: { const: beat } } } }
    x-heartbeat:
      version: 1
      beats:
        - { from: server, message: beat, everyMs: 100, deadAfterMs: 2000, answer: { type: here } }
        - { from: client, everyMs: 600, payload: { type: ping }, answer: pong }
  texting:
    address: /texting
    messages: { note: { payload: { type: object, required: [type], properties: { type: { const: note } } } } }
    x-heartbeat:
      version: 1
      beats:
        - { from: client, everyMs: 200, text: ping, answerText: pong }
  ending:
    address: /ending
    messages: *messages
    x-endings:
      version: 1
      maxAgeMs: 400
      closes:
        - { codes: 1000, client: reconnect }
        - { codes: [4000, 4009], client: reconnect }
        - { codes: 4100, client: stop }
      messages:
        - { message: pong, client: reconnect }
  matching:
    address: /matching
    messages:
      partial: { payload: { type: object, required: [text], properties: { text: { type: string } } } }
      final: { payload: { type: object, required: [text, words], properties: { text: { type: string }, words: { type: array, items: { type: string } } } } }
    x-envelope:
      version: 1
      match:
        - { message: final, where: { /words: { type: array } } }
        - { message: partial, where: { /text: { type: string } } }
  lines:
    address: /lines
    messages: *messages
    x-envelope: { version: 1, lines: true }
operations:
  tell: { action: send, channel: { $ref: "#/channels/lines" }, messages: [ { $ref: "#/channels/lines/messages/note" }, { $ref: "#/channels/lines/messages/pong" } ] }
  ask: { action: receive, channel: { $ref: "#/channels/lines" }, messages: [ { $ref: "#/channels/lines/messages/hello" } ] }
  say: { action: send, channel: { $ref: "#/channels/beating" }, messages: [ { $ref: "#/channels/beating/messages/note" }, { $ref: "#/channels/beating/messages/pong" }, { $ref: "#/channels/beating/messages/beat" } ] }
  hear: { action: receive, channel: { $ref: "#/channels/beating" }, messages: [ { $ref: "#/channels/beating/messages/hello" }, { $ref: "#/channels/beating/messages/ping" } ] }
  text: { action: send, channel: { $ref: "#/channels/texting" } }
  end: { action: send, channel: { $ref: "#/channels/ending" }, messages: [ { $ref: "#/channels/ending/messages/note" }, { $ref: "#/channels/ending/messages/pong" } ] }
  speak: { action: send, channel: { $ref: "#/channels/matching" } }
`;

const desk = await loadDocument({ text });
afterAll(() => desk.remove());

/** Opens a channel of a server, and collects its messages and the events that end connections. */
function listen(channel: string, url: string, random = 0) {
  const messages: unknown[] = [];
  const endings: StreamEvent[] = [];
  const stream = desk.client[channel]?.(
    streamTransport({
      url,
      random: () => random,
      onEvent: (event) => void (event.type === "disconnected" && endings.push(event)),
    }),
  );
  if (stream === undefined) throw new Error(`no channel ${channel}`);
  const ended = stream.run((message) => void messages.push(message));
  ended.catch(() => {});
  return { stream, messages, endings, ended };
}

type Handle = (stream: { close(code?: number): Promise<void> } & AsyncIterable<unknown>) => unknown;

async function serve(channel: string, handle: Handle): Promise<StreamServer & { url: string }> {
  const handlers = Object.fromEntries(
    desk.channels.map(({ id, name = id }) => [name, id === channel ? handle : () => {}]),
  );
  const channels = desk.channels.filter(({ id }) => id === channel);
  const { [channel]: own } = handlers;
  const server = createStreamServer({ channels, handlers: { [channel]: own as never } });
  const { url } = await server.listen();
  return Object.assign(server, { url });
}

describe("33 heartbeats on a channel without topics", () => {
  it("are sent and answered by the client, which reports a silence", async () => {
    const server = await plainServer((socket) => {
      socket.send('{"type":"beat"}');
    });
    const { stream, endings } = listen("beating", server.url);
    await server.frames(2);
    expect(server.received.map((frame) => JSON.parse(frame))).toEqual(
      expect.arrayContaining([{ type: "here" }, { type: "ping" }]),
    );
    await expect.poll(() => endings, { timeout: 5_000 }).toMatchObject([{ cause: "silent" }]);
    await stream.close();
    await server.close();
  });

  it("are sent and answered by the server; its handler sees none of them", async () => {
    const seen: unknown[] = [];
    const server = await serve("beating", async (stream) => {
      for await (const message of stream) seen.push(message);
    });
    const { stream, messages, endings } = listen("beating", server.url);
    await expect.poll(() => messages, { timeout: 5_000 }).toContainEqual({ type: "pong" });
    expect(messages).toContainEqual({ type: "beat" });
    await stream.send({ type: "hello" });
    await expect.poll(() => seen).toEqual([{ type: "hello" }]);
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(endings).toEqual([]);
    await stream.close();
    await server.close();
  });

  it("are missed by the server if a client sends none", async () => {
    const server = await serve("beating", () => new Promise(() => {}));
    const socket = new WebSocket(`${server.url}/beating`, { autoPong: false });
    const closed = new Promise((resolve) => socket.once("close", resolve));
    expect(await closed).toBe(1006);
    await expect.poll(() => server.statistics().endings).toEqual({ peer_silent: 1 });
    await server.close();
  });
});

describe("33.2 heartbeats that are texts without quotes, on a channel without topics", () => {
  it("are sent by the client, which does not treat the response as a message", async () => {
    const server = await plainServer();
    const { stream, messages } = listen("texting", server.url);
    expect(await server.frames(1)).toEqual(["ping"]);
    server.send("pong");
    server.send('{"type":"note"}');
    await expect.poll(() => messages).toEqual([{ type: "note" }]);
    await stream?.close();
    await server.close();
  });

  it("are answered by the server; its handler sees none of them", async () => {
    const seen: unknown[] = [];
    const server = await serve("texting", async (stream) => {
      for await (const message of stream) seen.push(message);
    });
    const socket = new WebSocket(`${server.url}/texting`);
    const answered = new Promise((resolve) =>
      socket.once("message", (data) => resolve(String(data))),
    );
    socket.once("open", () => socket.send("ping"));
    expect(await answered).toBe("pong");
    expect(seen).toEqual([]);
    socket.close();
    await server.close();
  });
});

describe("33 a message that the server writes on its own", () => {
  const documentOf = (beat: string, match: string): string => `asyncapi: 3.0.0
info: { title: Own, version: 1.0.0 }
servers: { s: { host: "localhost:9001", protocol: ws } }
channels:
  own:
    address: /own
    messages: { beat: { payload: ${beat} }, said: { payload: { type: object, required: [say] , properties: { say: { type: string } } } } }
    x-envelope: { version: 1, match: [{ message: beat, where: ${match} }] }
    x-heartbeat: { version: 1, beats: [{ from: server, message: beat, everyMs: 50 }] }
operations:
  tell: { action: send, channel: { $ref: "#/channels/own" } }
`;

  it("has the constants of its schema and of its conditions", async () => {
    const beat =
      "{ type: object, required: [hb, v], properties: { hb: { const: 1 }, v: { const: x } } }";
    const own = await loadDocument({ text: documentOf(beat, "{ /hb: 1, /of/kind: beat }") });
    expect(own.diagnostics).toEqual([]);
    const handlers = { own: () => new Promise(() => {}) } as never;
    const server = createStreamServer({ channels: own.channels, handlers });
    const { url } = await server.listen();
    const socket = new WebSocket(`${url}/own`);
    const frame = await new Promise((resolve) => socket.once("message", resolve));
    expect(JSON.parse(String(frame))).toEqual({ hb: 1, v: "x", of: { kind: "beat" } });
    socket.close();
    await server.close();
    await own.remove();
  });

  it("is reported if the runtime cannot fill it", async () => {
    const beat =
      "{ type: object, required: [hb, load], properties: { hb: { const: 1 }, load: { type: number } } }";
    const own = await loadDocument({ text: documentOf(beat, "{ /hb: 1 }") });
    expect(own.diagnostics).toEqual([
      'MESSAGE_NOT_FILLED The server of channel "own" can never send "beat", because it has no value for the required `load`.',
    ]);
    await own.remove();
  });

  it("leaves messages without conditions to their schemas", async () => {
    const own = await loadDocument({
      text: documentOf("{ type: object }", "{ /hb: { type: number } }"),
    });
    const server = await plainServer((socket) => socket.send('{"say":"a"}'));
    const stream = own.client["own"]?.(streamTransport({ url: server.url }));
    const first = await stream?.[Symbol.asyncIterator]().next();
    expect(first?.value).toEqual({ say: "a" });
    await stream?.close();
    await server.close();
    await own.remove();
  });
});

describe("33 a heartbeat that lacks a member of its schema", () => {
  it("is retried once in each interval", async () => {
    const failures: unknown[] = [];
    const channel = desk.channels.find(({ id }) => id === "beating") as ChannelDescriptor;
    const refuse = (): never => {
      throw new CodecError("encode", [{ code: "required", pointer: "/n", message: "Missing n" }]);
    };
    const serverMessages = channel.serverMessages.map((message) =>
      message.id === "beat"
        ? { ...message, codec: { ...message.codec, encodeBytes: refuse } }
        : message,
    );
    const server = createStreamServer({
      channels: [{ ...channel, serverMessages }],
      handlers: { beating: () => new Promise(() => {}) } as never,
      logger: (entry) => void (entry.event === "control_frame_refused" && failures.push(entry)),
    });
    const { url } = await server.listen();
    const socket = new WebSocket(`${url}/beating`);
    await new Promise((resolve) => setTimeout(resolve, 650));
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.length).toBeLessThan(9);
    socket.close();
    await server.close();
  });
});

describe("33 endings of a channel without topics", () => {
  it.each([
    [1000, "closed"],
    [4007, "closed"],
  ])("the client reconnects after the code %i", async (code, cause) => {
    const server = await plainServer((socket) => socket.close(code));
    const { stream, endings } = listen("ending", server.url);
    await expect.poll(() => endings.length).toBeGreaterThan(1);
    expect(endings[0]).toMatchObject({ cause, code });
    await stream.close();
    await server.close();
  });

  it("the client reports a code that stops it", async () => {
    const server = await plainServer((socket) => socket.close(4100, "banned"));
    const { ended } = listen("ending", server.url);
    await expect(ended).rejects.toMatchObject({ closeCode: 4100 });
    await server.close();
  });

  it("a message that announces an ending is delivered, and the client reconnects", async () => {
    const server = await plainServer((socket) => socket.send('{"type":"pong"}'));
    const { stream, messages, endings } = listen("ending", server.url);
    await expect.poll(() => endings.length).toBeGreaterThan(0);
    expect(messages[0]).toEqual({ type: "pong" });
    expect(endings[0]).toMatchObject({ cause: "announced" });
    await stream.close();
    await server.close();
  });

  it("the client respects the maximum age", async () => {
    const server = await plainServer();
    const { stream, endings } = listen("ending", server.url);
    await expect.poll(() => endings, { timeout: 3_000 }).toMatchObject([{ cause: "age" }]);
    await stream.close();
    await server.close();
  });

  it("renewing a connection for its age is not a failure", async () => {
    const server = await plainServer();
    const { stream, endings } = listen("ending", server.url, 0.9);
    await expect.poll(() => endings.length, { timeout: 10_000 }).toBeGreaterThan(4);
    for (const event of endings) {
      expect(event).toMatchObject({ cause: "age" });
      expect("retryMs" in event && event.retryMs).toBeLessThanOrEqual(250);
    }
    await stream.close();
    await server.close();
  });

  it("the server respects the maximum age", async () => {
    const server = await serve("ending", () => new Promise(() => {}));
    const socket = new WebSocket(`${server.url}/ending`);
    expect(await new Promise((resolve) => socket.once("close", resolve))).toBe(1001);
    await expect.poll(() => server.statistics().endings).toEqual({ age: 1 });
    await server.close();
  });
});

describe("33 conditions of messages on a channel without topics", () => {
  it("distinguish messages without a distinguishing member, in the order of the list", async () => {
    const server = await serve("matching", async (stream) => {
      const { send } = stream as unknown as { send(message: unknown): Promise<void> };
      await send({ text: "a" });
      await send({ text: "a b", words: ["a", "b"] });
    });
    const { messages, ended } = listen("matching", server.url);
    await ended;
    expect(messages).toEqual([{ text: "a" }, { text: "a b", words: ["a", "b"] }]);
    await server.close();
  });

  it("and a message without a matching condition is unknown", async () => {
    const server = await plainServer((socket) => {
      socket.send('{"words":[1]}');
      socket.send('{"other":1}');
    });
    const { stream, messages } = listen("matching", server.url);
    await expect.poll(() => messages.length).toBe(2);
    expect(messages).toMatchObject([
      { type: "$unknown", reason: expect.stringContaining("final: ") },
      { type: "$unknown", reason: "matches the conditions of no message" },
    ]);
    await stream.close();
    await server.close();
  });
});

describe("33 several messages in a frame, one in each line", () => {
  it("are read by the client", async () => {
    const server = await plainServer((socket) => {
      socket.send('{"type":"note"}\n{"type":"pong"}\n\n{"type":"note"}\n');
    });
    const { stream, messages } = listen("lines", server.url);
    await expect
      .poll(() => messages)
      .toEqual([{ type: "note" }, { type: "pong" }, { type: "note" }]);
    await stream.close();
    await server.close();
  });

  it("are read by the server", async () => {
    const seen: unknown[] = [];
    const server = await serve("lines", async (stream) => {
      for await (const message of stream) seen.push(message);
    });
    const socket = new WebSocket(`${server.url}/lines`);
    socket.once("open", () => socket.send('{"type":"hello"}\n{"type":"hello"}'));
    await expect.poll(() => seen).toEqual([{ type: "hello" }, { type: "hello" }]);
    socket.close();
    await server.close();
  });
});
