import { afterEach, describe, expect, it } from "vitest";
import { marketData } from "../sample-channels/market-data.ts";
import { clientOf, startExchange, stopExchanges, take } from "./exchange.ts";
import { errorFrame, startScripted, stopScripted } from "./scripted-server.ts";

afterEach(async () => {
  await stopExchanges();
  await stopScripted();
});

function brief(frames: readonly object[]): readonly string[] {
  return frames.map((frame) => {
    const [type, market, counter] = ["type", "market_id", "md_seq"].map((name) =>
      String(Reflect.get(frame, name)),
    );
    return `${type} ${market} ${counter}`;
  });
}

const snapshot = (market_id: string, md_seq: number): object => ({
  type: "book_snapshot",
  market_id,
  md_seq,
  ts_ns: 1n,
  total: 0,
});
const diff = (market_id: string, md_seq: number): object => ({
  type: "book_diff",
  market_id,
  md_seq,
  ts_ns: 1n,
  add: 1,
});

describe("a channel with subscriptions", () => {
  it("delivers a snapshot and then dense changes", async () => {
    const exchange = await startExchange();
    const { transport } = clientOf(exchange.url());
    const stream = transport.open(marketData, {});
    await stream.send({ type: "subscribe", markets: ["A", "B"] });
    expect(brief(await take(stream, 2))).toEqual(["book_snapshot A 0", "book_snapshot B 0"]);
    exchange.add("A", 1);
    exchange.add("A", 1);
    exchange.add("B", 1);
    expect(brief(await take(stream, 3))).toEqual([
      "book_diff A 1",
      "book_diff A 2",
      "book_diff B 1",
    ]);
    await stream.send({ type: "unsubscribe", markets: ["A"] });
    await stream.send({ type: "subscribe", markets: ["C"] });
    await take(stream, 1);
    exchange.add("A", 1);
    exchange.add("C", 1);
    expect(brief(await take(stream, 1))).toEqual(["book_diff C 1"]);
    await stream.close();
  });

  it("subscribes again on every connection, to the current keys", async () => {
    const exchange = await startExchange();
    const { transport, until } = clientOf(exchange.url());
    const stream = transport.open(marketData, {});
    await stream.send({ type: "subscribe", markets: ["A", "B", "C"] });
    await take(stream, 3);
    await stream.send({ type: "unsubscribe", markets: ["B"] });
    await exchange.stop();
    await until({ type: "disconnected" });
    // Requests made without a connection take effect on the next one.
    await stream.send({ type: "unsubscribe", markets: ["C"] });
    await stream.send({ type: "subscribe", markets: ["B"] });
    exchange.add("A", 1);
    await exchange.start();
    expect(brief(await take(stream, 2))).toEqual(["book_snapshot A 1", "book_snapshot B 0"]);
    exchange.add("C", 1);
    exchange.add("B", 1);
    expect(brief(await take(stream, 1))).toEqual(["book_diff B 1"]);
    await stream.close();
  });

  it("requests one fresh snapshot at a gap, and withholds the key until it arrives", async () => {
    const received: unknown[] = [];
    const server = await startScripted(({ send, socket }) => {
      socket.on("message", (data) => {
        const frame: unknown = JSON.parse(String(data));
        received.push(frame);
        if (received.length === 1) {
          send(snapshot("A", 4), snapshot("B", 1), diff("A", 5), diff("A", 7), diff("A", 8));
          send(diff("B", 2), diff("A", 9));
        } else {
          send(diff("A", 10), snapshot("A", 10), diff("A", 11));
        }
      });
    });
    const { transport, events } = clientOf(server.url);
    const stream = transport.open(marketData, {});
    await stream.send({ type: "subscribe", markets: ["A", "B"] });
    expect(brief(await take(stream, 6))).toEqual([
      "book_snapshot A 4",
      "book_snapshot B 1",
      "book_diff A 5",
      "book_diff B 2",
      "book_snapshot A 10",
      "book_diff A 11",
    ]);
    expect(received).toEqual([
      { type: "subscribe", markets: ["A", "B"] },
      { type: "subscribe", markets: ["A"], force_snapshot: true },
    ]);
    expect(events.filter(({ type }) => type === "gap")).toEqual([
      { type: "gap", channel: "marketData", key: "A" },
    ]);
    expect(server.targets).toHaveLength(1);
    await stream.close();
  });

  it("does not ask again for keys the server does not know", async () => {
    const received: unknown[] = [];
    const server = await startScripted(({ send, socket }) => {
      socket.on("message", (data) => {
        received.push(JSON.parse(String(data)));
        if (received.length === 1) {
          send(errorFrame("unknown_market", { markets: ["X"] }), snapshot("A", 1));
          socket.close(1011);
        } else {
          send(snapshot("A", 2));
        }
      });
    });
    const stream = clientOf(server.url).transport.open(marketData, {});
    await stream.send({ type: "subscribe", markets: ["X", "A"] });
    expect(brief(await take(stream, 3))).toEqual([
      "error undefined undefined",
      "book_snapshot A 1",
      "book_snapshot A 2",
    ]);
    expect(received[1]).toEqual({ type: "subscribe", markets: ["A"] });
    await stream.close();
  });

  it("subscribes many keys in frames the server takes", async () => {
    const sizes: number[] = [];
    const server = await startScripted(({ socket }) => {
      socket.on("message", (data) => {
        const { markets } = JSON.parse(String(data)) as { markets: string[] };
        sizes.push(markets.length);
      });
    });
    const stream = clientOf(server.url).transport.open(marketData, {});
    const markets = Array.from({ length: 1000 }, (_, at) => `M${at}`);
    await stream.send({ type: "subscribe", markets });
    await expect.poll(() => sizes).toEqual([256, 256, 256, 232]);
    await stream.close();
  });
});
