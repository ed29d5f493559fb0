import { fakeClock } from "@specwright/runtime/testing";
import {
  createKeyedBroadcast,
  createStreamServer,
  type KeyedBroadcast,
  type StreamServer,
  type StreamServerSettings,
} from "@specwright/streams/server";
import { afterEach, describe, expect, it } from "vitest";
import { type BookDiff, type BookSnapshot, marketData } from "../../sample-channels/market-data.ts";
import { connect, type Frame, lookupKey, type Peer } from "../peer.ts";

const clock = fakeClock(Date.now());
let server: StreamServer;
let books: KeyedBroadcast<BookSnapshot | BookDiff, "md_seq" | "ts_ns">;
let totals: Map<string, number>;

async function start(settings: Partial<StreamServerSettings> = {}): Promise<Peer> {
  totals = new Map(["A", "B", "C"].map((key) => [key, 0]));
  books = createKeyedBroadcast({
    channel: marketData,
    knows: (key) => totals.has(key),
    snapshot: (market_id) => ({
      type: "book_snapshot",
      market_id,
      total: totals.get(market_id) ?? 0,
    }),
    snapshotIntervalMs: 5_000,
    clock,
  });
  server = createStreamServer({
    channels: [marketData],
    subscriptions: { marketData: books },
    lookupKey,
    clock,
    settings,
  });
  const { url } = await server.listen();
  return connect(`${url}/market-data`, { timeMs: clock.now() });
}

function add(market_id: string, amount: number): bigint {
  totals.set(market_id, (totals.get(market_id) ?? 0) + amount);
  return books.broadcast({ type: "book_diff", market_id, add: amount });
}

function brief(frames: readonly Frame[]): readonly string[] {
  return frames.map((frame) => {
    if (frame["type"] === "error")
      return `error ${String(Reflect.get(Object(frame["payload"]), "code"))}`;
    const value = String(frame["total"] ?? frame["add"] ?? "");
    return `${String(frame["type"])} ${String(frame["market_id"])} ${String(frame["md_seq"])} ${value}`;
  });
}

/** Waits until the server has processed everything sent so far: it answers in order. */
async function settled(peer: Peer): Promise<void> {
  peer.send({ type: "subscribe", markets: ["?"] });
  expect(brief([await peer.next()])).toEqual(["error unknown_market"]);
}

afterEach(async () => {
  books.close();
  await server.close();
});

