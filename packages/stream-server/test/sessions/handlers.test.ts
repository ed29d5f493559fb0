import type { ServerStream } from "@specwright/runtime/codegen";
import { type ChatLine, chat, orders } from "@specwright/sample-channels";
import { createStreamServer, type StreamServer } from "@specwright/stream-server";
import { afterEach, describe, expect, it } from "vitest";
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

  it("closes with the code it chooses", async () => {
    const url = await start({ chat: (stream) => stream.close(4321, "enough") });
    const peer = await connect(`${url}/rooms/r`, { headers: {} });
    expect(await peer.closed).toEqual({ code: 4321, reason: "enough" });
  });

  it("closes with 1011 when it throws, and when it sends what the contract forbids", async () => {
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

  it("must exist for every channel that has nothing else", () => {
    expect(() => createStreamServer({ channels: [orders], lookupKey: () => undefined })).toThrow(
      /orders/,
    );
  });
});
