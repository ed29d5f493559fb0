// permessage-deflate: a server with this option uses it with clients that offer it.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { streamTransport } from "@specwright/streams/client";
import { createMemoryLog } from "@specwright/streams/log";
import { createPublisher, createStreamServer } from "@specwright/streams/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type Gauges, generateGauges } from "./generate-gauges.ts";

let generated: { readonly gauges: Gauges; remove(): Promise<void> };
beforeAll(async () => {
  generated = await generateGauges();
});
afterAll(() => generated.remove());

/** Publishes frames of 10, 1,000 and 100,000 characters to two clients, and returns what each gets. */
async function deliver(compression: boolean | undefined): Promise<
  readonly {
    readonly texts: readonly string[];
    readonly bytes: number;
    readonly extensions: string;
  }[]
> {
  const log = createMemoryLog();
  const { readings } = generated.gauges;
  const server = createStreamServer({
    channels: [readings],
    log,
    settings: { versions: [], heartbeatMs: 60_000 },
    ...(compression !== undefined && { compression }),
  });
  const { url } = await server.listen();
  const clients = await Promise.all(
    [true, false].map(async (perMessageDeflate) => {
      const socket = new WebSocket(`${url}${readings.address}`, { perMessageDeflate });
      const texts: string[] = [];
      socket.on("message", (data) => texts.push(String(data)));
      await once(socket, "open");
      return { socket, texts };
    }),
  );
  const publisher = createPublisher({ log });
  for (const length of [10, 1_000, 100_000]) {
    await publisher.publish(readings, { message: { kind: "reading", value: "1".repeat(length) } });
  }
  await expect.poll(() => clients.map(({ texts }) => texts.length)).toEqual([3, 3]);
  const found = clients.map(({ socket, texts }) => ({
    texts,
    extensions: socket.extensions,
    bytes: (Reflect.get(socket, "_socket") as { readonly bytesRead: number }).bytesRead,
  }));
  await server.close();
  return found;
}

describe("33 permessage-deflate", () => {
  it("is off by default", async () => {
    for (const { extensions, bytes } of await deliver(undefined)) {
      expect(extensions).toBe("");
      expect(bytes).toBeGreaterThan(101_000);
    }
  });

  it("compresses the same frames for clients that offer it", async () => {
    const [compressed, plain] = await deliver(true);
    expect(compressed?.extensions).toContain("permessage-deflate");
    expect(compressed?.bytes).toBeLessThan(3_000);
    expect(plain?.extensions).toBe("");
    expect(plain?.bytes).toBeGreaterThan(101_000);
    expect(compressed?.texts).toEqual(plain?.texts);
  });

  it.each([
    [false, 101_000, Number.POSITIVE_INFINITY],
    [true, 0, 3_000],
  ])("is offered by a client with compression: %s", async (compression, least, most) => {
    const log = createMemoryLog();
    const { readings } = generated.gauges;
    const settings = { versions: [], heartbeatMs: 60_000 };
    const server = createStreamServer({ channels: [readings], log, settings, compression: true });
    const http = createServer();
    server.attach(http);
    let bytes = (): number => 0;
    http.on("connection", (socket) => {
      bytes = () => socket.bytesWritten;
    });
    await once(http.listen(0, "127.0.0.1"), "listening");
    const { port } = http.address() as AddressInfo;
    const url = `ws://127.0.0.1:${port}`;
    const stream = streamTransport({ url, compression }).open(readings, {});
    const got: unknown[] = [];
    const reading = stream.run((message) => void got.push(message));
    await once(http, "upgrade");
    await expect.poll(() => stream.state).toBe("live");
    const value = "1".repeat(101_000);
    await createPublisher({ log }).publish(readings, { message: { kind: "reading", value } });
    await expect.poll(() => got.length).toBe(1);
    expect(bytes()).toBeGreaterThan(least);
    expect(bytes()).toBeLessThan(most);
    await stream.close();
    await reading;
    await server.close();
    http.close();
  });
});
