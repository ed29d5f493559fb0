import { crc32 as zlibCrc32 } from "node:zlib";
import { DecimalBook, DecimalColumns } from "@specwright/streams/books";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crc32, crcRegister, shiftRegister } from "../../src/books/decimals/crc-32.ts";

type Level = readonly [price: number, quantity: number];

const frame = fc.record({
  levels: fc.array(
    fc.tuple(
      // Prices next to each other, with holes between them, and far apart.
      fc.oneof(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 400 }).map((step) => 1000 + step * step),
        fc.integer({ min: 1, max: 2 ** 52 }),
      ),
      fc.oneof({ arbitrary: fc.constant(0), weight: 2 }, { arbitrary: fc.nat(9), weight: 3 }),
    ),
    { maxLength: 120, size: "max" },
  ),
  order: fc.constantFrom("best", "worst", "any"),
  side: fc.constantFrom("bids" as const, "asks" as const),
});

describe("levels of frames in any order", () => {
  it("make the book of a Map", () => {
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 8 }), (frames) => {
        const book = new DecimalBook();
        const model = { bids: new Map<number, number>(), asks: new Map<number, number>() };
        for (const { levels, order, side } of frames) {
          const sign = side === "bids" ? -1 : 1;
          const sorted = order === "any" ? levels : [...levels].sort(([a], [b]) => sign * (a - b));
          if (order === "worst") sorted.reverse();
          apply(book, side, sorted);
          for (const [price, quantity] of sorted) {
            if (quantity === 0) model[side].delete(price);
            else model[side].set(price, quantity);
          }
          const want = [...model[side]].sort(([a], [b]) => sign * (a - b));
          expect(book.depth(side)).toBe(want.length);
          expect(book.topTexts(side)).toEqual(want.map((level) => level.map(String)));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("keep a book whose prices come and go, with few slots for gone ones", () => {
    const book = new DecimalBook();
    const all = Array.from({ length: 500 }, (_, at): Level => [1000 - at, 1]);
    for (let round = 0; round < 50; round++) {
      apply(book, "bids", all);
      apply(
        book,
        "bids",
        all.filter(([price]) => price % 7 !== round % 7).map(([price]) => [price, 0]),
      );
      expect(book.depth("bids")).toBe(all.filter(([price]) => price % 7 === round % 7).length);
    }
  });
});

describe("a CRC-32", () => {
  it("is that of zlib, and of its parts", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 80 }),
        fc.uint8Array({ maxLength: 64 }),
        (one, two) => {
          expect(crc32(one, one.length) >>> 0).toBe(zlibCrc32(one));
          const before = crcRegister(-1, one, one.length);
          const after = shiftRegister(before, two.length) ^ crcRegister(0, two, two.length);
          expect(~after >>> 0).toBe(zlibCrc32(Buffer.concat([one, two])));
        },
      ),
    );
  });
});

function apply(book: DecimalBook, side: "bids" | "asks", levels: readonly Level[]): void {
  const columns = new DecimalColumns();
  for (const [price, quantity] of levels) columns.push(price, 0, quantity, 0);
  book.set(side, columns);
}