describe("a channel with subscriptions", () => {
  it("rule 1: starts with nothing", async () => {
    const peer = await start();
    add("A", 1);
    await settled(peer);
  });

  it("rule 2: answers with one snapshot per new key, then its changes", async () => {
    const peer = await start();
    add("A", 5);
    peer.send({ type: "subscribe", markets: ["A", "B", "A"] });
    expect(brief(await peer.take(2))).toEqual(["book_snapshot A 1 5", "book_snapshot B 0 0"]);
    add("A", 2);
    add("C", 9);
    add("B", 1);
    expect(brief(await peer.take(2))).toEqual(["book_diff A 2 2", "book_diff B 1 1"]);
  });

  it("rule 3: subscribing again is idempotent, unless a snapshot is forced", async () => {
    const peer = await start();
    peer.send({ type: "subscribe", markets: ["A"] });
    await peer.next();
    add("A", 3);
    await peer.next();
    peer.send({ type: "subscribe", markets: ["A"] });
    await settled(peer);
    peer.send({ type: "subscribe", markets: ["A", "B"], force_snapshot: true });
    expect(brief(await peer.take(2))).toEqual(["book_snapshot A 1 3", "book_snapshot B 0 0"]);
    add("A", 1);
    expect(brief([await peer.next()])).toEqual(["book_diff A 2 1"]);
  });

  it("rule 4: unsubscribing stops a key, and no other", async () => {
    const peer = await start();
    peer.send({ type: "subscribe", markets: ["A", "B"] });
    await peer.take(2);
    peer.send({ type: "unsubscribe", markets: ["A", "C"] });
    await settled(peer);
    add("A", 1);
    add("B", 1);
    expect(brief([await peer.next()])).toEqual(["book_diff B 1 1"]);
    peer.send({ type: "subscribe", markets: ["A"] });
    expect(brief([await peer.next()])).toEqual(["book_snapshot A 1 1"]);
  });

  it("rule 5: numbers are dense per key, for everyone, even if another asks for snapshots", async () => {
    const first = await start();
    first.send({ type: "subscribe", markets: ["A"] });
    await first.next();
    add("A", 1);
    const second = await connect(first.socket.url, { timeMs: clock.now() + 1 });
    second.send({ type: "subscribe", markets: ["A"] });
    expect(brief([await second.next()])).toEqual(["book_snapshot A 1 1"]);
    add("A", 1);
    expect(brief(await first.take(2))).toEqual(["book_diff A 1 1", "book_diff A 2 1"]);
    expect(brief([await second.next()])).toEqual(["book_diff A 2 1"]);
  });

  it("rule 7: periodic snapshots take the next number, where something changed", async () => {
    const peer = await start();
    peer.send({ type: "subscribe", markets: ["A", "B"] });
    await peer.take(2);
    add("A", 4);
    await clock.advance(5_000);
    add("A", 1);
    expect(brief(await peer.take(3))).toEqual([
      "book_diff A 1 4",
      "book_snapshot A 2 4",
      "book_diff A 3 1",
    ]);
  });

  it("subscribes the known keys of a frame and names the unknown ones", async () => {
    const peer = await start();
    peer.send({ type: "subscribe", markets: ["X", "A", "Y"] });
    const [error, snapshot] = await peer.take(2);
    expect(error).toMatchObject({
      type: "error",
      payload: { code: "unknown_market", details: { markets: ["X", "Y"] } },
    });
    expect(error).not.toHaveProperty("seq");
    expect(snapshot).toMatchObject({ type: "book_snapshot", market_id: "A" });
  });

  it.each([
    ["no JSON", "nonsense", "", "json_syntax"],
    ["no type", "{}", "/type", "enum"],
    ["an unknown type", '{"type":"shout"}', "/type", "enum"],
    ["no keys", '{"type":"subscribe"}', "/markets", "required"],
    ["an empty list", '{"type":"subscribe","markets":[]}', "/markets", "min_items"],
    ["a key that is not a string", '{"type":"unsubscribe","markets":[1]}', "/markets/0", "type"],
  ])("reports what is wrong with %s, and stays open", async (_, text, pointer, code) => {
    const peer = await start();
    peer.send(text);
    expect(await peer.next()).toMatchObject({
      type: "error",
      payload: { code: "invalid_frame", details: { issues: [{ pointer, code }] } },
    });
    peer.send({ type: "subscribe", markets: ["A"] });
    expect(brief([await peer.next()])).toEqual(["book_snapshot A 0 0"]);
  });

  it("closes with 1008 after 16 invalid frames in a minute", async () => {
    const peer = await start({ heartbeatMs: 3_600_000 });
    for (let sent = 0; sent < 15; sent += 1) peer.send("{}");
    await peer.take(15);
    await clock.advance(60_000);
    for (let sent = 0; sent < 15; sent += 1) peer.send("{}");
    expect(brief(await peer.take(15))).toEqual(Array(15).fill("error invalid_frame"));
    peer.send("{}");
    expect(await peer.next()).toMatchObject({
      payload: { code: "invalid_frame", details: { limit: 16 } },
    });
    expect(await peer.closed).toMatchObject({ code: 1008 });
  });

  it("refuses more keys than a connection may hold", async () => {
    const peer = await start({ maxKeysPerConnection: 2 });
    peer.send({ type: "subscribe", markets: ["A", "B", "C"] });
    expect(await peer.next()).toMatchObject({
      payload: { code: "invalid_frame", details: { limit: 2 } },
    });
    peer.send({ type: "subscribe", markets: ["A", "B"] });
    expect(brief(await peer.take(2))).toEqual(["book_snapshot A 0 0", "book_snapshot B 0 0"]);
  });

  it.each([70_000, 3_000_000])(
    "T6 closes with 1009 for a frame of %i bytes, and says why",
    async (size) => {
      const peer = await start();
      peer.send(JSON.stringify({ type: "subscribe", markets: ["A".repeat(size)] }));
      expect(await peer.next()).toMatchObject({
        type: "error",
        payload: { code: "invalid_frame", details: { limit: 65_536, unit: "bytes" } },
      });
      expect(await peer.closed).toEqual({ code: 1009, reason: "invalid_frame" });
      await expect.poll(() => server.statistics().endings).toEqual({ invalid_frame: 1 });
    },
  );

  it("T6 says why it closes for text that is not UTF-8", async () => {
    const peer = await start();
    peer.socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect(await peer.next()).toMatchObject({ payload: { code: "invalid_frame" } });
    expect(await peer.closed).toMatchObject({ code: 1007 });
  });

  it("answers a client that closes with such a code as any other", async () => {
    const peer = await start();
    peer.socket.close(1009, "");
    expect(await peer.closed).toMatchObject({ code: 1009 });
    await expect.poll(() => server.statistics().endings).toEqual({ closed: 1 });
  });

  it.each([
    ["by force", { type: "subscribe", markets: ["A"], force_snapshot: true }, undefined],
    ["by leaving and joining", { type: "unsubscribe", markets: ["A"] }, ["A"]],
  ])("T6 limits the snapshots that a connection asks for %s", async (_, frame, markets) => {
    const peer = await start({ maxSnapshotsPerMinute: 5 });
    peer.send({ type: "subscribe", markets: ["A"] });
    for (let sent = 0; sent < 5; sent += 1) {
      peer.send(frame);
      if (markets !== undefined) peer.send({ type: "subscribe", markets });
    }
    expect(brief(await peer.take(6))).toEqual([
      ...Array(5).fill("book_snapshot A 0 0"),
      "error invalid_frame",
    ]);
    await clock.advance(60_000);
    peer.send({ type: "subscribe", markets: ["A"], force_snapshot: true });
    await expect.poll(async () => brief([await peer.next()])).toEqual(["book_snapshot A 0 0"]);
  });

  it("T6 closes with the limit that was reached, whatever the last frame was refused for", async () => {
    const peer = await start({ maxSnapshotsPerMinute: 5, maxInvalidFramesPerMinute: 2 });
    const force = { type: "subscribe", markets: ["A"], force_snapshot: true };
    for (let sent = 0; sent < 7; sent += 1) peer.send(force);
    const errors = (await peer.take(7)).slice(5);
    expect(errors).toMatchObject([
      { payload: { details: { limit: 5 } } },
      { payload: { details: { limit: 2 } } },
    ]);
    expect(await peer.closed).toMatchObject({ code: 1008 });
  });

  it("sends a heartbeat for all keys while idle", async () => {
    const peer = await start();
    await clock.advance(15_000);
    const frame = await peer.next();
    expect(frame).toMatchObject({ type: "heartbeat" });
    expect(Object.keys(frame)).toEqual(["type", "ts_ns"]);
  });

  it("uses no number for a message that breaks its schema", async () => {
    const peer = await start();
    peer.send({ type: "subscribe", markets: ["A"] });
    await peer.next();
    expect(() => add("A", 0.5)).toThrow(expect.objectContaining({ code: "encode" }));
    expect(add("A", 1)).toBe(1n);
  });
});
