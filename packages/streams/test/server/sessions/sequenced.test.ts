import { fakeClock } from "@specwright/runtime/testing";
import { createMemoryLog, type LogRecord, type SequencedLog } from "@specwright/streams/log";
import {
  createPublisher,
  createStreamServer,
  type Publisher,
  type StreamGatewayOptions,
  type StreamServer,
} from "@specwright/streams/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { events, orders } from "../../sample-channels/sequenced-channels.ts";
import { connect, type Frame, lookupKey } from "../peer.ts";

let server: StreamServer;
let log: SequencedLog;
let publisher: Publisher;

async function start(options: Partial<StreamGatewayOptions> = {}): Promise<string> {
  server = createStreamServer({ channels: [orders, events], log, lookupKey, ...options });
  const { url } = await server.listen();
  return url;
}

function publish(orderId: string, market = "M1", brokerId = "b1"): Promise<bigint> {
  const message = { type: "order_update", payload: { order_id: orderId } } as const;
  return publisher.publish(orders, { brokerId, message, keys: { market: [market] } });
}

async function publishMany(count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, at) => publish(`o${at + 1}`)));
}

function shape(frames: readonly Frame[]): readonly string[] {
  return frames.map(({ type, seq }) => `${String(type)} ${String(seq)}`);
}

beforeEach(() => {
  log = createMemoryLog();
  publisher = createPublisher({ log });
});
afterEach(() => server.close());

