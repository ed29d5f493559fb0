import type { LogRecord } from "@specwright/streams/log";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkRecords } from "../../src/log/check-records.ts";
import {
  decodeRecord,
  encodeRecord,
  readRecord,
  recordBound,
  recordEnd,
  writeRecord,
} from "../../src/log/record-layout.ts";
import { plainRecord, record } from "./engine-suite.ts";

const text = fc.string({ unit: "grapheme", maxLength: 20 });
const anyRecord: fc.Arbitrary<LogRecord> = fc.record({
  seq: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
  tsNs: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  type: text,
  id: fc.option(
    text.filter((id) => id !== ""),
    { nil: undefined },
  ),
  keys: fc.dictionary(text, fc.array(fc.oneof(text, fc.string({ maxLength: 300 })))),
  frame: fc.uint8Array({ maxLength: 500 }),
});

describe("the record layout", () => {
  it("round-trips any record", () => {
    fc.assert(
      fc.property(anyRecord, (given) => {
        expect(() => checkRecords([given])).not.toThrow();
        const bytes = encodeRecord(given);
        expect(bytes.length).toBeLessThanOrEqual(recordBound(given));
        const got = decodeRecord(given.seq, bytes);
        expect(plainRecord(got)).toEqual(plainRecord(given));
        expect([...got.frame]).toEqual([...given.frame]);
      }),
    );
  });

  it("round-trips any adjacent records", () => {
    fc.assert(
      fc.property(fc.array(anyRecord), fc.nat(9), (list, lead) => {
        const bound = list.reduce((sum, given) => sum + recordBound(given), lead);
        const bytes = Buffer.alloc(bound);
        let end = lead;
        for (const given of list) end = writeRecord(given, bytes, end);
        const got: LogRecord[] = [];
        for (let at = lead; at < end; at = recordEnd(bytes, at)) {
          got.push(readRecord(list[got.length]?.seq ?? 0n, bytes, at));
        }
        expect(got.map(plainRecord)).toEqual(list.map(plainRecord));
      }),
    );
  });

  it("returns the frame as a view", () => {
    const bytes = encodeRecord(record(1n, { keys: { market: ["M1"] } }));
    const { frame } = decodeRecord(1n, bytes);
    expect(frame.buffer).toBe(bytes.buffer);
  });

  it("refuses a record that is truncated anywhere, or longer", () => {
    const bytes = encodeRecord(record(1n, { id: "i", keys: { market: ["M1"] } }));
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => decodeRecord(1n, bytes.subarray(0, length))).toThrow("log_corrupt");
    }
    expect(() => decodeRecord(1n, Buffer.concat([bytes, bytes]))).toThrow("log_corrupt");
  });

  it("refuses an unknown version and names it", () => {
    const bytes = encodeRecord(record(1n));
    bytes[0] = 2;
    expect(() => decodeRecord(1n, bytes)).toThrow("found a record of layout 2");
  });

  it("finds nothing under the name of an inherited property", () => {
    const { keys } = decodeRecord(1n, encodeRecord(record(1n)));
    expect(keys["constructor"]).toBeUndefined();
    expect(Object.getPrototypeOf(keys)).toBeNull();
  });
});
