import { type Decimal, decimalFromNanos, stringifyJson } from "@specwright/runtime";
import {
  BookDiffColumns,
  type BookDiffReader,
  BookError,
  type BookLevel,
  fuseApplyDiff,
  LevelColumns,
  MAX_COLUMN_UNITS,
  OrderBook,
} from "@specwright/streams/books";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyLevels } from "./reference-book.ts";

const max = BigInt(MAX_COLUMN_UNITS);

function columns(pairs: readonly (readonly [price: number, quantity: number])[]): LevelColumns {
  const made = new LevelColumns(1);
  for (const [price, quantity] of pairs) made.push(price, quantity);
  return made;
}

/** Fills columns as a generated reader would. */
function fill(into: LevelColumns, levels: readonly BookLevel[]): boolean {
  into.clear();
  for (const { price, qty } of levels) {
    if (![price, qty].every(({ units }) => units <= max && units >= -max)) into.overflow = true;
    else into.push(nanos(price), nanos(qty));
  }
  return !into.overflow;
}

function nanos({ units, nanos: rest }: Decimal): number {
  return Number(units) * 1e9 + rest;
}

function code(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof BookError) return error.code;
    throw error;
  }
  return "accepted";
}

describe("columns", () => {
  it("grow and keep their contents", () => {
    const grown = new LevelColumns(0);
    for (let index = 0; index < 1000; index++) grown.push(index, index * 2);
    expect(grown.count).toBe(1000);
    expect(grown.prices[999]).toBe(999);
    expect(grown.quantities[0]).toBe(0);
    expect(grown.quantities[999]).toBe(1998);
  });

  const bad: readonly (readonly [number, number, string])[] = [
    [1, -1, "book_negative_quantity"],
    [1, Number.NaN, "book_columns"],
    [Number.NaN, 1, "book_columns"],
    [2 ** 53, 1, "book_columns"],
    [-(2 ** 53), 1, "book_columns"],
    [1, Number.POSITIVE_INFINITY, "book_columns"],
    [0.5, 1, "book_columns"],
    [1, 0.5, "book_columns"],
  ];
  it.each(bad)("leave every book unchanged with %s and %s", (price, quantity, want) => {
    const book = new OrderBook();
    book.applySnapshot({ bids: [level(1n, 5n)], asks: [level(2n, 5n)] });
    const before = book.snapshot();
    const good = columns([
      [1e9, 0],
      [3e9, 1e9],
    ]);
    const broken = columns([
      [3e9, 1e9],
      [price, quantity],
    ]);
    for (const [bids, asks] of [
      [good, broken],
      [broken, good],
    ] as const) {
      expect(code(() => book.applyColumns(bids, asks))).toBe(want);
      expect(code(() => book.loadColumns(bids, asks))).toBe(want);
    }
    good.overflow = true;
    expect(code(() => book.applyColumns(good, columns([])))).toBe("book_columns");
    expect(book.snapshot()).toEqual(before);
  });

  it("have the same effect as objects", () => {
    const frames = fc.array(fc.record({ whole: fc.boolean(), levels: anyLevels(true) }));
    fc.assert(
      fc.property(frames, fc.boolean(), (given, exact) => {
        const books = [new OrderBook(), new OrderBook()] as const;
        for (const book of books) {
          if (exact) book.applyDiff({ bids: [], asks: [level(max + 1n, 1n)] });
        }
        const bids = new LevelColumns();
        const asks = new LevelColumns();
        for (const { whole, levels } of given) {
          fill(bids, levels.bids);
          fill(asks, levels.asks);
          if (whole) {
            books[0].loadColumns(bids, asks);
            books[1].applySnapshot(levels);
          } else {
            books[0].applyColumns(bids, asks);
            books[1].applyDiff(levels);
          }
          expect(books[0].snapshot()).toEqual(books[1].snapshot());
          expect(books[0].exact).toBe(books[1].exact);
        }
      }),
    );
  });

  it("receive the best levels of a book", () => {
    const book = new OrderBook();
    book.applySnapshot({ bids: [level(3n, 1n), level(2n, 2n)], asks: [level(4n, 3n)] });
    const top = new LevelColumns();
    book.copyTop("bids", 1, top);
    expect([top.count, top.prices[0], top.quantities[0]]).toEqual([1, 3e9, 1e9]);
    book.copyTop("asks", 5, top);
    expect([top.count, top.prices[0], top.quantities[0]]).toEqual([1, 4e9, 3e9]);
    book.applyDiff({ bids: [], asks: [level(max + 1n, 1n)] });
    book.copyTop("asks", 5, top);
    expect([top.count, top.overflow]).toEqual([0, true]);
  });

  it("return every value that they hold", () => {
    const book = new OrderBook();
    const limit = max * 10n ** 9n + 999_999_999n;
    const near = fc.tuple(fc.bigInt({ min: -max, max }), fc.bigInt({ min: -3n, max: 3n }));
    const value = fc.oneof(
      fc.bigInt({ min: -limit, max: limit }),
      near.map(([units, part]) => units * 10n ** 9n + part),
    );
    fc.assert(
      fc.property(value, (price) => {
        const one = { price: decimalFromNanos(price), qty: decimalFromNanos(1n) };
        book.applySnapshot({ bids: [one], asks: [one] });
        expect(book.exact).toBe(false);
        expect(book.snapshot()).toEqual({ bids: [one], asks: [one] });
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a fused reader", () => {
  interface Frame {
    readonly market_id: string;
    readonly md_seq: bigint;
    readonly ts_ns: bigint;
    readonly bids: BookLevel[];
    readonly asks: BookLevel[];
  }
  const frames = new Map<string | Uint8Array, Frame>();
  function wire(frame: Frame): string {
    const text = stringifyJson(frame);
    frames.set(text, frame);
    return text;
  }
  // A stand-in for the generated reader that looks frames up in a map.
  const reader: BookDiffReader = {
    readColumns(text, into) {
      const frame = frames.get(text);
      if (frame === undefined) return false;
      into.market_id = frame.market_id;
      into.md_seq = frame.md_seq;
      into.ts_ns = frame.ts_ns;
      return fill(into.bids, frame.bids) && fill(into.asks, frame.asks);
    },
    decode(text) {
      const frame = frames.get(text);
      if (frame === undefined) throw new RangeError("no such frame");
      return frame;
    },
  };
  const scalars = { market_id: "M", md_seq: 7n, ts_ns: 1763700000123456789n };

  it.each([
    ["by columns", level(1n, 2n)],
    ["by objects", level(2n ** 62n, 2n)],
  ])("applies a frame to the book that is chosen: %s", (_, bid) => {
    const applyDiff = fuseApplyDiff(reader);
    const book = new OrderBook();
    const frame = wire({ ...scalars, bids: [bid], asks: [] });
    const seen: unknown[] = [];
    const took = applyDiff(frame, ({ market_id, md_seq, ts_ns }) => {
      seen.push({ market_id, md_seq, ts_ns }, book.depth("bids"));
      return book;
    });
    expect(took).toBe(true);
    expect(seen).toEqual([scalars, 0]);
    expect(book.snapshot()).toEqual({ bids: [bid], asks: [] });
    expect(applyDiff(frame, () => undefined)).toBe(false);
  });

  it.each([
    ["by columns", level(1n, -2n)],
    ["by objects", level(2n ** 62n, -2n)],
  ])("asks for no book before the whole frame is valid: %s", (_, bid) => {
    const applyDiff = fuseApplyDiff(reader);
    const frame = wire({ ...scalars, bids: [level(1n, 1n)], asks: [bid] });
    const choose = () => {
      throw new Error("asked");
    };
    expect(code(() => applyDiff(frame, choose))).toBe("book_negative_quantity");
    expect(() => applyDiff("{", choose)).toThrow("no such frame");
  });

  it("starts with empty columns", () => {
    expect(new BookDiffColumns()).toMatchObject({ market_id: "", md_seq: 0n, bids: { count: 0 } });
  });
});

function level(price: bigint, qty: bigint): BookLevel {
  return { price: { units: price, nanos: 0 }, qty: { units: qty, nanos: 0 } };
}
