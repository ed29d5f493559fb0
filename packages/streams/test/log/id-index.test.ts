import { describe, expect, it } from "vitest";
import { type CompleteSegment, createIdIndex } from "../../src/log/jetstream/id-index.ts";
import { SEGMENT } from "../../src/log/jetstream/id-table.ts";
import type { LogRecord } from "../../src/log/sequenced-log.ts";
import { record } from "./engine-suite.ts";

function named(from: number, to: number): LogRecord[] {
  return Array.from({ length: to - from + 1 }, (_, at) => {
    const seq = BigInt(from + at);
    return record(seq, { id: `id-${seq}` });
  });
}

/** An index of a log that counts how many records are read, with a store that may fail. */
function world(records: LogRecord[], stored: CompleteSegment[] = []) {
  const seen = { read: 0, refusesToSave: false };
  const index = createIdIndex(
    async (from, limit) => {
      const found = records.filter(({ seq }) => seq >= from).slice(0, limit);
      seen.read += found.length;
      return found;
    },
    {
      load: async () => stored.map(({ segment }) => segment),
      async save(complete) {
        if (seen.refusesToSave) throw new Error("not now");
        stored.push(complete);
      },
    },
  );
  return { index, seen, stored };
}

const end = 2 * SEGMENT + 5;

describe("createIdIndex", () => {
  it("stores complete segments once something is appended", async () => {
    const { index, stored } = world(named(1, end));
    await index.catchUp({ first: 1n, last: BigInt(end) });
    expect(stored).toEqual([]);
    index.add(named(end + 1, 3 * SEGMENT));
    await expect
      .poll(() => stored.map(({ segment }) => segment.from))
      .toEqual([1, SEGMENT + 1, 2 * SEGMENT + 1]);
    expect(stored.map((each) => Number(each.end.seq))).toEqual([SEGMENT, 2 * SEGMENT, 3 * SEGMENT]);
  });

  it("reads only records that are not stored", async () => {
    const records = named(1, end);
    const before = world(records);
    await before.index.catchUp({ first: 1n, last: BigInt(end) - 1n });
    before.index.add(records.slice(-1));
    await expect.poll(() => before.stored.length).toBe(2);
    const { index, seen } = world(records, before.stored);
    await index.catchUp({ first: 1n, last: BigInt(end) });
    expect(seen.read).toBe(5);
    const ids = ["id-1", `id-${SEGMENT}`, `id-${end}`, "id-0"];
    expect(await index.find(ids, 1n)).toEqual(
      new Map([
        ["id-1", 1n],
        [`id-${SEGMENT}`, BigInt(SEGMENT)],
        [`id-${end}`, BigInt(end)],
      ]),
    );
    expect(await index.find(["id-1", "id-3"], 2n)).toEqual(new Map([["id-3", 3n]]));
  });

  it("stores a segment later if that fails", async () => {
    const { index, seen, stored } = world([]);
    seen.refusesToSave = true;
    index.add(named(1, SEGMENT));
    await new Promise((resolve) => setImmediate(resolve));
    seen.refusesToSave = false;
    expect(stored).toEqual([]);
    index.add(named(SEGMENT + 1, 2 * SEGMENT));
    await expect.poll(() => stored.map(({ segment }) => segment.from)).toEqual([1, SEGMENT + 1]);
  });

  it("does not find a record whose id only has the same hash", async () => {
    const records = named(1, 3);
    const { index } = world(records);
    await index.catchUp({ first: 1n, last: 3n });
    records.splice(1, 1, record(2n, { id: "another" }));
    expect(await index.find(["id-2", "id-3"], 1n)).toEqual(new Map([["id-3", 3n]]));
  });
});
