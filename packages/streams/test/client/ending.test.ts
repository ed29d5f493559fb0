// However a stream ends, it leaves nothing behind: no socket, no timer, no pending promise.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringifyJson } from "@specwright/runtime";
import { fakeClock } from "@specwright/runtime/testing";
import type { FrameTap } from "@specwright/runtime/transport";
import { type OpenSocket, type StreamSocket, streamTransport } from "@specwright/streams/client";
import { fileCursor } from "@specwright/streams/client/file-cursor";
import { afterEach, describe, expect, it } from "vitest";
import { marketData } from "../sample-channels/market-data.ts";
import { orders } from "../sample-channels/sequenced-channels.ts";
import { alice, clientOf, startExchange, stopExchanges, take } from "./exchange.ts";
import { order, startScripted, stopScripted } from "./scripted-server.ts";

afterEach(async () => {
  await stopExchanges();
  await stopScripted();
});

const since = { query: { since: 1n } };
const encoder = new TextEncoder();

/** Opens sockets that the test controls. */
function drivenSockets(extra: Partial<StreamSocket> = {}): {
  readonly openSocket: OpenSocket;
  readonly opened: Parameters<OpenSocket>[2][];
  readonly log: string[];
} {
  const opened: Parameters<OpenSocket>[2][] = [];
  const log: string[] = [];
  const openSocket: OpenSocket = (_url, _headers, handlers) => {
    opened.push(handlers);
    return {
      send: async (text) => void log.push(new TextDecoder().decode(text)),
      close: (code) => void log.push(`close ${code}`),
      terminate: () => void log.push("terminate"),
      ...extra,
    };
  };
  return { openSocket, opened, log };
}

