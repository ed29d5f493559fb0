// Clients that send more than their share are not read for a while. Other clients are not affected,
// and no frame is lost.

import { setTimeout as pause } from "node:timers/promises";
import { fakeClock } from "@specwright/runtime/testing";
import {
  createKeyedBroadcast,
  createStreamServer,
  type KeyedBroadcast,
  type StreamLogEntry,
  type StreamServer,
  type StreamServerSettings,
} from "@specwright/streams/server";
import { afterEach, describe, expect, it } from "vitest";
import { type BookDiff, type BookSnapshot, marketData } from "../../sample-channels/market-data.ts";
import { alice, type Credentials, connect, type Peer } from "../peer.ts";

const clock = fakeClock(Date.now());
const bob: Credentials = { ...alice, accessKey: "bob" };
const markets = Array.from({ length: 1_000 }, (_, at) => `M${at}`);
let server: StreamServer;
let books: KeyedBroadcast<BookSnapshot | BookDiff, "md_seq" | "ts_ns">;
let url: string;
let entries: StreamLogEntry[];

async function start(settings: Partial<StreamServerSettings> = {}): Promise<void> {
  entries = [];
  books = createKeyedBroadcast({
    channel: marketData,
    knows: (key) => markets.includes(key),
    snapshot: (market_id) => ({ type: "book_snapshot", market_id, total: 0 }),
    snapshotIntervalMs: 3_600_000,
    clock,
  });
  server = createStreamServer({
    channels: [marketData],
    subscriptions: { marketData: books },
    lookupKey: (key) => [alice, bob].find(({ accessKey }) => accessKey === key),
    clock,
    logger: (entry) => entries.push(entry),
    // Tests advance the clock far.
    settings: { heartbeatMs: 3_600_000, slowReaderMs: 3_600_000, ...settings },
  });
  ({ url } = await server.listen());
}

function open(credentials: Credentials = alice): Promise<Peer> {
  return connect(`${url}/market-data`, { credentials, timeMs: clock.now() });
}

function subscribe(...names: readonly string[]): object {
  return { type: "subscribe", markets: names };
}

let asked = 0;

/** Reports whether a client is answered, without any time of the service. */
async function isAnswered({ socket, send }: Peer): Promise<boolean> {
  asked += 1;
  const name = `unknown ${asked}`;
  const answered = new Promise<boolean>((resolve) => {
    socket.on("message", (data) => {
      if (String(data).includes(name)) resolve(true);
    });
  });
  send(subscribe(name));
  return await Promise.race([answered, pause(200).then(() => false)]);
}

/** Lets the time of the service pass. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await clock.advance(1_000);
    await pause(2);
  }
}

afterEach(async () => {
  books.close();
  const closed = server.close();
  // Sockets that are not read do not close by themselves.
  await pass(3);
  await closed;
});

describe("a client with a thousand markets", () => {
  it.each([
    ["in one frame", [subscribe(...markets)]],
    ["in a frame each", markets.map((market) => subscribe(market))],
  ])("has them at once, if it asks %s", async (_, frames) => {
    await start();
    const peer = await open();
    for (const frame of frames) peer.send(frame);
    const snapshots = await peer.take(1_000);
    expect(snapshots.map(({ market_id }) => market_id)).toEqual(markets);
    expect(await isAnswered(peer)).toBe(true);
    expect(server.statistics().limited).toBe(0);
  });
});

describe("a client that floods", () => {
  /** Frames; 50 of them far exceed 8 requests a second, and 128 at once. */
  const frames: readonly (readonly [string, object | string])[] = [
    ["subscribes to a market again", subscribe("M1", "M2", "M3")],
    [
      "unsubscribes from a market that it does not follow",
      { ...subscribe("M1"), type: "unsubscribe", markets: ["M1", "M2", "M3"] },
    ],
    ["subscribes to unknown markets", subscribe("a", "b", "c")],
    ["unsubscribes from unknown markets", { type: "unsubscribe", markets: ["a", "b", "c"] }],
    ["forces snapshots", { ...subscribe("M1", "M2", "M3"), force_snapshot: true }],
    ["sends text that is not JSON", `nonsense ${"x".repeat(2_000)}`],
    ["sends unknown types", JSON.stringify({ type: "shout", text: "x".repeat(2_000) })],
  ];

  it.each(frames)("and %s is not read until it is within its limit", async (_, frame) => {
    await start({ maxRequestsPerSecond: 8, maxInvalidFramesPerMinute: 1_000 });
    const peer = await open();
    for (let sent = 0; sent < 50; sent += 1) peer.send(frame);
    await expect.poll(() => server.statistics().limited).toBe(1);
    peer.send(subscribe("last"));
    const other = await open();
    expect(await isAnswered(other)).toBe(true);
    const answers: unknown[] = [];
    peer.socket.on("message", (data) => answers.push(String(data)));
    expect(await isAnswered(peer)).toBe(false);
    // Everything is handled in the end.
    await pass(60);
    await expect.poll(() => answers.some((text) => String(text).includes('"last"'))).toBe(true);
    expect(peer.socket.readyState).toBe(peer.socket.OPEN);
  });

  it("with pings gets an answer to the last of them", async () => {
    await start({ maxRequestsPerSecond: 8 });
    const peer = await open();
    const pongs: string[] = [];
    peer.socket.on("pong", (data) => pongs.push(String(data)));
    for (let sent = 0; sent < 5_000; sent += 1) peer.socket.ping(String(sent));
    await expect.poll(() => server.statistics().limited).toBe(1);
    expect(await isAnswered(peer)).toBe(false);
    expect(pongs.length).toBeLessThan(500);
    await pass(60);
    await expect.poll(() => pongs.at(-1)).toBe("4999");
  });

  it("over several connections uses the share of its key, and not that of another", async () => {
    await start({ maxRequestsPerSecondPerKey: 16 });
    const [first, second, other] = [await open(), await open(), await open(bob)];
    for (let sent = 0; sent < 100; sent += 1) first.send(subscribe("a", "b", "c"));
    await expect.poll(() => server.statistics().limited).toBe(1);
    // It exceeds the limit with the frame that it may still send.
    expect(await isAnswered(second)).toBe(true);
    expect(await isAnswered(second)).toBe(false);
    expect(await isAnswered(other)).toBe(true);
  });

  it("is logged once, with its key", async () => {
    await start({ maxRequestsPerSecond: 8 });
    const peers = [await open(), await open()];
    for (const peer of peers) {
      for (let sent = 0; sent < 50; sent += 1) peer.send(subscribe("a", "b", "c"));
    }
    await expect.poll(() => server.statistics().limited).toBe(2);
    const { accessKey, brokerId } = alice;
    expect(entries).toEqual([
      { level: "warn", event: "requests_limited", channel: "marketData", accessKey, brokerId },
    ]);
  });
});
