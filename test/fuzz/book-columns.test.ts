import { stringifyJson } from "@specwright/runtime";
import { BookDiffFrameStreamCodec as codec } from "@specwright/streams-api/codec/stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Collects rows as the columns of a book do. */
function columns() {
  const rows: [price: number, qty: number][] = [];
  return {
    rows,
    clear: () => rows.splice(0),
    push: (price: number, qty: number) => rows.push([price, qty]),
  };
}

function target() {
  return { market_id: "", md_seq: 0n, ts_ns: 0n, bids: columns(), asks: columns() };
}

const most = 9_007_198n;

const decimal = fc.record({
  units: fc.oneof(
    fc.bigInt({ min: -3n, max: 99n }),
    fc.bigInt({ min: -most, max: most }),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.constantFrom(most, -most, most + 1n, -most - 1n),
  ),
  nanos: fc.integer({ min: -999_999_999, max: 999_999_999 }),
});
const levels = fc.array(fc.record({ price: decimal, qty: decimal }), { maxLength: 4 });
const frame = fc.record({
  type: fc.constant("book_diff" as const),
  market_id: fc.string(),
  md_seq: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  ts_ns: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  bids: levels,
  asks: levels,
});

/** Returns the expected rows of a frame; undefined if a double would round or two signs differ. */
function rowsOf(side: readonly { price: Parts; qty: Parts }[]): [number, number][] | undefined {
  const all = side.flatMap(({ price, qty }) => [price, qty]);
  if (all.some(({ units }) => units > most || units < -most)) return undefined;
  if (all.some(({ units, nanos }) => (units > 0n && nanos < 0) || (units < 0n && nanos > 0))) {
    return undefined;
  }
  return side.map(({ price, qty }) => [nanosOf(price), nanosOf(qty)]);
}

interface Parts {
  readonly units: bigint;
  readonly nanos: number;
}

function nanosOf({ units, nanos }: Parts): number {
  return Number(units * 1_000_000_000n + BigInt(nanos));
}

describe("readColumns of a book_diff", () => {
  it("returns the same as decode, or leaves the frame to decode", () => {
    fc.assert(
      fc.property(frame, fc.boolean(), (given, asBytes) => {
        const text = stringifyJson(given);
        const into = target();
        const took = codec.readColumns(asBytes ? new TextEncoder().encode(text) : text, into);
        const bids = rowsOf(given.bids);
        const asks = rowsOf(given.asks);
        expect(took).toBe(bids !== undefined && asks !== undefined);
        if (!took) return;
        expect([into.bids.rows, into.asks.rows]).toEqual([bids, asks]);
        expect([into.market_id, into.md_seq, into.ts_ns]).toEqual([
          given.market_id,
          given.md_seq,
          given.ts_ns,
        ]);
      }),
      { numRuns: 2000 },
    );
  });

  it("accepts no frame that decode refuses", () => {
    const broken = fc.tuple(
      frame,
      fc.nat(),
      fc.constantFrom("", '"', "{", "}", ",", "0", "-", "1e3"),
    );
    let refused = 0;
    fc.assert(
      fc.property(broken, ([given, place, put]) => {
        const text = stringifyJson(given);
        const at = place % text.length;
        const mutated = text.slice(0, at) + put + text.slice(at + 1);
        const into = target();
        if (!codec.readColumns(mutated, into)) {
          refused += 1;
          return;
        }
        const decoded = codec.decode(mutated);
        expect([into.bids.rows, into.asks.rows]).toEqual([
          rowsOf(decoded.bids),
          rowsOf(decoded.asks),
        ]);
        expect(into.market_id).toBe(decoded.market_id);
      }),
      { numRuns: 5000 },
    );
    expect(refused).toBeGreaterThan(1000);
  });

  it.each([
    ["with spaces", (text: string) => text.replaceAll(":", ": ")],
    ["with an unknown member", (text: string) => text.replace('"asks"', '"venue":1,"asks"')],
    ["cut off", (text: string) => text.slice(0, -1)],
    ["with text behind it", (text: string) => `${text}{}`],
  ])("leaves a frame %s to decode", (_, change) => {
    const level = { price: { units: 0n, nanos: 610_000_000 }, qty: { units: 2n, nanos: 0 } };
    const text = stringifyJson({
      type: "book_diff",
      market_id: "m",
      md_seq: 1n,
      ts_ns: 1_763_700_000_123_456_789n,
      bids: [level],
      asks: [],
    });
    const into = target();
    expect(codec.readColumns(text, into)).toBe(true);
    expect(into.bids.rows).toEqual([[610_000_000, 2_000_000_000]]);
    expect(codec.readColumns(change(text), into)).toBe(false);
  });
});