describe("a sequenced channel", () => {
  it("starts at the live tail without since", async () => {
    await publishMany(3);
    const url = await start();
    const peer = await connect(`${url}/orders`);
    await publish("new");
    expect(await peer.next()).toMatchObject({
      type: "order_update",
      seq: 4,
      payload: { order_id: "new" },
    });
  });

  it("sends the time with every digit", async () => {
    const clock = fakeClock(1_700_000_000_123);
    publisher = createPublisher({ log, clock });
    const url = await start();
    const peer = await connect(`${url}/orders`);
    await publish("o");
    expect(await peer.next()).toMatchObject({ ts_ns: 1_700_000_000_123_000_000n });
  });

  it("replays from since, ends the backlog, continues live", async () => {
    await publishMany(5);
    const url = await start();
    const peer = await connect(`${url}/orders?since=3`);
    expect(shape(await peer.take(4))).toEqual([
      "order_update 3",
      "order_update 4",
      "order_update 5",
      "backlog_end 5",
    ]);
    await publish("live");
    expect(shape([await peer.next()])).toEqual(["order_update 6"]);
  });

  it("is live at once when since is one past the end", async () => {
    await publishMany(2);
    const url = await start();
    const peer = await connect(`${url}/orders?since=3`);
    await peer.next();
    await publish("live");
    expect(shape([await peer.next()])).toEqual(["order_update 3"]);
  });

  it("S29 waits until a gateway that lags behind the log has caught up", async () => {
    await publishMany(3);
    let release = (): void => {};
    const lagging: SequencedLog = {
      ...log,
      tail(stream, listener, replaced) {
        const late: (readonly LogRecord[])[] = [];
        release = () => {
          for (const records of late.splice(0)) listener(records);
          release = () => {};
        };
        return log.tail(stream, (records) => void late.push(records), replaced);
      },
    };
    const entries: string[] = [];
    const url = await start({ log: lagging, logger: ({ event }) => entries.push(event) });
    const reader = await connect(`${url}/orders?since=4`);
    expect(await reader.next()).toMatchObject({ type: "heartbeat", watermark_seq: 3 });
    await publishMany(3);
    const peer = await connect(`${url}/orders?since=6`);
    setTimeout(() => release(), 50);
    expect(shape(await peer.take(2))).toEqual(["order_update 6", "backlog_end 6"]);
    expect(entries).toEqual([]);
  });

  it.each([
    [3n, false],
    [4n, false],
    [5n, true],
  ])("with three frames in the log, since=%i is an alarm: %s", async (since, isAlarm) => {
    const entries: string[] = [];
    await publishMany(3);
    const url = await start({ logger: ({ event }) => entries.push(event) });
    const peer = await connect(`${url}/orders?since=${since}`);
    await peer.next();
    expect(entries).toEqual(isAlarm ? ["resume_ahead"] : []);
  });

  it("is live at once, and says so in the log, when since is ahead of the log itself", async () => {
    const entries: string[] = [];
    const url = await start({ logger: ({ event }) => entries.push(event) });
    const peer = await connect(`${url}/orders?since=9`);
    expect(await peer.next()).toMatchObject({ type: "heartbeat", watermark_seq: 0 });
    await publish("live");
    expect(shape([await peer.next()])).toEqual(["order_update 1"]);
    expect(entries).toContain("resume_ahead");
  });

  it("refuses a position that is no longer kept", async () => {
    log = createMemoryLog({ maxFrames: 2 });
    publisher = createPublisher({ log });
    await publishMany(5);
    const url = await start();
    const peer = await connect(`${url}/orders?since=3`);
    expect(await peer.next()).toMatchObject({ type: "error", payload: { code: "resume_too_old" } });
    expect(await peer.closed).toEqual({ code: 4009, reason: "resume_too_old" });
    const oldest = await connect(`${url}/orders?since=4`);
    expect(shape(await oldest.take(3))).toEqual([
      "order_update 4",
      "order_update 5",
      "backlog_end 5",
    ]);
  });

  it("loses and repeats nothing between backlog and live, whatever is published meanwhile", async () => {
    await publishMany(50);
    const url = await start({ settings: { replayBatchFrames: 7 } });
    let publishing = true;
    const feed = (async () => {
      while (publishing) {
        await publish("x");
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const peers = await Promise.all(
      [1, 20, 40, 50].map((since) => connect(`${url}/orders?since=${since}`)),
    );
    const got = await Promise.all(peers.map((peer) => peer.take(200)));
    publishing = false;
    await feed;
    for (const [at, since] of [1, 20, 40, 50].entries()) {
      const frames = got[at] ?? [];
      const data = frames.filter(({ type }) => type === "order_update");
      expect(data.map(({ seq }) => seq)).toEqual(data.map((_, index) => since + index));
      expect(frames.filter(({ type }) => type === "backlog_end")).toHaveLength(1);
    }
  });

  it("selects by every filter given, by any value of each", async () => {
    const url = await start();
    const peer = await connect(`${url}/orders?market=M1&market=M2&account_id=A`);
    const put = (market: string, account: string) =>
      publisher.publish(orders, {
        brokerId: "b1",
        message: { type: "order_update", payload: { order_id: "o" } },
        keys: { market: [market], account_id: [account] },
      });
    await put("M1", "A");
    await put("M1", "B");
    await put("M3", "A");
    await put("M2", "A");
    await publish("no account", "M1");
    await put("M2", "A");
    expect(shape(await peer.take(3))).toEqual([
      "order_update 1",
      "order_update 4",
      "order_update 6",
    ]);
  });

  it("ends a filtered backlog with the last delivered number, and states the maximum", async () => {
    await publish("a", "M1");
    await publish("b", "M2");
    const url = await start();
    const some = await connect(`${url}/orders?since=1&market=M1`);
    expect(await some.take(2)).toMatchObject([
      { seq: 1 },
      { type: "backlog_end", seq: 1, payload: { last_seq: 2 } },
    ]);
    const none = await connect(`${url}/orders?since=2&market=M9`);
    expect(await none.next()).toMatchObject({
      type: "backlog_end",
      seq: 1,
      payload: { last_seq: 2 },
    });
  });

  it("keeps brokers apart", async () => {
    const url = await start();
    const peer = await connect(`${url}/orders`);
    await publish("theirs", "M1", "b2");
    await publish("mine");
    expect(await peer.next()).toMatchObject({ seq: 1, payload: { order_id: "mine" } });
  });

  it("sends heartbeats while idle: last delivered number, watermark, interval", async () => {
    const clock = fakeClock(Date.now());
    const url = await start({ clock });
    const peer = await connect(`${url}/orders?market=M1`);
    await publish("other", "M2");
    await clock.advance(15_000);
    const first = await peer.next();
    expect(first).toMatchObject({
      type: "heartbeat",
      watermark_seq: 1,
      payload: { interval_sec: 15 },
    });
    expect(first).not.toHaveProperty("seq");
    await clock.advance(10_000);
    await publish("mine", "M1");
    await publish("other", "M2");
    expect(shape([await peer.next()])).toEqual(["order_update 2"]);
    // Late by at most a sixteenth of the interval.
    await clock.advance(16_000);
    expect(await peer.next()).toMatchObject({ type: "heartbeat", seq: 2, watermark_seq: 3 });
  });

  it.each([-600_000, 600_000])(
    "sends heartbeats on time when its clock is set by %i ms",
    async (ms) => {
      const clock = fakeClock(Date.now());
      const url = await start({ clock });
      const peer = await connect(`${url}/orders`);
      clock.jump(ms);
      for (let beat = 0; beat < 3; beat += 1) {
        await clock.advance(16_000);
        expect(await peer.next()).toMatchObject({ type: "heartbeat", watermark_seq: 0 });
      }
      expect(server.statistics()).toMatchObject({ connections: { orders: 1 }, endings: {} });
    },
  );

  it("announces its position at once when set to", async () => {
    await publishMany(3);
    const url = await start({ settings: { announcePosition: true } });
    const peer = await connect(`${url}/orders`);
    expect(await peer.next()).toMatchObject({ type: "heartbeat", watermark_seq: 3 });
  });

  it("cuts a peer that answers no ping", async () => {
    const clock = fakeClock(Date.now());
    const url = await start({ clock });
    const peer = await connect(`${url}/orders`);
    peer.socket.pong = () => {};
    Reflect.set(peer.socket, "_autoPong", false);
    for (let beat = 0; beat < 3; beat += 1) {
      await clock.advance(15_000);
      if (beat < 2) await peer.next();
    }
    expect(await peer.closed).toMatchObject({ code: 1006 });
  });

  it("shows frames as the query asks", async () => {
    const url = await start({
      project: (channel, query) => {
        const lang: unknown = Reflect.get(query, "lang");
        if (channel.id !== "events" || !Array.isArray(lang)) return undefined;
        return {
          variant: lang.join(),
          apply: (frame) => {
            const { payload, ...rest } = frame as { payload: { title: Record<string, string> } };
            const title = Object.entries(payload.title).filter(([name]) => lang.includes(name));
            return { ...rest, payload: { title: Object.fromEntries(title) } };
          },
        };
      },
    });
    const put = () =>
      publisher.publish(events, {
        brokerId: "b1",
        message: { type: "event_update", payload: { title: { en: "a", pt: "b" } } },
      });
    await put();
    const some = await connect(`${url}/events?since=1&lang=pt`);
    const all = await connect(`${url}/events?since=1`);
    await some.take(1);
    await put();
    expect((await some.take(2))[1]).toMatchObject({ seq: 2, payload: { title: { pt: "b" } } });
    expect((await all.take(3))[2]).toMatchObject({ payload: { title: { en: "a", pt: "b" } } });
  });

  it("says that it takes no frames, and closes with 1008 when they keep coming", async () => {
    const url = await start();
    const peer = await connect(`${url}/orders`);
    for (let sent = 0; sent < 16; sent += 1) peer.send("{}");
    const frames = await peer.take(16);
    expect(frames[0]).toMatchObject({ type: "error", seq: 0, payload: { code: "invalid_frame" } });
    expect(await peer.closed).toMatchObject({ code: 1008 });
  });

  it("replays more than may be in flight", async () => {
    await publishMany(200);
    const url = await start({ settings: { maxPendingFrames: 20, replayBatchFrames: 64 } });
    const peer = await connect(`${url}/orders?since=1`);
    expect((await peer.take(201)).at(-1)).toMatchObject({ type: "backlog_end", seq: 200 });
  });

  it("ends the connections of a revoked key", async () => {
    const url = await start();
    const peer = await connect(`${url}/orders`);
    server.revoke("someone else");
    const { accessKey } = (await import("../peer.ts")).alice;
    server.revoke(accessKey);
    expect(await peer.next()).toMatchObject({ type: "error", payload: { code: "unauthorized" } });
    expect(await peer.closed).toMatchObject({ code: 4401 });
  });

  it.each([
    [1_000, [0, 10, 15, 5]],
    [8, [0, 2, 4, 6]],
  ])(
    "closes with times to come back within %i ms, few milliseconds apart",
    async (reconnectWindowMs, wanted) => {
      const url = await start({ settings: { reconnectWindowMs }, random: () => 0.5 });
      const peers = await Promise.all([1, 2, 3, 4].map(() => connect(`${url}/orders`)));
      await server.close();
      const closes = await Promise.all(peers.map(({ closed }) => closed));
      expect(closes.map(({ code }) => code)).toEqual([1001, 1001, 1001, 1001]);
      const slots = closes.map(({ reason }) => reason).sort();
      expect(slots).toEqual(wanted.map((ms) => `retry_ms=${ms}`));
    },
  );
});

describe("createPublisher", () => {
  it("numbers calls in their order", async () => {
    await start();
    const numbers = await Promise.all(["a", "b", "c"].map((id) => publish(id)));
    expect(numbers).toEqual([1n, 2n, 3n]);
    publisher = createPublisher({ log });
    expect(await publish("d")).toBe(4n);
  });

  it("rejects messages with their own number or time", async () => {
    const url = await start();
    const peer = await connect(`${url}/orders`);
    const message = {
      type: "order_update",
      seq: 99n,
      ts_ns: 0n,
      payload: { order_id: "o" },
    } as const;
    await publisher.publish(orders, { brokerId: "b1", message });
    const frame = await peer.next();
    expect(frame).toMatchObject({ seq: 1 });
    expect(frame["ts_ns"]).not.toBe(0);
  });

  it("refuses a message that breaks its schema, without using a number", async () => {
    await start();
    const bad = publisher.publish(orders, {
      brokerId: "b1",
      // @ts-expect-error: order_id is missing, which the types know too.
      message: { type: "order_update", payload: {} },
    });
    const good = publish("good");
    await expect(bad).rejects.toMatchObject({ code: "encode" });
    expect(await good).toBe(1n);
  });

  it("refuses a frame that is not data", async () => {
    await start();
    const message = { type: "heartbeat", payload: { interval_sec: 1 } };
    // @ts-expect-error: not among the messages of the channel's type.
    await expect(publisher.publish(orders, { brokerId: "b1", message })).rejects.toMatchObject({
      code: "invalid_message",
    });
  });

  it("recovers when the log was written by another", async () => {
    await start();
    await publish("a");
    const other = createPublisher({ log });
    await other.publish(orders, {
      brokerId: "b1",
      message: { type: "order_update", payload: { order_id: "b" } },
    });
    await expect(publish("c")).rejects.toMatchObject({ code: "sequence_conflict" });
    expect(await publish("d")).toBe(3n);
  });
});
