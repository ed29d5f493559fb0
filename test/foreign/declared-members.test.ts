// Members that a stream server removes from the messages of its handlers.

import { createStreamServer } from "@specwright/streams/server";
import { afterAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { loadDocument } from "./load-document.ts";

const document = await loadDocument({
  text: `asyncapi: 3.0.0
info: { title: Chat, version: "1" }
channels:
  room:
    address: /room
    messages:
      said: { payload: { type: object, required: [text], properties: { text: { type: string } } } }
operations:
  say: { action: send, channel: { $ref: "#/channels/room" } }
`,
});
afterAll(() => document.remove());

/** Sends a message with an undeclared member, and returns the frame and the error of the handler. */
async function sent(undeclared?: "refuse"): Promise<readonly [frame: unknown, error: unknown]> {
  const done = Promise.withResolvers<unknown>();
  const server = createStreamServer({
    channels: document.channels,
    handlers: {
      room: async (stream) => {
        const error = await stream
          .send({ text: "hi", password: "secret" })
          .catch((e: unknown) => e);
        done.resolve(error);
      },
    },
    ...(undeclared !== undefined && { settings: { undeclared } }),
  });
  const { url } = await server.listen();
  const socket = new WebSocket(`${url}/room`);
  const frames: unknown[] = [];
  socket.on("message", (data) => frames.push(JSON.parse(String(data))));
  const closed = new Promise((resolve) => socket.on("close", resolve));
  const error = await done.promise;
  await closed;
  await server.close();
  return [frames[0], error];
}

describe("30.19 a message contains only declared members", () => {
  it("removes other members by default", async () => {
    expect(await sent()).toEqual([{ text: "hi" }, undefined]);
  });

  it("refuses such a message on request", async () => {
    const [frame, error] = await sent("refuse");
    expect(frame).toBeUndefined();
    expect(error).toMatchObject({ code: "invalid_message" });
  });
});