describe("a cursor", () => {
  it("that cannot save ends the stream, and its socket", async () => {
    const exchange = await startExchange();
    await exchange.publishMany(3);
    const error = new Error("the disk is full");
    const resume = { load: async () => undefined, save: () => Promise.reject(error) };
    const stream = clientOf(exchange.url()).transport.open(orders, since, { resume });
    await expect(stream.run(() => {})).rejects.toBe(error);
    await expect.poll(() => exchange.server().statistics().connections).toEqual({});
    await expect.poll(() => stream.state).toBe("closed");
  });

  it("that is loaded and never saved lets the stream end", async () => {
    const folder = await mkdtemp(join(tmpdir(), "specwright-ending-"));
    try {
      const path = join(folder, "cursor");
      await writeFile(path, "7\n");
      const resume = fileCursor(path);
      const server = await startScripted(() => {});
      const { transport, until } = clientOf(server.url);
      const stream = transport.open(orders, since, { resume });
      await until({ type: "state", state: "replaying" });
      await stream.close();
      expect(server.targets).toEqual(["/v1/orders?since=8"]);
      expect(await fileCursor(path).load()).toMatchObject({ seq: 7n });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("a callback", () => {
  it("that throws for tickets counts as failed", async () => {
    const { transport, until } = clientOf("ws://127.0.0.1:9/v1", {
      ticket: () => {
        throw new Error("no session");
      },
      random: () => 0.9,
    });
    const stream = transport.open(orders, {});
    expect(await until({ type: "disconnected" })).toMatchObject({
      cause: "failed",
      reason: "Error: no session",
    });
    await stream.close();
  });

  it("of a tap that throws ends the stream with its error", async () => {
    const server = await startScripted(({ send }) => send(order(1)));
    const error = new Error("mine");
    const tap = (): never => {
      throw error;
    };
    const stream = clientOf(server.url).transport.open(orders, since, { tap });
    await expect(stream.run(() => {})).rejects.toBe(error);
    await stream.close();
    expect(stream.state).toBe("closed");
  });
});

describe("an end that this side wants", () => {
  it("by its signal comes while it waits for a paused consumer", async () => {
    const { openSocket, opened } = drivenSockets();
    const aborting = new AbortController();
    const { transport, until } = clientOf("ws://relay/v1", {
      openSocket,
      queue: { high: 1, low: 0 },
    });
    const stream = transport.open(orders, since, { signal: aborting.signal });
    await expect.poll(() => opened.length).toBe(1);
    opened[0]?.opened();
    stream.pause();
    for (const seq of [1, 2]) opened[0]?.received(encoder.encode(stringifyJson(order(seq))));
    await until({ type: "slow", cause: "queue" });
    aborting.abort();
    await until({ type: "state", state: "closed" });
    await expect(stream.run(() => {})).rejects.toMatchObject({ code: "stream_aborted" });
  });

  it("is final: later frames are dropped", async () => {
    const { openSocket, opened, log } = drivenSockets();
    const offered: bigint[] = [];
    const { transport, events } = clientOf("ws://test/v1", { openSocket });
    const stream = transport.open(orders, since, {
      tap: ({ number }) => {
        offered.push(number);
        return "taken";
      },
    });
    await expect.poll(() => opened.length).toBe(1);
    opened[0]?.opened();
    opened[0]?.received(encoder.encode(stringifyJson(order(1))));
    const closing = stream.close();
    for (const seq of [2, 9]) opened[0]?.received(encoder.encode(stringifyJson(order(seq))));
    opened[0]?.closed(1000, "");
    await closing;
    expect(offered).toEqual([1n]);
    expect(log).toEqual(["close 1000"]);
    expect(events.filter(({ type }) => type === "gap")).toEqual([]);
  });
});

describe("a subscription", () => {
  it("that the connection takes down with it is part of the next one", async () => {
    const { openSocket, opened, log } = drivenSockets({
      send: () => Promise.reject(new Error("the socket is not open")),
    });
    const { transport, until } = clientOf("ws://test/v1", { openSocket });
    const stream = transport.open(marketData, {});
    await expect.poll(() => opened.length).toBe(1);
    opened[0]?.opened();
    await stream.send({ type: "subscribe", markets: ["A"] });
    opened[0]?.closed(1006, "");
    await until({ type: "disconnected" });
    await stream.close();
    expect(log).toEqual([]);
  });

  it("is not asked for again while nothing is read", async () => {
    const clock = fakeClock();
    const { openSocket, opened, log } = drivenSockets({ pause: () => {}, resume: () => {} });
    const settings = { clock, heartbeatMs: 1_000_000, snapshotTimeoutMs: 1000 };
    const { transport } = clientOf("ws://test/v1", { openSocket, ...settings });
    const stream = transport.open(marketData, {});
    await expect.poll(() => opened.length).toBe(1);
    opened[0]?.opened();
    await stream.send({ type: "subscribe", markets: ["A"] });
    stream.pause();
    await clock.advance(60_000);
    stream.resume();
    await clock.advance(499);
    expect(log).toHaveLength(1);
    await clock.advance(1500);
    expect(log).toHaveLength(2);
    const closing = stream.close();
    opened[0]?.closed(1000, "");
    await closing;
    expect(clock.pending()).toBe(0);
  });
});

describe("a snapshot", () => {
  it("that came unasked and is of no use is asked for when no other comes", async () => {
    const clock = fakeClock();
    const { openSocket, opened, log } = drivenSockets();
    const settings = { clock, heartbeatMs: 1_000_000, snapshotTimeoutMs: 1000 };
    const tap: FrameTap = ({ number }) => (number === 1n ? "taken" : "refused");
    const stream = clientOf("ws://test/v1", { openSocket, ...settings }).transport.open(
      marketData,
      {},
      { tap },
    );
    await expect.poll(() => opened.length).toBe(1);
    opened[0]?.opened();
    await stream.send({ type: "subscribe", markets: ["A"] });
    const snapshot = (md_seq: number): Uint8Array =>
      encoder.encode(
        JSON.stringify({ type: "book_snapshot", market_id: "A", md_seq, ts_ns: 1, total: 0 }),
      );
    opened[0]?.received(snapshot(1));
    await clock.advance(5000);
    expect(log).toHaveLength(1);
    opened[0]?.received(snapshot(2));
    await clock.advance(1500);
    expect(log.slice(1)).toEqual([
      JSON.stringify({ type: "subscribe", markets: ["A"], force_snapshot: true }),
    ]);
    const closing = stream.close();
    opened[0]?.closed(1000, "");
    await closing;
  });
});

describe("a heartbeat", () => {
  it("that announces an absurd interval keeps no timer busy", async () => {
    const clock = fakeClock();
    const delays: number[] = [];
    const spying = {
      ...clock,
      setTimer(delayMs: number, run: () => void) {
        delays.push(delayMs);
        return clock.setTimer(delayMs, run);
      },
    };
    const { openSocket, opened } = drivenSockets();
    const stream = streamTransport({
      url: "ws://test/v1",
      ...alice,
      openSocket,
      clock: spying,
    }).open(orders, {});
    await expect.poll(() => opened.length).toBe(1);
    opened[0]?.opened();
    const beat = { type: "heartbeat", ts_ns: 1, payload: { interval_sec: 9_007_199_254_740_991 } };
    opened[0]?.received(encoder.encode(stringifyJson(beat)));
    await take(stream, 1);
    await clock.advance(60_000);
    // A longer one would make the system's timer fire at once.
    expect(Math.max(...delays)).toBeLessThan(2 ** 31);
    const closing = stream.close();
    opened[0]?.closed(1000, "");
    await closing;
  });
});
