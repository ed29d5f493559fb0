// A new reader of a long log: it reads as far back as the states of the open keys need.

import { parseJson } from "@specwright/runtime";
import { createMemoryLog, type LogRecord, type SequencedLog } from "@specwright/streams/log";
import { createKeyedFeed, createKeyedPublisher } from "@specwright/streams/server";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { marketData } from "../../sample-channels/market-data.ts";
import { totals } from "./totals.ts";

const stream = { brokerId: "", channelId: marketData.id };

/** A log that counts the records that are read from it. */
function countedLog(change: (record: LogRecord) => LogRecord = (record) => record) {
  const log = createMemoryLog();
  const counted: SequencedLog & { records: number } = {
    ...log,
    records: 0,
    append: (key, records) => log.append(key, records.map(change)),
    async read(key, from, limit) {
      const records = await log.read(key, from, limit);
      counted.records += records.length;
      return records;
    },
  };
  return counted;
}

interface Step {
  readonly do: "open" | "close" | "add";
  readonly key: string;
  /** How many changes. */
  readonly times: number;
}

/** How many changes may wait in a publisher. */
const AT_ONCE = 5_000;

async function write(log: SequencedLog, steps: readonly Step[]): Promise<void> {
  const publisher = createKeyedPublisher({ channel: marketData, log, state: totals() });
  for (const { do: what, key, times } of steps) {
    if (what !== "add") await publisher[what](key);
    else {
      const message = { type: "book_diff", market_id: key, add: 1 } as const;
      for (let left = times; left > 0; left -= AT_ONCE) {
        const changes = Array.from({ length: Math.min(left, AT_ONCE) }, () => {
          return publisher.publish(message);
        });
        await Promise.all(changes);
      }
    }
  }
  publisher.stop();
}

/** Returns the number and the total of each open key, as a new reader finds them. */
async function statesOf(log: SequencedLog): Promise<Record<string, string>> {
  const feed = createKeyedFeed({ channel: marketData, log, state: totals() });
  await feed.ready();
  const states = feed.keys().map((key) => {
    const { md_seq, total } = Object(parseJson(feed.snapshot(key)));
    return [key, `${md_seq} ${total}`];
  });
  feed.close();
  return Object.fromEntries(states.sort());
}

/** Returns the totals of the open keys after some steps. */
function modelOf(steps: readonly Step[]): Record<string, number> {
  const model: Record<string, number> = {};
  for (const { do: what, key, times } of steps) {
    if (what === "close") delete model[key];
    else model[key] = (model[key] ?? 0) + (what === "add" ? times : 0);
  }
  return model;
}

const long: readonly Step[] = [
  { do: "open", key: "ended", times: 1 },
  { do: "open", key: "idle", times: 1 },
  { do: "add", key: "idle", times: 5 },
  { do: "close", key: "ended", times: 1 },
  ...Array.from({ length: 100 }, (_, at): Step => ({ do: "add", key: `M${at % 20}`, times: 800 })),
];

it("reads the last part of a long log, which has a snapshot of every open key", async () => {
  const log = countedLog();
  await write(log, long);
  log.records = 0;
  const states = await statesOf(log);
  expect(log.records).toBeLessThan(40_000);
  expect(Object.keys(states)).toHaveLength(21);
  expect(states).toMatchObject({
    idle: expect.stringMatching(/ 5$/),
    M3: expect.stringMatching(/ 4000$/),
  });
});

it("knows a key that ended long ago, a moment later", async () => {
  const log = countedLog();
  await write(log, long);
  const feed = createKeyedFeed({ channel: marketData, log, state: totals() });
  await feed.ready();
  await vi.waitFor(() => expect(feed.hasClosed?.("ended")).toBe(true));
  expect(["idle", "M3", "never"].map((key) => feed.hasClosed?.(key))).toEqual([
    false,
    false,
    false,
  ]);
  feed.close();
});

it("reads all of a log whose snapshots do not say how many keys are open", async () => {
  const log = countedLog((record) => {
    const { market_id = [] } = record.keys;
    return { ...record, keys: { market_id } };
  });
  await write(log, long);
  log.records = 0;
  const states = await statesOf(log);
  expect(log.records).toBeGreaterThan(80_000);
  expect(states).toMatchObject({
    idle: expect.stringMatching(/ 5$/),
    M3: expect.stringMatching(/ 4000$/),
  });
});

it("reads further back if more keys are open than have a snapshot there", async () => {
  const log = countedLog();
  const many = Array.from({ length: 3_000 }, (_, at): Step => {
    return { do: "open", key: `M${at}`, times: 1 };
  });
  await write(log, [...many, { do: "add", key: "M7", times: 40_000 }]);
  const states = await statesOf(log);
  expect(Object.keys(states)).toHaveLength(3_000);
  expect(states).toMatchObject({ M7: expect.stringMatching(/ 40000$/) });
});

it("finds the states that a log leads to, whatever was opened, closed and changed", async () => {
  const key = fc.constantFrom("A", "B", "C", "D");
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("add" as const),
        key,
        times: fc.integer({ min: 1, max: 15_000 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constantFrom("open" as const, "close" as const),
        key,
        times: fc.constant(1),
      }),
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
      const log = countedLog();
      await write(log, steps);
      const found = Object.entries(await statesOf(log)).map(([name, text]) => [
        name,
        Number(text.split(" ")[1]),
      ]);
      expect(Object.fromEntries(found)).toEqual(modelOf(steps));
      const { last } = await log.bounds(stream);
      expect(log.records).toBeLessThanOrEqual(Number(last) * 3);
    }),
    { numRuns: 6 },
  );
}, 60_000);
