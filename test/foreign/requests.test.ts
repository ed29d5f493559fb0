// Operations with a reply: between our client and a plain server, and between our client and our
// server.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ChannelStream, RequestMethod } from "@specwright/runtime/codegen";
import { streamTransport } from "@specwright/stream-client";
import { createStreamServer, type RequestHandler } from "@specwright/stream-server";
import { afterAll, describe, expect, it } from "vitest";
import type { WebSocket } from "ws";
import { loadDocument } from "./load-document.ts";
import { type PlainServer, plainServer } from "./plain-server.ts";

const goldens = new URL("../../generators/golden/cases", import.meta.url).pathname;
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

/** Serves each question by a function that answers with the texts of frames. */
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
  it("gets its own reply, whatever the order, and leaves other messages to the reader", async () => {
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

  it("may be answered by another message of its replies", async () => {
    const server = await asked(({ ref }) => [{ error: "no", meta: { ref } }]);
    const calls = open<Calls>("calls", server.url);
    expect(await calls.tell({ ask: "a" })).toMatchObject({ error: "no" });
    await calls.close();
    await server.close();
  });

  it("that breaks its schema rejects at once, with the issues", async () => {
    const server = await asked(({ ref, ask }) => [
      ask === "number" ? { answer: 5, meta: { ref } } : { answer: "a", error: 1, meta: { ref } },
    ]);
    const calls = open<Calls>("calls", server.url);
    await expect(calls.tell({ ask: "number" })).rejects.toMatchObject({
      code: "reply_invalid",
      sent: true,
      cause: { issues: [{ pointer: "/answer", code: "type" }] },
    });
    // Other messages than replies may have the same members: the id says that it is one.
    expect(await calls.tell({ ask: "more" })).toMatchObject({ answer: "a", error: 1 });
    await calls.close();
    await server.close();
  });

  it("ends after a time, by a signal, with its connection, and with its stream", async () => {
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
    await expect(calls.tell({ ask: "cut" })).rejects.toMatchObject({ code: "reply_lost" });
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

/** A server that can be taken away and brought back on the same port. */
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

describe("what is given up before there is a connection", () => {
  it("is never sent, and says so", async () => {
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

describe("a request without one", () => {
  it("is answered in order, also after one that nobody waits for", async () => {
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
  it("answers requests by their handlers, and gives replies their ids", async () => {
    const release = Promise.withResolvers<void>();
    const requestHandlers: Record<string, RequestHandler<undefined>> = {
      async tell(request) {
        const { ask } = request as Question;
        if (ask === "slow") await release.promise;
        // The id of the request counts, whatever the handler has in its place.
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

  it("ends the connection of a request whose handler fails", async () => {
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
    await expect(calls.tell({ ask: "a" })).rejects.toMatchObject({ code: "reply_lost" });
    await calls.close();
    await server.close();
  });
});
