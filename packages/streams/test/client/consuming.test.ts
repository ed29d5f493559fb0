// Callbacks, events, and the order in which they wait for each other.

import type { StreamEvent } from "@specwright/runtime";
import { fakeClock } from "@specwright/runtime/testing";
import { type OpenSocket, openWebSocket } from "@specwright/streams/client";
import { afterEach, describe, expect, it } from "vitest";
import { marketData } from "../sample-channels/market-data.ts";
import { orders } from "../sample-channels/sequenced-channels.ts";
import { clientOf, startExchange, stopExchanges, take } from "./exchange.ts";
import {
  errorFrame,
  heartbeat,
  order,
  type Script,
  startScripted,
  stopScripted,
} from "./scripted-server.ts";

afterEach(async () => {
  await stopExchanges();
  await stopScripted();
});

const seqOf = (frame: object): unknown => Reflect.get(frame, "seq");

describe("run", () => {
  it("calls back with each message in order, one after another", async () => {
    const exchange = await startExchange();
    await exchange.publishMany(500);
    const stream = clientOf(exchange.url()).transport.open(orders, { query: { since: 1n } });
    const seqs: unknown[] = [];
    let busy = 0;
    await stream.run(async (frame) => {
      if (frame.type !== "order_update") return;
      busy += 1;
      expect(busy).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      busy -= 1;
      seqs.push(frame.seq);
      if (seqs.length === 500) void stream.close();
    });
    expect(seqs).toEqual(Array.from({ length: 500 }, (_, at) => BigInt(at + 1)));
    expect(stream.state).toBe("closed");
  });

  it("saves the place of each message before it continues", async () => {
    const exchange = await startExchange();
    await exchange.publishMany(4);
    const log: string[] = [];
    const resume = {
      load: async () => 1n,
      save: async (seq: bigint) => void log.push(`saved ${seq}`),
      flush: async () => void log.push("flushed"),
    };
    const stream = clientOf(exchange.url()).transport.open(orders, {}, { resume });
    await stream.run((frame) => {
      log.push(`took ${seqOf(frame)}`);
      if (seqOf(frame) === 4n) void stream.close();
    });
    expect(log.filter((line) => line !== "flushed")).toEqual([
      ...["took 2", "saved 2", "took 3", "saved 3", "took 4", "saved 4"],
    ]);
    expect(log.at(-1)).toBe("flushed");
  });

  it("closes the stream and rejects when its callback throws", async () => {
    const exchange = await startExchange();
    await exchange.publishMany(3);
    const stream = clientOf(exchange.url()).transport.open(orders, { query: { since: 1n } });
    const running = stream.run((frame) => {
      if (seqOf(frame) === 2n) throw new Error("no more");
    });
    await expect(running).rejects.toThrow("no more");
    expect(stream.state).toBe("closed");
  });

  it("rejects with what ended the stream", async () => {
    const server = await startScripted(({ send, socket }) => {
      send(errorFrame("unauthorized"));
      socket.close(4401);
    });
    const stream = clientOf(server.url).transport.open(orders, {});
    await expect(stream.run(() => {})).rejects.toMatchObject({ code: "unauthorized" });
  });
});

describe("events", () => {
  it("come to listeners of their type until they are taken off", async () => {
    const server = await startScripted(
      ({ send }) => send(order(1), order(3)),
      ({ send }) => send(order(1), order(2), order(4)),
      ({ send }) => send(order(2), order(3)),
    );
    const stream = clientOf(server.url).transport.open(orders, { query: { since: 1n } });
    const gaps: StreamEvent[] = [];
    const states: string[] = [];
    const off = stream.on("gap", (event) => {
      gaps.push(event);
      off();
    });
    stream.on("state", ({ state }) => states.push(state));
    await take(stream, 3);
    await stream.close();
    expect(gaps).toEqual([{ type: "gap", channel: "orders", from: 2n }]);
    expect(states.filter((state) => state === "connecting").length).toBeGreaterThan(1);
    expect(states.at(-1)).toBe("closed");
  });

  it("reach the others when a listener throws, and the stream continues", async () => {
    const thrown: unknown[] = [];
    const keep = (error: unknown): void => void thrown.push(error);
    const before = process.listeners("uncaughtException");
    process.removeAllListeners("uncaughtException").on("uncaughtException", keep);
    try {
      const server = await startScripted(({ send }) => send(order(1)));
      const stream = clientOf(server.url).transport.open(orders, {});
      const states: string[] = [];
      stream.on("state", () => {
        throw new Error("mine");
      });
      stream.on("state", ({ state }) => states.push(state));
      await take(stream, 1);
      await stream.close();
      expect(states).toContain("live");
      expect(thrown).toContainEqual(new Error("mine"));
    } finally {
      process.removeAllListeners("uncaughtException");
      for (const listener of before) process.on("uncaughtException", listener);
    }
  });
});

