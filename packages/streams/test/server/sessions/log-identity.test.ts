// A log has an identity, and numbers of two logs are never joined.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fakeClock } from "@specwright/runtime/testing";
import { createMemoryLog, type LogReader, type SequencedLog } from "@specwright/streams/log";
import { createLmdbLog, createLmdbLogReader } from "@specwright/streams/log/lmdb";
import {
  createKeyedFeed,
  createKeyedPublisher,
  createPublisher,
  createStreamServer,
  type StreamGatewayOptions,
  type StreamServer,
} from "@specwright/streams/server";
import { afterEach, describe, expect, it } from "vitest";
import { marketData } from "../../sample-channels/market-data.ts";
import { orders } from "../../sample-channels/sequenced-channels.ts";
import { connect, lookupKey, refused } from "../peer.ts";

const mine = "0123456789abcdef0123456789abcdef";
const other = "ffffffffffffffffffffffffffffffff";
let server: StreamServer;
afterEach(() => server.close());

async function start(log: LogReader, options: Partial<StreamGatewayOptions> = {}): Promise<string> {
  server = createStreamServer({ channels: [orders], log, lookupKey, ...options });
  return (await server.listen()).url;
}

async function publish(log: SequencedLog, count: number): Promise<void> {
  const publisher = createPublisher({ log });
  const message = { type: "order_update", payload: { order_id: "o" } } as const;
  for (let at = 0; at < count; at += 1)
    await publisher.publish(orders, { brokerId: "b1", message });
}

async function memoryLog(count: number): Promise<SequencedLog> {
  const log = createMemoryLog({ newLogId: () => mine });
  await publish(log, count);
  return log;
}

const refusal = {
  type: "error",
  payload: { code: "resume_too_old", details: { reason: "other_log", log_id: mine } },
};

describe("a log that is served", () => {
  it("T1 is named in the answer to the upgrade, at the end of a backlog and in heartbeats", async () => {
    const clock = fakeClock(Date.now());
    const url = await start(await memoryLog(2), { clock });
    const peer = await connect(`${url}/orders?since=2`);
    expect(peer.headers["log-id"]).toBe(mine);
    expect(await peer.take(2)).toMatchObject([
      { type: "order_update", seq: 2 },
      { type: "backlog_end", payload: { last_seq: 2, log_id: mine } },
    ]);
    await clock.advance(16_000);
    expect(await peer.next()).toMatchObject({ type: "heartbeat", payload: { log_id: mine } });
  });

  it.each([1, 2, 3, 9])(
    "T1 refuses since=%i of another log, and sends nothing of it",
    async (since) => {
      const url = await start(await memoryLog(2));
      const peer = await connect(`${url}/orders?since=${since}&log_id=${other}`);
      expect(await peer.next()).toMatchObject(refusal);
      expect(await peer.closed).toEqual({ code: 4009, reason: "resume_too_old" });
      expect(peer.headers["log-id"]).toBe(mine);
    },
  );

  it("T1 resumes within the log that is named", async () => {
    const url = await start(await memoryLog(2));
    const peer = await connect(`${url}/orders?since=2&log_id=${mine}`);
    expect(await peer.take(2)).toMatchObject([{ seq: 2 }, { type: "backlog_end" }]);
  });

  it.each(["", "since=0&"])(
    "T1 compares nothing where there is nothing to continue (%s)",
    async (query) => {
      const log = await memoryLog(2);
      const url = await start(log);
      const peer = await connect(`${url}/orders?${query}log_id=${other}`);
      await publish(log, 1);
      expect(await peer.next()).toMatchObject({ type: "order_update", seq: 3 });
    },
  );

  it("T1 refuses an invalid identity", async () => {
    const url = await start(await memoryLog(0));
    const answer = await refused(`${url}/orders?since=1&log_id=x`);
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_parameter" } });
  });

  it.each([
    [3, "live"],
    [9, "ahead of the log"],
  ])("T1 informs a client with since=%i within a round trip that it is %s", async (since) => {
    const url = await start(await memoryLog(2));
    const peer = await connect(`${url}/orders?since=${since}`);
    const frame = await peer.next();
    expect(frame).toMatchObject({ type: "heartbeat", watermark_seq: 2, payload: { log_id: mine } });
    expect(frame).not.toHaveProperty("seq");
  });

  it("T1 ends its connections when another takes its place, and serves that one", async () => {
    const folder = await mkdtemp(join(tmpdir(), "stream-server-"));
    try {
      const first = await createLmdbLog({ folder });
      await publish(first, 3);
      const market = { total: 1 };
      const books = createKeyedPublisher({ channel: marketData, log: first, state: totals() });
      await books.publish({ type: "book_snapshot", market_id: "M", ...market });
      books.stop();
      const reader = await createLmdbLogReader({ folder, pollMs: 1 });
      const feed = createKeyedFeed({ channel: marketData, log: reader, state: totals() });
      const url = await start(reader, {
        channels: [orders, marketData],
        subscriptions: { marketData: feed },
      });
      const live = await connect(`${url}/orders`);
      const resumed = await connect(`${url}/orders?since=2&log_id=${live.headers["log-id"]}`);
      await resumed.take(3);
      const watcher = await connect(`${url}/market-data`);
      watcher.send({ type: "subscribe", markets: ["M"] });
      await watcher.next();
      const waiting = await connect(`${url}/market-data`);

      await first.close();
      await rm(folder, { recursive: true });
      const second = await createLmdbLog({ folder });
      await publish(second, 7);
      const logId = await second.identity({ brokerId: "b1", channelId: "orders" });
      for (const peer of [live, resumed]) {
        expect(await peer.next()).toMatchObject({
          payload: { code: "resume_too_old", details: { reason: "other_log", log_id: logId } },
        });
        expect(await peer.closed).toMatchObject({ code: 4009 });
      }
      // Market data starts with snapshots on each connection, so there is no log to name.
      expect(await watcher.closed).toMatchObject({ code: 1001 });
      // Without a subscription yet, it might otherwise get a book of one log and the changes of the
      // other.
      expect(await waiting.closed).toMatchObject({ code: 1001 });

      const stale = await connect(`${url}/orders?since=4&log_id=${live.headers["log-id"]}`);
      expect(await stale.next()).toMatchObject({ payload: { details: { log_id: logId } } });
      const fresh = await connect(`${url}/orders?since=6&log_id=${logId}`);
      expect(await fresh.take(3)).toMatchObject([
        { seq: 6 },
        { seq: 7 },
        { type: "backlog_end", payload: { log_id: logId } },
      ]);
      await publish(second, 1);
      expect(await fresh.next()).toMatchObject({ seq: 8 });
      feed.close();
      await server.close();
      await reader.close();
      await second.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** A state of a market that consists of one number. */
function totals() {
  const known = new Map<string, number>();
  return {
    apply({ market_id, total = 0 }: { market_id: string; total?: number }) {
      known.set(market_id, total);
    },
    snapshot: (key: string) => ({
      type: "book_snapshot",
      market_id: key,
      total: known.get(key) ?? 0,
    }),
    empty: (key: string) => ({ type: "book_snapshot", market_id: key, total: 0 }),
    forget: (key: string) => void known.delete(key),
  };
}
