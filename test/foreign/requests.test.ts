// Operations with a reply: our client with a plain server, and with our server.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ChannelStream, RequestMethod } from "@specwright/runtime/codegen";
import { streamTransport } from "@specwright/streams/client";
import { createStreamServer, type RequestHandler } from "@specwright/streams/server";
import { afterAll, describe, expect, it } from "vitest";
import type { WebSocket } from "ws";
import { loadDocument } from "./load-document.ts";
import { type PlainServer, plainServer } from "./plain-server.ts";

const goldens = new URL("../golden/cases", import.meta.url).pathname;
const document = await loadDocument(join(goldens, "request-reply", "spec.yaml"));
afterAll(() => document.remove());

type Calls = ChannelStream<unknown, unknown> & {
  readonly tell: RequestMethod<unknown, unknown>;
};
type Rpc = ChannelStream<unknown, unknown> & { readonly answer: RequestMethod<unknown, unknown> };

function open<Stream>(channel: string, url: string): Stream {
  const stream = document.client[channel]?.(streamTransport({ url, random: () => 0 }));
  return stream as Stream;
}

interface Question {
  readonly ref: string;
  readonly ask: string;
}

/** Serves each request by a function that returns the texts of frames. */
async function asked(
  answer: (question: Question, socket: WebSocket) => readonly object[],
): Promise<PlainServer> {
  return plainServer((socket) => {
    socket.on("message", (data) => {
      for (const frame of answer(JSON.parse(String(data)), socket)) {
        socket.send(JSON.stringify(frame));
      }
    });
  });
}

