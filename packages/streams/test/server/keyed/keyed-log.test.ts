// Keys and their states in a log: a publisher writes them, a feed reads them, also after a restart,
// and the log always contains a snapshot of each key.

import { parseJson } from "@specwright/runtime";
import { type FakeClock, fakeClock } from "@specwright/runtime/testing";
import {
  createMemoryLog,
  LogError,
  type MemoryLogOptions,
  type SequencedLog,
} from "@specwright/streams/log";
import {
  createKeyedFeed,
  createKeyedPublisher,
  type KeyedFeed,
  type KeyedPublisher,
} from "@specwright/streams/server";
import { beforeEach, describe, expect, it } from "vitest";
import { type BookDiff, type BookSnapshot, marketData } from "../../sample-channels/market-data.ts";
import { totals } from "./totals.ts";

const stream = { brokerId: "", channelId: marketData.id };
let clock: FakeClock;
let log: SequencedLog;
let publisher: KeyedPublisher<BookSnapshot | BookDiff, "md_seq" | "ts_ns">;

function start(snapshotIntervalMs?: number): void {
  publisher = createKeyedPublisher({
    channel: marketData,
    log,
    state: totals(),
    clock,
    ...(snapshotIntervalMs !== undefined && { snapshotIntervalMs }),
  });
}

function open(options: MemoryLogOptions = {}): void {
  clock = fakeClock(1_763_700_000_000);
  log = createMemoryLog({ clock, ...options });
  start();
}

async function add(market_id: string, amount: number, id?: string): Promise<bigint> {
  const message = { type: "book_diff", market_id, add: amount } as const;
  return (await publisher.publish(message, id)).counter;
}

function brief(frame: Uint8Array): string {
  const { type, market_id, md_seq, add: added, total } = Object(parseJson(frame));
  return `${type} ${market_id} ${md_seq} ${added ?? total}`;
}

async function records(): Promise<readonly string[]> {
  const all = await log.read(stream, 1n, 1000);
  return all.map(({ type, keys, frame }) =>
    frame.length === 0 ? `${type} ${String(keys["market_id"])}` : brief(frame),
  );
}

async function feed(): Promise<KeyedFeed> {
  const made = createKeyedFeed({ channel: marketData, log, state: totals(), clock });
  await made.ready();
  return made;
}

beforeEach(() => open());

describe("a key that was closed", () => {
  it("T6 is distinguished from an unknown one, also after a restart, until it opens again", async () => {
    await add("A", 5);
    await add("B", 5);
    const live = await feed();
    await publisher.close("A");
    await expect.poll(() => live.knows("A")).toBe(false);
    for (const made of [live, await feed()]) {
      expect(["A", "B", "C"].map((key) => made.hasClosed?.(key))).toEqual([true, false, false]);
    }
    await add("A", 1);
    await expect.poll(() => live.knows("A")).toBe(true);
    expect(live.hasClosed?.("A")).toBe(false);
  });
});

describe("publishing keys to a log", () => {
  it("opens a key with an empty snapshot and numbers it densely", async () => {
    expect(await Promise.all([add("A", 5), add("A", 2), add("B", 1)])).toEqual([2n, 3n, 5n]);
    expect(await records()).toEqual([
      "book_snapshot A 1 0",
      "book_diff A 2 5",
      "book_diff A 3 2",
      "book_snapshot B 4 0",
      "book_diff B 5 1",
    ]);
  });

  it("continues with the next number in another process, from the same state", async () => {
    await add("A", 5);
    start(1000);
    expect(await add("A", 1)).toBe(3n);
    await clock.advance(1000);
    expect((await records()).at(-1)).toBe("book_snapshot A 4 6");
  });

  it("appends an item with a known id once, and gives the first number", async () => {
    expect(await add("A", 5, "one")).toBe(2n);
    expect(await Promise.all([add("A", 1, "two"), add("A", 1, "two")])).toEqual([3n, 3n]);
    start();
    expect(await add("A", 5, "one")).toBe(2n);
    expect((await records()).length).toBe(3);
  });

  it("finds a stored item though the answer was lost", async () => {
    await add("A", 1);
    const real = log;
    let lose = true;
    log = {
      ...real,
      async append(key, batch) {
        const bounds = await real.append(key, batch);
        if (lose) throw new LogError("log_unavailable", "the answer was lost");
        return bounds;
      },
    };
    start();
    await expect(add("A", 2, "lost")).rejects.toMatchObject({ code: "log_unavailable" });
    lose = false;
    expect(await Promise.all([add("A", 2, "lost"), add("A", 4)])).toEqual([3n, 4n]);
    const source = await feed();
    expect(brief(source.snapshot("A"))).toBe("book_snapshot A 4 7");
  });

  it("refuses a message that breaks its schema, and uses no number, not even to open", async () => {
    const [bad, good] = await Promise.allSettled([add("A", 0.5), add("A", 1)]);
    expect(bad).toMatchObject({ status: "rejected", reason: { code: "encode" } });
    expect(good).toEqual({ status: "fulfilled", value: 2n });
    await expect(
      // @ts-expect-error: it is no data frame, which the types know too.
      publisher.publish({ type: "heartbeat", market_id: "A" }),
    ).rejects.toMatchObject({ code: "invalid_message" });
  });

  it("opens and closes keys; a number once used does not come again", async () => {
    await publisher.open("A");
    await publisher.open("A");
    await add("A", 3);
    await publisher.close("A");
    await publisher.close("A");
    await add("A", 1);
    expect(await records()).toEqual([
      "book_snapshot A 1 0",
      "book_diff A 2 3",
      "$closed A",
      "book_snapshot A 4 0",
      "book_diff A 5 1",
    ]);
  });

  it("keeps a snapshot of every key within the retention by count, whatever a batch holds", async () => {
    open({ maxFrames: 40 });
    await publisher.open("still");
    await add("still", 7);
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(Array.from({ length: 1 + (round % 7) * 9 }, () => add("busy", 1)));
      const source = await feed();
      expect(brief(source.snapshot("still"))).toMatch(/^book_snapshot still \d+ 7$/);
      expect(source.knows("busy")).toBe(true);
      source.close();
    }
    const before = brief((await feed()).snapshot("busy"));
    start();
    await publisher.open("busy");
    expect(brief((await feed()).snapshot("busy"))).toBe(before);
  });

  it("keeps a snapshot of every key within the retention by age, though nothing happens", async () => {
    open({ maxAgeMs: 80_000 });
    await add("A", 7);
    for (let waited = 0; waited < 50; waited += 1) {
      await clock.advance(10_000);
      expect(brief((await feed()).snapshot("A"))).toMatch(/^book_snapshot A \d+ 7$/);
    }
    publisher.stop();
    await clock.advance(100_000);
    const { first, last } = await log.bounds(stream);
    expect(first).toBe(last + 1n);
    // Everything is forgotten except the last numbers.
    start();
    expect(await add("A", 1)).toBe(last + 2n);
  });

  it("refuses more keys than it could keep snapshots of", async () => {
    open({ maxFrames: 8 });
    await Promise.all([publisher.open("A"), publisher.open("B")]);
    await expect(publisher.open("C")).rejects.toMatchObject({ code: "invalid_message" });
    await publisher.close("A");
    await publisher.open("C");
  });
});

