// A numbered channel whose messages have no common member: publishing, reading and resuming use the
// conditions of `x-envelope`.

import type { ChannelParameters } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { streamTransport } from "@specwright/streams/client";
import { createMemoryLog } from "@specwright/streams/log";
import { createPublisher, createStreamServer } from "@specwright/streams/server";
import { afterAll, expect, it } from "vitest";
import { loadDocument } from "./load-document.ts";

const made = await loadDocument({
  text: `asyncapi: 3.0.0
info: { title: Press, version: "1" }
servers: { main: { host: localhost, protocol: ws } }
channels:
  news:
    address: /news
    bindings: { ws: { query: { type: object, properties: { since: { type: integer } } } } }
    messages:
      item: { payload: { type: object, required: [n, text], properties: { n: { type: integer }, text: { type: string } } } }
      end: { payload: { type: object, required: [n, end], properties: { n: { type: integer }, end: { const: true } } } }
    x-envelope:
      version: 1
      match:
        - { message: end, where: { /end: true } }
        - { message: item, where: { /text: { type: string } } }
    x-sequence:
      version: 1
      counters: [{ messages: [item], repeats: [end], scope: connection, at: /n, step: one, gap: reconnect }]
      resume: { parameter: since, from: next, endOfBacklog: end, tooOld: { errorCode: too_old, closeCode: 4009 } }
operations:
  say: { action: send, channel: { $ref: "#/channels/news" } }
`,
});
afterAll(() => made.remove());

it("33 publishes, reads and resumes", async () => {
  expect(made.diagnostics).toEqual([]);
  const [channel] = made.channels as [
    ChannelDescriptor<ChannelParameters, { n: number; text: string }, unknown, "n">,
  ];
  const log = createMemoryLog();
  const publisher = createPublisher({ log });
  const server = createStreamServer({ channels: [channel], log, settings: { versions: [] } });
  const { url } = await server.listen();
  for (const text of ["a", "b", "c"]) await publisher.publish(channel, { message: { text } });
  await expect(publisher.publish(channel, { message: { note: "d" } as never })).rejects.toThrow(
    /is not a numbered message of news\. Numbered messages: item\./,
  );

  const messages: unknown[] = [];
  const stream = made.client["news"]?.(streamTransport({ url }), { query: { since: 2 } });
  for await (const message of stream ?? []) {
    messages.push(message);
    if (messages.length === 3) break;
  }
  expect(messages).toEqual([
    { n: 2, text: "b" },
    { n: 3, text: "c" },
    { n: 3, end: true },
  ]);
  await server.close();
});