describe("a request with a correlation id", () => {
  it("gets its own reply in any order, and leaves other messages to the reader", async () => {
    const waiting: Question[] = [];
    const server = await asked((question) => {
      if (waiting.push(question) < 2) return [{ note: "later" }];
      const answers = waiting.map(({ ref, ask }) => ({ answer: ask, meta: { ref } }));
      return [...answers.reverse(), { answer: "nobody's", meta: { ref: "x" } }];
    });
    const calls = open<Calls>("calls", server.url);
    const [first, second] = await Promise.all([
      calls.tell({ ask: "a" }),
      calls.tell({ ask: "b", ref: "mine" }),
    ]);
    expect(first).toEqual({ answer: "a", meta: { ref: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
    expect(second).toEqual({ answer: "b", meta: { ref: "mine" } });
    const others = calls[Symbol.asyncIterator]();
    expect((await others.next()).value).toEqual({ note: "later" });
    expect((await others.next()).value).toEqual({ answer: "nobody's", meta: { ref: "x" } });
    await calls.close();
    await server.close();
  });

  it("accepts any message of its replies", async () => {
    const server = await asked(({ ref }) => [{ error: "no", meta: { ref } }]);
    const calls = open<Calls>("calls", server.url);
    expect(await calls.tell({ ask: "a" })).toMatchObject({ error: "no" });
    await calls.close();
    await server.close();
  });

  it("rejects a reply that breaks its schema at once, with the issues", async () => {
    const server = await asked(({ ref, ask }) => [
      ask === "number" ? { answer: 5, meta: { ref } } : { answer: "a", error: 1, meta: { ref } },
    ]);
    const calls = open<Calls>("calls", server.url);
    await expect(calls.tell({ ask: "number" })).rejects.toMatchObject({
      code: "reply_invalid",
      sent: true,
      cause: { issues: [{ pointer: "/answer", code: "type" }] },
    });
    // Messages other than replies may have the same members: the id marks a reply.
    expect(await calls.tell({ ask: "more" })).toMatchObject({ answer: "a", error: 1 });
    await calls.close();
    await server.close();
  });

  it("ends by a timeout, by a signal, with its connection, and with its stream", async () => {
    const server = await asked(({ ask }, socket) => {
      if (ask === "cut") socket.terminate();
      return [];
    });
    const calls = open<Calls>("calls", server.url);
    await expect(calls.tell({ ask: "a" }, { timeoutMs: 30 })).rejects.toMatchObject({
      code: "reply_timeout",
    });
    const abort = new AbortController();
    const aborted = calls.tell({ ask: "a" }, { signal: abort.signal });
    abort.abort("enough");
    await expect(aborted).rejects.toMatchObject({ code: "reply_aborted", cause: "enough" });
    await expect(calls.tell({ ask: "a" }, { signal: abort.signal })).rejects.toMatchObject({
      code: "reply_aborted",
    });
    await expect(calls.tell({ ask: "cut" })).rejects.toMatchObject({
      code: "reply_lost",
      closeCode: 1006,
      message: expect.stringContaining("(closed with 1006)"),
    });
    await expect(calls.tell({ ask: 1 })).rejects.toMatchObject({ code: "invalid_message" });
    const closing = expect(calls.tell({ ask: "a" })).rejects.toMatchObject({
      code: expect.stringMatching(/^(reply_lost|stream_closed)$/),
    });
    await calls.close();
    await closing;
    await expect(calls.tell({ ask: "a" })).rejects.toMatchObject({ code: "stream_closed" });
    await server.close();
  });
});

it("a request without a reply reports that unread messages stop the reading", async () => {
  const server = await asked(() => Array.from({ length: 3_000 }, (_, n) => ({ note: `${n}` })));
  const calls = open<Calls>("calls", server.url);
  await expect(calls.tell({ ask: "a" }, { timeoutMs: 1_000 })).rejects.toMatchObject({
    code: "reply_timeout",
    message: expect.stringContaining("iterate the channel, because unread messages block reading"),
  });
  await calls.close();
  await server.close();
});

/** A server that can stop and restart on the same port. */
async function restartable(): Promise<{
  readonly url: string;
  readonly received: string[];
  stop(): Promise<void>;
  start(): Promise<void>;
}> {
  const received: string[] = [];
  let server = await plainServer((socket) => socket.on("message", (data) => note(data)));
  const note = (data: unknown): void => void received.push(String(data));
  const { url } = server;
  return {
    url,
    received,
    stop: () => server.close(),
    async start() {
      server = await plainServer((socket) => socket.on("message", note), Number(new URL(url).port));
    },
  };
}

describe("a request that is given up before there is a connection", () => {
  it("is never sent, and the error says so", async () => {
    const server = await restartable();
    const calls = open<Calls>("calls", server.url);
    await calls.send({ ask: "first", ref: "0" });
    await expect.poll(() => server.received).toHaveLength(1);
    await server.stop();
    await expect.poll(() => calls.state).toBe("connecting");

    const abort = new AbortController();
    const gone = { sent: false };
    const givenUp = [
      expect(calls.tell({ ask: "aborted" }, { signal: abort.signal })).rejects.toMatchObject({
        ...gone,
        code: "reply_aborted",
      }),
      expect(calls.tell({ ask: "late" }, { timeoutMs: 5 })).rejects.toMatchObject({
        ...gone,
        code: "reply_timeout",
      }),
      expect(calls.send({ ask: "x", ref: "1" }, { signal: abort.signal })).rejects.toMatchObject({
        ...gone,
        code: "send_aborted",
      }),
    ];
    const kept = calls.send({ ask: "kept", ref: "2" });
    abort.abort();
    await Promise.all(givenUp);
    await server.start();
    await kept;
    await expect
      .poll(() => server.received.map((text) => JSON.parse(text).ask))
      .toEqual(["first", "kept"]);
    await expect(calls.tell({ ask: "heard" }, { timeoutMs: 30 })).rejects.toMatchObject({
      code: "reply_timeout",
      sent: true,
    });
    await calls.close();
    await server.stop();
  });

  it("fails with the reason why the channel ended", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    server.on("upgrade", (_, socket) => socket.end("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n"));
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const calls = open<Calls>("calls", `ws://127.0.0.1:${port}`);
    const closed = Promise.withResolvers<unknown>();
    calls.on("state", ({ state, error }) => state === "closed" && closed.resolve(error));
    const want = {
      code: "stream_closed",
      message: "stream_closed: the channel is closed: unauthorized: HTTP 401",
      sent: false,
      cause: { code: "unauthorized", status: 401 },
    };
    await expect(calls.tell({ ask: "a" })).rejects.toMatchObject(want);
    await expect(calls.send({ ask: "a", ref: "1" })).rejects.toMatchObject(want);
    expect(await closed.promise).toMatchObject(want.cause);
    server.close();
  });
});

describe("a request without a correlation id", () => {
  it("gets its reply in order, also after one that was given up", async () => {
    const server = await asked(() => []);
    const rpc = open<Rpc>("rpc", server.url);
    const late = rpc.answer({ type: "ping", id: 1 }, { timeoutMs: 50 });
    await expect(late).rejects.toMatchObject({ code: "reply_timeout" });
    const next = rpc.answer({ type: "ping", id: 2 });
    await server.frames(2);
    for (const id of [1, 2]) server.send(JSON.stringify({ type: "pong", id }));
    expect(await next).toEqual({ type: "pong", id: 2 });
    await rpc.close();
    await server.close();
  });
});

it("a reply in order that breaks its schema rejects at once", async () => {
  const server = await asked(() => [{ type: "pong", id: "x" }]);
  const rpc = open<Rpc>("rpc", server.url);
  await expect(rpc.answer({ type: "ping", id: 1 })).rejects.toMatchObject({
    code: "reply_invalid",
    cause: { issues: [{ pointer: "/id" }] },
  });
  await rpc.close();
  await server.close();
});

describe("a server", () => {
  it("calls handlers for requests, and gives replies their ids", async () => {
    const release = Promise.withResolvers<void>();
    const requestHandlers: Record<string, RequestHandler<undefined>> = {
      async tell(request) {
        const { ask } = request as Question;
        if (ask === "slow") await release.promise;
        // The id of the request counts, whatever id the handler returns.
        return { answer: ask.toUpperCase(), ...(ask === "quick" && { meta: { ref: "?" } }) };
      },
      async answer(request) {
        const { id } = request as { readonly id: number };
        if (id === 1) await release.promise;
        return { type: "pong", id };
      },
    };
    const server = createStreamServer({
      channels: document.channels,
      requestHandlers,
      handlers: { questions() {} },
    });
    const { url } = await server.listen();
    const calls = open<Calls>("calls", url);
    const rpc = open<Rpc>("rpc", url);
    const done: unknown[] = [];
    const slow = calls.tell({ ask: "slow", ref: "s" }).then((reply) => done.push(reply));
    const quick = calls.tell({ ask: "quick", ref: "q" }).then((reply) => done.push(reply));
    const ordered = [1, 2].map((id) => rpc.answer({ type: "ping", id }));
    await quick;
    release.resolve();
    await slow;
    expect(done).toEqual([
      { answer: "QUICK", meta: { ref: "q" } },
      { answer: "SLOW", meta: { ref: "s" } },
    ]);
    expect(await Promise.all(ordered)).toEqual([
      { type: "pong", id: 1 },
      { type: "pong", id: 2 },
    ]);
    await Promise.all([calls.close(), rpc.close()]);
    await server.close();
  });

  it("passes the connection to the handler, to send more and to notice its end", async () => {
    const ended = Promise.withResolvers<void>();
    const tell: RequestHandler<undefined> = async (request, _parameters, _context, connection) => {
      const { ask } = request as Question;
      await connection.send({ note: `asked ${ask}` });
      if (ask === "wait") {
        connection.signal.addEventListener("abort", () => ended.resolve());
        await ended.promise;
      }
      return { answer: ask };
    };
    const server = createStreamServer({
      channels: document.channels,
      requestHandlers: { tell, answer: () => ({}) },
      handlers: { questions() {} },
    });
    const { url } = await server.listen();
    const calls = open<Calls>("calls", url);
    expect(await calls.tell({ ask: "a" })).toMatchObject({ answer: "a" });
    const others = calls[Symbol.asyncIterator]();
    expect((await others.next()).value).toEqual({ note: "asked a" });
    const waiting = calls.tell({ ask: "wait" }).catch((error: unknown) => error);
    expect((await others.next()).value).toEqual({ note: "asked wait" });
    await calls.close();
    await ended.promise;
    expect(await waiting).toMatchObject({
      code: expect.stringMatching(/reply_lost|stream_closed/),
    });
    await server.close();
  });

  it("ends the connection of a request if the handler fails", async () => {
    const server = createStreamServer({
      channels: document.channels,
      requestHandlers: {
        tell() {
          throw new Error("broken");
        },
        answer: () => ({}),
      },
      handlers: { questions() {} },
    });
    const { url } = await server.listen();
    const calls = open<Calls>("calls", url);
    await expect(calls.tell({ ask: "a" })).rejects.toMatchObject({
      code: "reply_lost",
      closeCode: 1011,
    });
    await calls.close();
    await server.close();
  });

  it("never sends a message of the channel as the reply of another operation", async () => {
    const logged: unknown[] = [];
    const server = createStreamServer({
      channels: document.channels,
      requestHandlers: { tell: () => ({ note: "no reply of this" }), answer: () => ({}) },
      handlers: { questions() {} },
      logger: (entry) => logged.push(entry),
    });
    const { url } = await server.listen();
    const calls = open<Calls>("calls", url);
    await expect(calls.tell({ ask: "a" })).rejects.toMatchObject({
      code: "reply_lost",
      closeCode: 1011,
    });
    expect(logged).toContainEqual(
      expect.objectContaining({ level: "error", event: "internal_error", channel: "calls" }),
    );
    await calls.close();
    await server.close();
  });

  it("responds to earlier requests before it closes, and not to later ones", async () => {
    const asked: string[] = [];
    const release = Promise.withResolvers<void>();
    const server = createStreamServer({
      channels: document.channels,
      requestHandlers: {
        async tell(request) {
          const { ask } = request as Question;
          asked.push(ask);
          if (ask === "never") await new Promise(() => {});
          await release.promise;
          return { answer: ask };
        },
        answer: () => ({}),
      },
      handlers: { questions() {} },
      settings: { drainMs: 300 },
    });
    const { url } = await server.listen();
    const [calls, stuck] = [open<Calls>("calls", url), open<Calls>("calls", url)];
    const answered = calls.tell({ ask: "early" });
    const never = expect(stuck.tell({ ask: "never" })).rejects.toMatchObject({
      code: "reply_lost",
      closeCode: 1001,
    });
    await expect.poll(() => asked.toSorted()).toEqual(["early", "never"]);
    const closed = server.close();
    const late = expect(calls.tell({ ask: "late" })).rejects.toMatchObject({ code: "reply_lost" });
    await expect.poll(() => asked.length).toBe(2);
    release.resolve();
    expect(await answered).toMatchObject({ answer: "early" });
    await closed;
    await Promise.all([never, late]);
    expect(asked).not.toContain("late");
    await Promise.all([calls.close(), stuck.close()]);
  });

  it("names the maximum length when it closes because of a longer message", async () => {
    const server = createStreamServer({
      channels: document.channels,
      requestHandlers: { tell: () => ({ answer: "" }), answer: () => ({}) },
      handlers: { questions() {} },
      settings: { maxFrameBytes: 1000 },
    });
    const { url } = await server.listen();
    const calls = open<Calls>("calls", url);
    const reason = "a message may have 1000 bytes";
    await expect(calls.tell({ ask: "x".repeat(1000) })).rejects.toMatchObject({
      code: "reply_lost",
      closeCode: 1009,
      message: expect.stringContaining(`closed with 1009: ${reason}`),
    });
    await expect(calls[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: "protocol_error",
      message: `protocol_error: ${reason}`,
    });
    await server.close();
  });
});

it("a reply of another operation with the id of a request rejects it at once", async () => {
  const id = "{ location: $message.payload#/id }";
  const message = (type: string): string =>
    `{ correlationId: ${id}, payload: { type: object, required: [type, id], properties: { type: { const: ${type} }, id: { type: string } } } }`;
  const names = ["a", "b", "aDone", "bDone", "progress"];
  const operation = (name: string): string => `
  ${name}:
    action: receive
    channel: { $ref: "#/channels/work" }
    messages: [{ $ref: "#/channels/work/messages/${name}" }]
    reply: { messages: [{ $ref: "#/channels/work/messages/${name}Done" }] }`;
  const work = await loadDocument({
    text: `asyncapi: 3.0.0
info: { title: Work, version: "1" }
servers: { main: { host: localhost, protocol: ws } }
channels:
  work:
    address: /work
    messages:
${names.map((name) => `      ${name}: ${message(name)}\n`).join("")}
operations:${["a", "b"].map(operation).join("")}
  tell:
    action: send
    channel: { $ref: "#/channels/work" }
    messages: [{ $ref: "#/channels/work/messages/progress" }]
`,
  });
  const server = await plainServer((socket) => {
    socket.on("message", (data) => {
      const { id } = JSON.parse(String(data)) as { readonly id: string };
      for (const type of ["progress", "bDone"]) socket.send(JSON.stringify({ type, id }));
    });
  });
  const stream = work.client["work"]?.(streamTransport({ url: server.url })) as ChannelStream<
    unknown,
    unknown
  > & { readonly a: RequestMethod<unknown, unknown> };
  await expect(stream.a({ type: "a" })).rejects.toMatchObject({
    code: "reply_invalid",
    sent: true,
    message: 'reply_invalid: message "bDone" has the id of the request, but is not a reply of "a"',
    cause: { type: "bDone" },
  });
  // Messages about the request that are not replies go to the iteration.
  const { value } = await stream[Symbol.asyncIterator]().next();
  expect(value).toMatchObject({ type: "progress" });
  await stream.close();
  await server.close();
  await work.remove();
});
