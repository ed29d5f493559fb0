import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createIdTable, SEGMENT, segmentStart } from "../../src/log/jetstream/id-table.ts";

describe("createIdTable", () => {
  it("finds the same as a map, while segments are added and dropped", () => {
    const steps = fc.array(
      fc.record({
        count: fc.integer({ min: 1, max: 12 * SEGMENT }),
        forget: fc.boolean(),
        every: fc.integer({ min: 1, max: 5 }),
      }),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 2 ** 40 }), (all, start) => {
        const table = createIdTable();
        const wanted = new Map<string, number>();
        let next = start;
        let first = start;
        for (const { count, forget, every } of all) {
          for (const end = next + count; next < end; next += 1) {
            if (next % every !== 0) continue;
            table.set(next, `id-${next}`);
            wanted.set(`id-${next}`, next);
          }
          if (forget) {
            first = next - Math.floor(count / 2);
            table.forget(first);
          }
        }
        for (const [id, seq] of wanted) {
          if (seq >= first) expect(table.find(id)).toEqual([seq]);
        }
        expect(table.find("id-none")).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });

  it("returns every record with an id, the last first, and none of a dropped segment", () => {
    const table = createIdTable();
    for (const seq of [5, 9, SEGMENT + 1, 2 * SEGMENT]) table.set(seq, "same");
    expect(table.find("same")).toEqual([2 * SEGMENT, SEGMENT + 1, 9, 5]);
    table.forget(SEGMENT);
    expect(table.find("same")).toEqual([2 * SEGMENT, SEGMENT + 1, 9, 5]);
    table.forget(SEGMENT + 1);
    expect(table.find("same")).toEqual([2 * SEGMENT, SEGMENT + 1]);
  });

  it("takes over segments of another table", () => {
    const table = createIdTable();
    for (let seq = 1; seq <= SEGMENT + 3; seq += 1) table.set(seq, `id-${seq}`);
    const other = createIdTable();
    other.take([table.segmentOf(1), table.segmentOf(SEGMENT + 1)].flatMap((each) => each ?? []));
    expect(other.find("id-1")).toEqual([1]);
    expect(other.find(`id-${SEGMENT + 3}`)).toEqual([SEGMENT + 3]);
    expect(other.segmentOf(2 * SEGMENT + 1)).toBeUndefined();
  });

  it.each([
    [1, 1],
    [SEGMENT, 1],
    [SEGMENT + 1, SEGMENT + 1],
    [3 * SEGMENT, 2 * SEGMENT + 1],
  ])("puts record %i into the segment that begins with %i", (seq, start) => {
    expect(segmentStart(seq)).toBe(start);
  });
});