describe("a server that", () => {
  it("drains is waited for in the state draining", async () => {
    const clock = fakeClock(Date.now());
    const server = await startScripted(
      ({ socket }) => socket.close(1001, "retry_ms=5000"),
      ({ send }) => send(heartbeat()),
    );
    const { transport, events, until } = clientOf(server.url, { clock });
    const stream = transport.open(orders, {});
    await until({ type: "disconnected" });
    await expect.poll(() => stream.state).toBe("draining");
    await clock.advance(4999);
    expect(stream.state).toBe("draining");
    await clock.advance(1);
    await take(stream, 1);
    await stream.close();
    expect(events.flatMap((event) => (event.type === "state" ? [event.state] : []))).toEqual([
      ...["connecting", "live", "draining", "connecting", "live", "closed"],
    ]);
  });

  it("cuts a slow reader is resumed from at once, and each time is reported", async () => {
    // The clock never advances: nothing here may wait.
    const clock = fakeClock(Date.now());
    const cut =
      (seq: number): Script =>
      ({ send, socket }) => {
        if (seq > 1) send(order(seq - 1));
        send(order(seq), errorFrame("flow_control"));
        socket.close(4008);
      };
    const server = await startScripted(cut(1), cut(2), cut(3), ({ send }) =>
      send(order(3), order(4)),
    );
    const { transport, events } = clientOf(server.url, { clock, random: () => 0.9 });
    const stream = transport.open(orders, { query: { since: 1n } });
    const frames = await take(stream, 4, ({ type }) => type === "order_update");
    expect(frames.map(seqOf)).toEqual([1n, 2n, 3n, 4n]);
    expect(events.filter(({ type }) => type === "slow")).toEqual(
      Array<unknown>(3).fill({ type: "slow", channel: "orders", cause: "closed" }),
    );
    expect(events.filter(({ type }) => type === "disconnected")).toMatchObject(
      Array<unknown>(3).fill({ code: 4008, retryMs: 0 }),
    );
    await stream.close();
  });

  it("cuts before sending anything gets no request for a while", async () => {
    const clock = fakeClock(Date.now());
    const server = await startScripted(({ socket }) => socket.close(4008));
    const { transport, until } = clientOf(server.url, { clock, random: () => 0.5 });
    const stream = transport.open(orders, {});
    expect(await until({ type: "disconnected" })).toMatchObject({ code: 4008, retryMs: 125 });
    await stream.close();
  });

  it("owes a snapshot is asked again, once at a time", async () => {
    const clock = fakeClock(Date.now());
    const received: unknown[] = [];
    const server = await startScripted(({ send, socket }) => {
      socket.on("message", (data) => {
        received.push(JSON.parse(String(data)));
        if (received.length === 3) {
          send({ type: "book_snapshot", market_id: "A", md_seq: 1, ts_ns: 1, total: 0 });
        }
      });
    });
    const { transport, until } = clientOf(server.url, {
      clock,
      heartbeatMs: 1_000_000,
      snapshotTimeoutMs: 1000,
    });
    const stream = transport.open(marketData, {});
    await stream.send({ type: "subscribe", markets: ["A"] });
    await until({ type: "state", state: "live" });
    await expect.poll(() => received.length).toBe(1);
    await clock.advance(999);
    expect(received).toHaveLength(1);
    await clock.advance(1);
    await expect.poll(() => received.length).toBe(2);
    await clock.advance(500);
    await clock.advance(500);
    await take(stream, 1);
    await clock.advance(10_000);
    expect(received).toEqual([
      { type: "subscribe", markets: ["A"] },
      { type: "subscribe", markets: ["A"], force_snapshot: true },
      { type: "subscribe", markets: ["A"], force_snapshot: true },
    ]);
    await stream.close();
  });
});

