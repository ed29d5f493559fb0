// Readers that stop reading: unread frames wait in the log, and no reader waits forever.

import { fakeClock } from "@specwright/runtime/testing";
import { createMemoryLog } from "@specwright/streams/log";
import { createPublisher, createStreamServer, type StreamServer } from "@specwright/streams/server";
import { afterEach, describe, expect, it } from "vitest";
import { orders } from "../../sample-channels/sequenced-channels.ts";
import { connect, lookupKey } from "../peer.ts";

let server: StreamServer | undefined;
afterEach(() => server?.close());

const frames = 3000;
/** More in total than the system buffers for a socket that is not read. */
const text = "x".repeat(8000);

async function publishAll(log: ReturnType<typeof createMemoryLog>): Promise<void> {
  const publisher = createPublisher({ log });
  for (let sent = 0; sent < frames; sent += 1) {
    const payload = { order_id: `${sent} ${text}` };
    await publisher.publish(orders, { brokerId: "b1", message: { type: "order_update", payload } });
    if (sent % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("a reader that stalls", () => {
  it("gets all that came meanwhile, in order, once, when it reads again", async () => {
    const log = createMemoryLog();
    server = createStreamServer({ channels: [orders], log, lookupKey });
    const { url } = await server.listen();
    const peer = await connect(`${url}/orders`);
    peer.socket.pause();
    await publishAll(log);
    peer.socket.resume();
    const all = await peer.take(frames);
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, at) => at + 1));
  });

  it("is closed with 4008 when more frames are in flight than may be", async () => {
    const log = createMemoryLog();
    const settings = { maxPendingFrames: 20, closeGraceMs: 600_000 };
    server = createStreamServer({ channels: [orders], log, lookupKey, settings });
    const { url } = await server.listen();
    const peer = await connect(`${url}/orders`);
    peer.socket.pause();
    await publishAll(log);
    const { pendingFrames, sentFrames } = server.statistics();
    // One frame passes at the limit, and the error frame follows it.
    expect(pendingFrames).toBe(22);
    peer.socket.resume();
    const all = await peer.take(sentFrames);
    expect(all.at(-1)).toMatchObject({ type: "error", payload: { code: "flow_control" } });
    expect(all.slice(0, -1).map(({ seq }) => seq)).toEqual(all.slice(1).map((_, at) => at + 1));
    expect(await peer.closed).toMatchObject({ code: 4008 });
  });

  it("T6 is closed with 4008 after the time that the setting says, give or take an eighth", async () => {
    const clock = fakeClock(Date.now());
    const log = createMemoryLog();
    server = createStreamServer({ channels: [orders], log, lookupKey, clock });
    const { url } = await server.listen();
    const peer = await connect(`${url}/orders`, { timeMs: clock.now() });
    const publisher = createPublisher({ log });
    let closedAfterMs: number | undefined;
    let stalledMs = 0;
    void peer.closed.then(() => {
      closedAfterMs = clock.elapsed() - stalledMs;
    });
    for (let second = 0; second < 60 && closedAfterMs === undefined; second += 1) {
      const message = { type: "order_update", payload: { order_id: `o${second}` } } as const;
      await publisher.publish(orders, { brokerId: "b1", message });
      if (second === 13) {
        Reflect.set(peer.socket, "_autoPong", false);
        stalledMs = clock.elapsed();
      }
      await clock.advance(1000);
      // The socket is real, so data takes a moment to arrive.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await peer.closed).toMatchObject({ code: 4008 });
    expect(closedAfterMs).toBeGreaterThanOrEqual(30_000 - 3_750);
    expect(closedAfterMs).toBeLessThanOrEqual(30_000 + 3_750);
  });

  it("is closed with 4008 when it answers no ping for the limit", async () => {
    const clock = fakeClock(Date.now());
    const log = createMemoryLog();
    server = createStreamServer({ channels: [orders], log, lookupKey, clock });
    const { url } = await server.listen();
    const peer = await connect(`${url}/orders`);
    Reflect.set(peer.socket, "_autoPong", false);
    const publisher = createPublisher({ log });
    for (let beat = 0; beat < 5; beat += 1) {
      const payload = { order_id: `o${beat}` };
      await publisher.publish(orders, {
        brokerId: "b1",
        message: { type: "order_update", payload },
      });
      await clock.advance(15_000);
    }
    expect(await peer.closed).toMatchObject({ code: 4008 });
  });
});