describe("a feed of keys from a log", () => {
  it("shows the content of the log and passes on changes", async () => {
    await Promise.all([add("A", 5), add("B", 1)]);
    const source = await feed();
    const seen: string[] = [];
    source.listen((key, frame) => seen.push(`${key}: ${brief(frame)}`));
    expect(source.keys()).toEqual(["A", "B"]);
    expect(source.knows("C")).toBe(false);
    expect(brief(source.snapshot("A"))).toBe("book_snapshot A 2 5");
    const { position } = await publisher.publish({ type: "book_diff", market_id: "A", add: 2 });
    await source.reached(position);
    await publisher.close("B");
    expect(seen).toEqual(["A: book_diff A 3 2"]);
    expect(brief(source.snapshot("A"))).toBe("book_snapshot A 3 7");
    expect(source.knows("B")).toBe(false);
  });

  it("is not ready while the log cannot be read, and then is", async () => {
    await add("A", 5);
    const real = log;
    let away = true;
    log = {
      ...real,
      async bounds(key) {
        if (away) throw new LogError("log_unavailable", "away");
        return real.bounds(key);
      },
    };
    const source = createKeyedFeed({ channel: marketData, log, state: totals(), clock });
    await expect(source.ready()).rejects.toMatchObject({ code: "log_unavailable" });
    away = false;
    await source.ready();
    expect(brief(source.snapshot("A"))).toBe("book_snapshot A 2 5");
  });

  it("misses no record that is appended while it reads", async () => {
    await add("A", 1);
    const real = log;
    log = {
      ...real,
      async read(key, from, limit) {
        const found = await real.read(key, from, limit);
        if (from === 1n) await Promise.all([add("A", 2), add("A", 3)]);
        return found;
      },
    };
    const source = await feed();
    expect(brief(source.snapshot("A"))).toBe("book_snapshot A 4 6");
  });

  it("sends whole states when it lost its place", async () => {
    let pass: Parameters<SequencedLog["tail"]>[1] = () => {};
    const real = log;
    log = {
      ...real,
      tail: (_, listener) => {
        pass = listener;
        return () => {};
      },
    };
    await add("A", 1);
    const source = await feed();
    const seen: string[] = [];
    source.listen((_, frame) => seen.push(brief(frame)));
    const positions = [];
    for (const amount of [2, 3, 4]) {
      positions.push(
        (await publisher.publish({ type: "book_diff", market_id: "A", add: amount })).position,
      );
    }
    pass(await real.read(stream, 3n, 1));
    pass(await real.read(stream, 5n, 1));
    await source.reached(positions[2] ?? 0n);
    expect(seen).toEqual(["book_diff A 3 2", "book_snapshot A 5 10"]);
  });

  it("refuses a log in which the numbers of a key are not dense", async () => {
    await add("A", 1);
    const [diff] = await log.read(stream, 2n, 1);
    if (diff === undefined) throw new Error("it is there");
    await log.append(stream, [{ ...diff, seq: 3n }]);
    await expect(feed()).rejects.toMatchObject({ code: "log_corrupt" });
    start();
    await expect(add("A", 1)).rejects.toMatchObject({ code: "log_corrupt" });
  });
});
