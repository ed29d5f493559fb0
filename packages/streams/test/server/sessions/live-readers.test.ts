import type { LogRecord } from "@specwright/streams/log";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createLiveReaders,
  type LiveGroup,
  type LiveReader,
} from "../../../src/server/sessions/live-readers.ts";
import type { RecordFilter } from "../../../src/server/sessions/select-records.ts";

const values = ["a", "b", "c"];
const keys = fc.record(
  {
    market: fc.subarray(values),
    account_id: fc.subarray(values),
  },
  { requiredKeys: [] },
);
const wants = fc.record(
  {
    market: fc.subarray(values, { minLength: 1 }),
    account_id: fc.subarray(values, { minLength: 1 }),
  },
  { requiredKeys: [] },
);

function filterOf(given: Readonly<Record<string, readonly string[]>>): RecordFilter {
  const wanted = Object.entries(given).map(([parameter, list]) => ({
    parameter,
    values: new Set(list),
  }));
  return { name: wanted.length === 0 ? "" : JSON.stringify(given), wanted };
}

function recordOf(seq: number, given: LogRecord["keys"]): LogRecord {
  const frame = Buffer.from(`${seq};`);
  return { seq: BigInt(seq), tsNs: 0n, type: "order_update", frame, keys: given };
}

/** Records the numbers that arrive, and which of them were marked as the last of a commit. */
function reader(): LiveReader & { readonly seqs: number[] } {
  const seqs: number[] = [];
  return {
    seqs,
    deliver({ bytes, count }, lastSeq) {
      const texts = bytes.toString("latin1").match(/\d+(?=;)/g) ?? [];
      seqs.push(...texts.map(Number));
      if (texts.length !== count || Number(lastSeq) !== seqs.at(-1)) seqs.push(-1);
    },
  };
}

describe("live readers", () => {
  it("get what their filters pass, in order, once, from their first commit to their last", () => {
    const plan = fc.record({
      readers: fc.array(fc.record({ want: wants, from: fc.nat(6), until: fc.nat(8) }), {
        maxLength: 8,
      }),
      commits: fc.array(fc.array(keys, { maxLength: 4 }), { maxLength: 8 }),
    });
    fc.assert(
      fc.property(plan, ({ readers, commits }) => {
        const live = createLiveReaders((record) => record.frame);
        const all = readers.map((each) => ({ ...each, own: reader(), wanted: [] as number[] }));
        const groups = new Map<object, LiveGroup>();
        let last = 0;
        for (const [at, commit] of commits.entries()) {
          for (const each of all) {
            if (each.from === at) {
              const filter = filterOf(each.want);
              groups.set(each, live.join(each.own, { filter, projection: undefined }));
            }
            const group = each.until === at ? groups.get(each) : undefined;
            if (group !== undefined) live.leave(each.own, group);
          }
          const records = commit.map((given, place) =>
            recordOf(last + place + 1, given as LogRecord["keys"]),
          );
          last += records.length;
          live.publish(records);
          for (const { from, until, want, wanted } of all) {
            const isIn = from <= at && (until > at || until < from);
            if (!isIn) continue;
            for (const record of records) {
              const matches = Object.entries(want).every(([name, list]) =>
                record.keys[name]?.some((value) => list.includes(value)),
              );
              if (matches) wanted.push(Number(record.seq));
            }
          }
        }
        for (const { own, wanted } of all) expect(own.seqs).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  });

  it("joins frames once for all that want the same", () => {
    const live = createLiveReaders((record) => record.frame);
    const batches = new Set<object>();
    for (let count = 0; count < 3; count += 1) {
      const filter = filterOf({ market: ["a"] });
      live.join({ deliver: (batch) => void batches.add(batch) }, { filter, projection: undefined });
    }
    live.publish([recordOf(1, { market: ["a"] }), recordOf(2, { market: ["a"] })]);
    expect(batches.size).toBe(1);
  });
});
