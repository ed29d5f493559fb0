import { createMemoryLog } from "@specwright/streams/log";
import { afterEach, describe, expect, it } from "vitest";
import { orders } from "../sample-channels/sequenced-channels.ts";
import { clientOf, startExchange, stopExchanges, take } from "./exchange.ts";
import { backlogEnd, heartbeat, order, startScripted, stopScripted } from "./scripted-server.ts";

afterEach(async () => {
  await stopExchanges();
  await stopScripted();
});

function shape(frames: readonly object[]): readonly string[] {
  return frames.map((frame) => `${Reflect.get(frame, "type")} ${Reflect.get(frame, "seq")}`);
}

const isData = (frame: object): boolean => Reflect.get(frame, "type") === "order_update";

describe("a sequenced channel", () => {
  it("delivers backlog, its end and live frames, decoded", async () => {
    const exchange = await startExchange();
    await exchange.publishMany(2);
    const { transport, events } = clientOf(exchange.url());
    const stream = transport.open(orders, { query: { since: 1n } });
    expect(shape(await take(stream, 3))).toEqual([
      "order_update 1",
      "order_update 2",
      "backlog_end 2",
    ]);
    await exchange.publish("live");
    const [frame] = await take(stream, 1);
    expect(frame).toMatchObject({ seq: 3n, payload: { order_id: "live" } });
    expect(frame && "ts_ns" in frame && typeof frame.ts_ns).toBe("bigint");
    await stream.close();
    expect(events).toEqual([
      { type: "state", channel: "orders", state: "connecting" },
      { type: "state", channel: "orders", state: "replaying" },
      { type: "state", channel: "orders", state: "live" },
      { type: "state", channel: "orders", state: "closed" },
    ]);
  });

  it("connects when opened, before anyone iterates", async () => {
    const exchange = await startExchange();
    const { transport, until } = clientOf(exchange.url());
    const stream = transport.open(orders, {});
    await until({ type: "state", state: "live" });
    await exchange.publish("a");
    await exchange.publish("b");
    expect(shape(await take(stream, 2))).toEqual(["order_update 1", "order_update 2"]);
    await stream.close();
  });

  it("sees each number once over restarts of the server", async () => {
    const exchange = await startExchange();
    await exchange.publish("first");
    const { transport } = clientOf(exchange.url());
    const stream = transport.open(orders, { query: { since: 1n } });
    const all = take(stream, 120, isData);
    for (let round = 0; round < 4; round += 1) {
      await exchange.publishMany(20);
      await exchange.stop();
      await exchange.publishMany(10);
      await exchange.start();
    }
    const seqs = (await all).map((frame) => Reflect.get(frame, "seq"));
    expect(seqs).toEqual(Array.from({ length: 120 }, (_, at) => BigInt(at + 1)));
    await stream.close();
  });

  it("resumes after the last received frame, wherever the connection was cut", async () => {
    const server = await startScripted(
      ({ send, socket }) => {
        send(order(7), order(8));
        socket.close(1011);
      },
      ({ send, socket }) => {
        send(order(8), order(9), backlogEnd(9));
        socket.close(1011);
      },
      ({ send }) => send(order(9), order(10)),
    );
    const { transport } = clientOf(server.url);
    const stream = transport.open(orders, { query: { since: 7n } });
    expect(shape(await take(stream, 5))).toEqual([
      "order_update 7",
      "order_update 8",
      "order_update 9",
      "backlog_end 9",
      "order_update 10",
    ]);
    expect(server.targets).toEqual([
      "/v1/orders?since=7",
      "/v1/orders?since=8",
      "/v1/orders?since=9",
    ]);
    await stream.close();
  });

  it("drops duplicates, and reconnects at a gap", async () => {
    const server = await startScripted(
      ({ send }) => send(order(1), order(1), order(2), order(1), order(5), order(6)),
      ({ send }) => send(order(2), order(3), order(4), order(5)),
    );
    const { transport, events } = clientOf(server.url);
    const stream = transport.open(orders, { query: { since: 1n } });
    const seqs = (await take(stream, 5)).map((frame) => Reflect.get(frame, "seq"));
    expect(seqs).toEqual([1n, 2n, 3n, 4n, 5n]);
    expect(server.targets).toEqual(["/v1/orders?since=1", "/v1/orders?since=2"]);
    expect(events).toContainEqual({ type: "gap", channel: "orders", from: 3n });
    await stream.close();
  });

  it("treats a heartbeat ahead of its position as a gap", async () => {
    const server = await startScripted(
      ({ send }) => send(order(1), heartbeat({ seq: 2 })),
      ({ send }) => send(order(1), order(2)),
    );
    const { transport } = clientOf(server.url);
    const stream = transport.open(orders, { query: { since: 1n } });
    expect(shape(await take(stream, 2))).toEqual(["order_update 1", "order_update 2"]);
    await stream.close();
  });

  it("gives up on a gap that stays", async () => {
    const server = await startScripted(({ send }) => send(order(1), order(3)));
    const { transport } = clientOf(server.url);
    const stream = transport.open(orders, { query: { since: 1n } });
    await take(stream, 1);
    await expect(take(stream, 1)).rejects.toMatchObject({ code: "sequence_gap" });
    expect(server.targets).toHaveLength(3);
  });

  it("lets numbers jump on a filtered connection, and resumes at its last frame", async () => {
    const server = await startScripted(
      ({ send, socket }) => {
        send(order(3), order(9), heartbeat({ seq: 9, watermark_seq: 40 }));
        socket.close(1001);
      },
      ({ send }) => send(order(9), order(44)),
    );
    const { transport } = clientOf(server.url);
    const stream = transport.open(orders, { query: { since: 1n, market: ["M 1", "M&2"] } });
    expect(shape(await take(stream, 4))).toEqual([
      "order_update 3",
      "order_update 9",
      "heartbeat 9",
      "order_update 44",
    ]);
    expect(server.targets).toEqual([
      "/v1/orders?since=1&market=M%201&market=M%262",
      "/v1/orders?since=9&market=M%201&market=M%262",
    ]);
    await stream.close();
  });

  it("hands over unknown frames, keeps the connection and continues", async () => {
    const later = { type: "order_split", seq: 2, payload: {} };
    const server = await startScripted(({ send }) =>
      send(
        order(1),
        later,
        { type: "notice", text: "no number" },
        { type: "order_update", seq: 3, ts_ns: 1, payload: {} },
        "not json",
        order(4),
      ),
    );
    const { transport } = clientOf(server.url);
    const stream = transport.open(orders, { query: { since: 1n } });
    expect(await take(stream, 6)).toMatchObject([
      { seq: 1n },
      { type: "$unknown", received: later, reason: "unknown type" },
      { type: "$unknown", received: { type: "notice" } },
      { type: "$unknown", received: { seq: 3 }, reason: expect.stringContaining("order_id") },
      { type: "$unknown", received: "not json" },
      { seq: 4n },
    ]);
    expect(server.targets).toHaveLength(1);
    await stream.close();
  });

  it("uses the last of several tags, at any place and in any notation", async () => {
    const rest = '"ts_ns":1,"payload":{"order_id":"A"}';
    const server = await startScripted(({ send }) =>
      send(
        `{"seq":1,${rest},"type":"order_update"}`,
        `{"type":"heartbeat","seq":2,${rest},"type":"order_update"}`,
        `{"seq":3,${rest},"type":"order_\\u0075pdate"}`,
        `{"type":"order_update","seq":4,${rest},"type":"notice"}`,
        `{"seq":5,${rest},"ty\\u0070e":"order_update"}`,
      ),
    );
    const { transport } = clientOf(server.url);
    const stream = transport.open(orders, { query: { since: 1n } });
    expect(await take(stream, 5)).toMatchObject([
      { type: "order_update", seq: 1n },
      { type: "order_update", seq: 2n },
      { type: "order_update", seq: 3n },
      { type: "$unknown", received: { type: "notice" } },
      { type: "order_update" },
    ]);
    await stream.close();
  });

  it("keeps every digit of unread frames", async () => {
    const server = await startScripted(({ send }) =>
      send({ type: "new", id: 9_007_199_254_740_993n }),
    );
    const { transport } = clientOf(server.url);
    const stream = transport.open(orders, {});
    expect(await take(stream, 1)).toMatchObject([{ received: { id: 9_007_199_254_740_993n } }]);
    await stream.close();
  });

  it("ends with resume_too_old, after the error frame", async () => {
    const log = createMemoryLog({ maxFrames: 2 });
    const exchange = await startExchange({ log });
    await exchange.publishMany(5);
    const { transport } = clientOf(exchange.url());
    const stream = transport.open(orders, { query: { since: 1n } });
    expect(await take(stream, 1)).toMatchObject([{ type: "error" }]);
    await expect(take(stream, 1)).rejects.toMatchObject({
      code: "resume_too_old",
      closeCode: 4009,
      channelId: "orders",
    });
  });

  it("continues live instead if configured, and reports the loss", async () => {
    const log = createMemoryLog({ maxFrames: 2 });
    const exchange = await startExchange({ log });
    await exchange.publishMany(5);
    const { transport, events, until } = clientOf(exchange.url(), { onTooOld: "live" });
    const stream = transport.open(orders, { query: { since: 2n } });
    await until({ type: "state", state: "live" });
    await exchange.publish("new");
    expect(shape(await take(stream, 1, isData))).toEqual(["order_update 6"]);
    expect(events).toContainEqual({
      type: "resync",
      channel: "orders",
      reason: "too_old",
      from: 2n,
    });
    await stream.close();
  });

  it("pauses a socket whose consumer is slow, and loses nothing", async () => {
    const exchange = await startExchange();
    await exchange.publishMany(3000);
    const { transport, until } = clientOf(exchange.url(), { queue: { high: 16, low: 4 } });
    const stream = transport.open(orders, { query: { since: 1n } });
    await until({ type: "state", state: "replaying" });
    const seqs = (await take(stream, 3000)).map((frame) => Reflect.get(frame, "seq"));
    expect(seqs).toEqual(Array.from({ length: 3000 }, (_, at) => BigInt(at + 1)));
    await stream.close();
  });
});

describe("a cursor", () => {
  it("resumes after the last message dealt with, and is moved when the next is asked for", async () => {
    const exchange = await startExchange();
    await exchange.publishMany(5);
    const saves: bigint[] = [];
    let kept: bigint | undefined = 2n;
    const resume = {
      load: async () => kept,
      save: async (seq: bigint) => {
        saves.push(seq);
        kept = seq;
      },
    };
    const open = () => clientOf(exchange.url()).transport.open(orders, {}, { resume });
    const first = open();
    expect(shape(await take(first, 2))).toEqual(["order_update 3", "order_update 4"]);
    expect(saves).toEqual([3n]);
    await first.close();
    const second = open();
    expect(shape(await take(second, 2))).toEqual(["order_update 4", "order_update 5"]);
    await second.close();
  });

  it("that cannot be saved ends the stream", async () => {
    const exchange = await startExchange();
    await exchange.publishMany(3);
    const resume = {
      load: async () => 0n,
      save: async () => {
        throw new Error("disk full");
      },
    };
    const stream = clientOf(exchange.url()).transport.open(orders, {}, { resume });
    await expect(take(stream, 2)).rejects.toThrow("disk full");
    await stream.close();
  });
});
