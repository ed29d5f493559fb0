import type { ServerStream } from "@specwright/runtime/codegen";
import { createStreamServer, type StreamServer } from "@specwright/streams/server";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type ChatLine, chat } from "../../sample-channels/chat.ts";
import { orders } from "../../sample-channels/sequenced-channels.ts";
import { connect } from "../peer.ts";

/** As an emitter generates it. */
interface ChatHandlers<Context = undefined> {
  chat(
    stream: ServerStream<ChatLine, ChatLine>,
    parameters: { path: { room: string }; query?: { limit?: number } },
    context: Context,
  ): void | Promise<void>;
}

let server: StreamServer;
const requests = [{ name: "find", messages: [], replies: [] }];
const log: unknown[] = [];

async function start(handlers: ChatHandlers<{ brokerId: string }>): Promise<string> {
  server = createStreamServer({
    channels: [chat],
    handlers: { ...handlers },
    context: ({ brokerId }) => ({ brokerId }),
    lookupKey: () => undefined,
    settings: { versions: [] },
    logger: (entry) => log.push(entry),
  });
  const { url } = await server.listen();
  return url;
}

afterEach(() => server.close());

describe("a channel with a handler", () => {
  it("gets parameters and context, takes messages, sends messages, and ends", async () => {
    const url = await start({
      async chat(stream, { path, query }, { brokerId }) {
        await stream.send({ room: path.room, text: `hello ${brokerId} ${query?.limit}` });
        for await (const line of stream) {
          if ("type" in line) await stream.send({ room: "?", text: line.reason });
          else if (line.text === "bye") return;
          else await stream.send({ room: line.room, text: line.text.toUpperCase() });
        }
      },
    });
    const peer = await connect(`${url}/rooms/a%20b?limit=3`, { headers: {} });
    expect(await peer.next()).toEqual({ room: "a b", text: "hello public 3" });
    peer.send({ room: "r", text: "one" });
    peer.send({ room: "r" });
    peer.send({ room: "r", text: "two" });
    expect(await peer.take(3)).toEqual([
      { room: "r", text: "ONE" },
      { room: "?", text: "/text Missing text" },
      { room: "r", text: "TWO" },
    ]);
    peer.send({ room: "r", text: "bye" });
    expect(await peer.closed).toMatchObject({ code: 1000 });
  });

  it("ends its iteration and signal when the client goes", async () => {
    const ended = Promise.withResolvers<boolean>();
    const url = await start({
      async chat(stream) {
        for await (const _ of stream);
        ended.resolve(stream.signal.aborted);
        await expect(stream.send({ room: "r", text: "late" })).rejects.toMatchObject({
          code: "stream_closed",
        });
      },
    });
    const peer = await connect(`${url}/rooms/r`, { headers: {} });
    peer.socket.close();
    expect(await ended.promise).toBe(true);
  });

  it("gets all that a client has sent before it goes, however much it is", async () => {
    const got: string[] = [];
    const ended = Promise.withResolvers<void>();
    const url = await start({
      async chat(stream) {
        for await (const line of stream) if (!("type" in line)) got.push(line.text);
        ended.resolve();
      },
    });
    const peer = await connect(`${url}/rooms/r`, { headers: {} });
    const texts = Array.from({ length: 2_000 }, (_, at) => String(at));
    for (const text of texts) peer.send({ room: "r", text });
    peer.socket.close();
    await ended.promise;
    expect(got).toEqual(texts);
  });

  it("closes with the code it chooses", async () => {
    const url = await start({ chat: (stream) => stream.close(4321, "enough") });
    const peer = await connect(`${url}/rooms/r`, { headers: {} });
    expect(await peer.closed).toEqual({ code: 4321, reason: "enough" });
  });

  it("closes with 1011 when it throws, and when it sends a forbidden message", async () => {
    const url = await start({
      chat(stream, { path }) {
        if (path.room === "throw") throw new Error("a defect");
        // @ts-expect-error: no text.
        return stream.send({ room: "r" });
      },
    });
    for (const room of ["throw", "send"]) {
      const peer = await connect(`${url}/rooms/${room}`, { headers: {} });
      expect(await peer.closed).toMatchObject({ code: 1011 });
    }
    expect(log).toContainEqual(
      expect.objectContaining({ level: "error", event: "internal_error" }),
    );
  });

  it("sends to all members of a group without waiting for slow ones, and notices who left", async () => {
    const members = new Set<ServerStream<ChatLine, ChatLine>>();
    const results: boolean[] = [];
    const url = await start({
      async chat(stream) {
        members.add(stream);
        for await (const line of stream) {
          if ("type" in line) continue;
          for (const member of members) results.push(member.trySend(line));
        }
      },
    });
    const [first, second] = [
      await connect(`${url}/rooms/r`, { headers: {} }),
      await connect(`${url}/rooms/r`, { headers: {} }),
    ];
    const line = { room: "r", text: "hi" };
    first.send(line);
    expect([await first.next(), await second.next()]).toEqual([line, line]);
    second.socket.terminate();
    await expect.poll(() => server.statistics().connections).toEqual({ chat: expect.anything() });
    await expect
      .poll(async () => {
        first.send(line);
        expect(await first.next()).toEqual(line);
        return results.at(-1);
      })
      .toBe(false);
    expect(first.socket.readyState).toBe(WebSocket.OPEN);
  });

  it.each([
    ["a warning", undefined],
    ["an entry of a logger", { info() {}, warn() {} }],
  ])("that fails is %s", async (_, given) => {
    const notes: string[] = [];
    const note = (warning: Error): void => void notes.push(`${warning.name} ${warning.message}`);
    process.on("warning", note);
    const error = (details: object, message: string): void =>
      void notes.push(
        `${message} ${Reflect.get(details, "err")} ${Reflect.get(details, "channel")}`,
      );
    server = createStreamServer({
      channels: [chat],
      handlers: {
        chat() {
          throw new Error("a defect");
        },
      },
      lookupKey: () => undefined,
      settings: { versions: [] },
      ...(given !== undefined && { logger: { ...given, error } }),
    });
    const { url } = await server.listen();
    const peer = await connect(`${url}/rooms/r`, { headers: {} });
    expect(await peer.closed).toMatchObject({ code: 1011 });
    await expect.poll(() => notes).toHaveLength(1);
    process.off("warning", note);
    expect(notes[0]).toMatch(
      given === undefined
        ? /^StreamServerWarning internal_error on chat: Error: a defect\n +at /
        : /^internal_error Error: a defect chat$/,
    );
  });

  const missing: readonly (readonly [it: string, options: object, message: RegExp])[] = [
    [
      "nothing",
      { channels: [orders], handlers: {} },
      /channel orders has no handler: .* `handlers` or `log`/,
    ],
    ["a misspelt one", { handlers: { chta() {} } }, /channel chat .*; `handlers` has chta/],
    ["no request handler", { channels: [{ ...chat, requests }] }, /request find has no handler/],
    [
      "a misspelt request handler",
      { channels: [{ ...chat, requests }], requestHandlers: { find() {}, fnid() {} } },
      /^missing_handler: `requestHandlers` has fnid, which is not a request of its channels$/,
    ],
  ];
  it.each(missing)("must exist: %s is refused at creation", (_, options, message) => {
    const create = () =>
      createStreamServer({
        channels: [chat],
        handlers: { chat() {} },
        lookupKey: () => undefined,
        ...options,
      });
    expect(create).toThrow(
      expect.objectContaining({
        code: "missing_handler",
        message: expect.stringMatching(message),
      }),
    );
  });
});