describe("pausing", () => {
  it("reads nothing more, and resuming continues where it was", async () => {
    const exchange = await startExchange();
    const { transport, until } = clientOf(exchange.url());
    const stream = transport.open(orders, {});
    await until({ type: "state", state: "live" });
    const seqs: unknown[] = [];
    const running = stream.run((frame) => void seqs.push(seqOf(frame)));
    await exchange.publish("a");
    await expect.poll(() => seqs).toEqual([1n]);
    stream.pause();
    await exchange.publishMany(5);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seqs).toEqual([1n]);
    stream.resume();
    await expect.poll(() => seqs).toEqual([1n, 2n, 3n, 4n, 5n, 6n]);
    await stream.close();
    await running;
  });

  it("holds on the next connection too", async () => {
    const exchange = await startExchange();
    const { transport, until } = clientOf(exchange.url());
    const stream = transport.open(orders, { query: { since: 1n } });
    await until({ type: "state", state: "replaying" });
    stream.pause();
    stream.resume();
    stream.pause();
    await exchange.publishMany(3);
    // A paused socket does not notice its end until it is read again.
    stream.resume();
    expect((await take(stream, 3, ({ type }) => type === "order_update")).map(seqOf)).toEqual([
      1n,
      2n,
      3n,
    ]);
    await stream.close();
  });

  it("a socket that cannot be paused is let go of, until the consumer has caught up", async () => {
    const exchange = await startExchange();
    await exchange.publishMany(400);
    let sockets = 0;
    const openSocket: OpenSocket = (url, headers, handlers) => {
      sockets += 1;
      const { send, close, terminate } = openWebSocket(url, headers, handlers);
      return { send, close, terminate };
    };
    const queue = { high: 16, low: 4 };
    const { transport, events, until } = clientOf(exchange.url(), { openSocket, queue });
    const stream = transport.open(orders, { query: { since: 1n } });
    await until({ type: "slow", cause: "queue" });
    expect(events).toContainEqual(expect.objectContaining({ cause: "full", retryMs: 0 }));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(sockets).toBe(1);
    const frames = await take(stream, 400, ({ type }) => type === "order_update");
    expect(frames.map(seqOf)).toEqual(Array.from({ length: 400 }, (_, at) => BigInt(at + 1)));
    expect(sockets).toBeGreaterThan(2);
    await stream.close();
  });
});

describe("a tap", () => {
  it("takes, passes and refuses frames before they are decoded", async () => {
    const server = await startScripted(
      ({ send }) => send(order(1), order(2), order(3), order(4)),
      ({ send }) => send(order(2), order(3), order(4)),
    );
    const { transport, events } = clientOf(server.url);
    const offered: string[] = [];
    let refused = false;
    const stream = transport.open(
      orders,
      { query: { since: 1n } },
      {
        tap({ tag, number, bytes }) {
          offered.push(`${tag} ${number} ${JSON.parse(new TextDecoder().decode(bytes)).seq}`);
          if (number !== 3n || refused) return number === 2n ? "taken" : "pass";
          refused = true;
          return "refused";
        },
      },
    );
    expect((await take(stream, 3)).map(seqOf)).toEqual([1n, 3n, 4n]);
    expect(offered.map((line) => line.slice(13))).toEqual(["1 1", "2 2", "3 3", "3 3", "4 4"]);
    expect(server.targets).toEqual(["/v1/orders?since=1", "/v1/orders?since=2"]);
    expect(events).toContainEqual({ type: "gap", channel: "orders", from: 3n });
    await stream.close();
  });
});
