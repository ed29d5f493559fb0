import {
  type Decimal,
  decimalFromNanos,
  decimalToNanos,
  formatDecimal,
  parseDecimal,
} from "@specwright/runtime";
import {
  BookError,
  type BookLevel,
  type BookLevels,
  LevelColumns,
  OrderBook,
} from "@specwright/streams/books";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  anyLevels,
  anyPrice,
  applyToReference,
  readReference,
  referenceBook,
} from "./reference-book.ts";

type Pair = readonly [price: string, qty: string];

function levels(pairs: readonly Pair[]): BookLevel[] {
  return pairs.map(([price, qty]) => ({ price: parseDecimal(price), qty: parseDecimal(qty) }));
}

function frame(bids: readonly Pair[], asks: readonly Pair[] = []): BookLevels {
  return { bids: levels(bids), asks: levels(asks) };
}

function texts(read: readonly BookLevel[]): Pair[] {
  return read.map(({ price, qty }) => [formatDecimal(price), formatDecimal(qty)]);
}

function bookOf(bids: readonly Pair[], asks: readonly Pair[] = []): OrderBook {
  const book = new OrderBook();
  book.applySnapshot(frame(bids, asks));
  return book;
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

const huge = "9223372036854775807.999999999";

describe("a diff", () => {
  const cases: readonly (readonly [
    name: string,
    given: readonly Pair[],
    diff: readonly Pair[],
    bids: readonly Pair[],
    asks: readonly Pair[],
  ])[] = [
    ["into an empty book", [], [["0.6", "5"]], [["0.6", "5"]], [["0.6", "5"]]],
    [
      "sets a new best, a middle and a last level",
      [
        ["0.5", "1"],
        ["0.3", "1"],
      ],
      [
        ["0.6", "2"],
        ["0.4", "2"],
        ["0.2", "2"],
      ],
      [
        ["0.6", "2"],
        ["0.5", "1"],
        ["0.4", "2"],
        ["0.3", "1"],
        ["0.2", "2"],
      ],
      [
        ["0.2", "2"],
        ["0.3", "1"],
        ["0.4", "2"],
        ["0.5", "1"],
        ["0.6", "2"],
      ],
    ],
    ["replaces", [["0.5", "1"]], [["0.5", "7.25"]], [["0.5", "7.25"]], [["0.5", "7.25"]]],
    [
      "deletes",
      [
        ["0.5", "1"],
        ["0.4", "1"],
      ],
      [["0.5", "0"]],
      [["0.4", "1"]],
      [["0.4", "1"]],
    ],
    ["deletes the last level", [["0.5", "1"]], [["0.5", "0"]], [], []],
    [
      "ignores the delete of an absent level",
      [["0.5", "1"]],
      [["0.4", "0"]],
      [["0.5", "1"]],
      [["0.5", "1"]],
    ],
    [
      "goes in order: the later of two levels at a price counts",
      [["0.5", "1"]],
      [
        ["0.5", "0"],
        ["0.5", "3"],
        ["0.4", "3"],
        ["0.4", "0"],
      ],
      [["0.5", "3"]],
      [["0.5", "3"]],
    ],
    ["changes nothing when empty", [["0.5", "1"]], [], [["0.5", "1"]], [["0.5", "1"]]],
    [
      "takes prices below and at 0",
      [["-1.5", "1"]],
      [
        ["0", "2"],
        ["-0.000000001", "3"],
      ],
      [
        ["0", "2"],
        ["-0.000000001", "3"],
        ["-1.5", "1"],
      ],
      [
        ["-1.5", "1"],
        ["-0.000000001", "3"],
        ["0", "2"],
      ],
    ],
    [
      "takes a price that fits no double",
      [["0.5", "1"]],
      [
        [huge, "0.000000001"],
        [`-${huge}`, huge],
      ],
      [
        [huge, "0.000000001"],
        ["0.5", "1"],
        [`-${huge}`, huge],
      ],
      [
        [`-${huge}`, huge],
        ["0.5", "1"],
        [huge, "0.000000001"],
      ],
    ],
  ];
  it.each(cases)("%s", (_, given, diff, bids, asks) => {
    const book = bookOf(given, given);
    book.applyDiff(frame(diff, diff));
    expect(texts(book.top("bids"))).toEqual(bids);
    expect(texts(book.top("asks"))).toEqual(asks);
  });
});

it("finds the place of a level below a deleted best level and above another deleted one", () => {
  const pairs: readonly Pair[] = [
    ["5", "1"],
    ["4", "1"],
    ["3", "1"],
  ];
  const book = bookOf(pairs);
  book.applyDiff(frame([["4", "0"]]));
  book.applyDiff(
    frame([
      ["5", "0"],
      ["4.5", "2"],
      ["4", "0"],
    ]),
  );
  expect(texts(book.top("bids"))).toEqual([
    ["4.5", "2"],
    ["3", "1"],
  ]);
});

describe("a snapshot", () => {
  const sorted: readonly Pair[] = [
    ["0.6", "1"],
    ["0.5", "2"],
  ];
  const cases: readonly (readonly [string, readonly Pair[], readonly Pair[]])[] = [
    ["best first", sorted, sorted],
    [
      "worst first",
      [
        ["0.5", "2"],
        ["0.6", "1"],
      ],
      sorted,
    ],
    [
      "with a price twice: the later counts",
      [
        ["0.6", "9"],
        ["0.5", "2"],
        ["0.6", "1"],
      ],
      sorted,
    ],
    [
      "with a qty of 0: there is no such level",
      [
        ["0.6", "1"],
        ["0.55", "0"],
        ["0.5", "2"],
      ],
      sorted,
    ],
    ["empty", [], []],
  ];
  it.each(cases)("%s", (_, given, want) => {
    const book = bookOf([["0.1", "1"]], [["0.2", "1"]]);
    book.applySnapshot(frame(given));
    expect(texts(book.top("bids"))).toEqual(want);
    expect(book.depth("asks")).toBe(0);
    const exact = bookOf([], [[huge, "1"]]);
    exact.applySnapshot(frame([...given, [`-${huge}`, "1"]]));
    expect(texts(exact.top("bids"))).toEqual([...want, [`-${huge}`, "1"]]);
  });
});

describe("reading", () => {
  const book = bookOf(
    [
      ["0.6", "1"],
      ["0.5", "2"],
      ["0.4", "3"],
    ],
    [["0.7", "4"]],
  );

  it("returns the requested levels, best first", () => {
    expect(texts(book.top("bids", 2))).toEqual([
      ["0.6", "1"],
      ["0.5", "2"],
    ]);
    expect(book.top("bids", 0)).toEqual([]);
    expect(texts([...book.levels("bids")])).toEqual(texts(book.top("bids")));
    expect(book.bestBid).toEqual(book.top("bids")[0]);
    expect(book.bestAsk).toEqual(levels([["0.7", "4"]])[0]);
    expect(book.depth("bids")).toBe(3);
    expect(book.snapshot(1)).toEqual({ bids: book.top("bids", 1), asks: book.top("asks") });
  });

  it("returns copies that the book does not share", () => {
    const copy = book.top("bids", 1);
    for (const level of copy) level.qty.units = 99n;
    expect(texts(book.top("bids", 1))).toEqual([["0.6", "1"]]);
  });

  it.each([
    ["bids", "0.5", "2"],
    ["bids", "0.55", "0"],
    ["bids", "0.7", "0"],
    ["asks", "0.7", "4"],
    ["asks", huge, "0"],
  ] as const)("knows the quantity of the %s at %s", (side, price, want) => {
    expect(formatDecimal(book.quantityAt(side, parseDecimal(price)))).toBe(want);
    const exact = bookOf([], [[huge, "4"]]);
    expect(formatDecimal(exact.quantityAt("asks", parseDecimal(huge)))).toBe("4");
  });

  it.each([
    [[["0.6", "1"]], [["0.7", "1"]], false],
    [[["0.7", "1"]], [["0.7", "1"]], true],
    [[["0.8", "1"]], [["0.7", "1"]], true],
    [[], [["0.7", "1"]], false],
    [[["0.8", "1"]], [], false],
    [[[huge, "1"]], [["0.7", "1"]], true],
  ] as const)("of %j and %j: crossed is %s", (bids, asks, want) => {
    expect(bookOf(bids, asks).crossed).toBe(want);
  });

  it("is empty when new or cleared", () => {
    const cleared = bookOf([["1", "1"]], [[huge, "1"]]);
    cleared.clear();
    for (const empty of [new OrderBook(), cleared]) {
      expect(empty.snapshot()).toEqual({ bids: [], asks: [] });
      expect(empty.bestBid).toBeUndefined();
      expect(empty.exact).toBe(false);
    }
  });

  it("lists its sides", () => {
    // @ts-expect-error a side is bids or asks
    expect(code(() => book.depth("buys"))).toBe("book_side");
  });
});

describe("the exact form", () => {
  it("begins with a level that does not fit a double, and ends with a snapshot that fits", () => {
    const book = bookOf([["0.6", "1"]], [["0.7", "1"]]);
    expect(book.exact).toBe(false);
    book.applyDiff(frame([], [["9007199", "1"]]));
    expect(book.exact).toBe(true);
    book.applyDiff(frame([["0.6", "0"]], [["9007199", "0"]]));
    expect(book.exact).toBe(true);
    expect(book.equals(bookOf([], [["0.7", "1"]]))).toBe(true);
    book.applySnapshot(frame([["0.6", "1"]]));
    expect(book.exact).toBe(false);
  });

  it.each([
    ["9007198.999999999", false],
    ["-9007198.999999999", false],
    ["9007199", true],
    ["-9007199", true],
  ])("of a book with the price %s: %s", (price, want) => {
    const book = bookOf([[price, "1"]]);
    expect(book.exact).toBe(want);
    expect(texts(book.top("bids"))).toEqual([[price, "1"]]);
  });
});

describe("a refused frame", () => {
  const zero: Decimal = { units: 0n, nanos: 0 };
  const one: Decimal = { units: 1n, nanos: 0 };
  const number: unknown = 1;
  const bad: readonly (readonly [name: string, level: BookLevel, want: string])[] = [
    ["a quantity below 0", { price: one, qty: { units: 0n, nanos: -1 } }, "book_negative_quantity"],
    [
      "below 0 by a mixed sign",
      { price: one, qty: { units: -1n, nanos: 5 } },
      "book_negative_quantity",
    ],
    [
      "far below 0",
      { price: one, qty: { units: -(2n ** 63n), nanos: 0 } },
      "book_negative_quantity",
    ],
    ["ten digits of nanos", { price: { units: 0n, nanos: 1e9 }, qty: one }, "book_decimal"],
    ["a broken nano", { price: one, qty: { units: 0n, nanos: 0.5 } }, "book_decimal"],
    ["NaN", { price: { units: 0n, nanos: Number.NaN }, qty: one }, "book_decimal"],
    ["more than an int64", { price: { units: 2n ** 63n, nanos: 0 }, qty: zero }, "book_decimal"],
    // Callers without types may do this.
    ["a number", { price: one, qty: { units: number as bigint, nanos: 0 } }, "book_decimal"],
  ];
  it.each(bad)("leaves the book unchanged: %s", (_, level, want) => {
    for (const given of [bookOf([["1", "5"]], [["2", "5"]]), bookOf([[huge, "5"]], [["2", "5"]])]) {
      const before = given.snapshot();
      const good = levels([
        ["1", "0"],
        ["0.5", "1"],
        [huge, "0"],
      ]);
      for (const side of ["bids", "asks"] as const) {
        const diff = { bids: good, asks: good, [side]: [...good, level] };
        expect(code(() => given.applyDiff(diff))).toBe(want);
        expect(code(() => given.applySnapshot(diff))).toBe(want);
      }
      expect(given.snapshot()).toEqual(before);
    }
  });

  it("adds up parts of different signs", () => {
    const book = bookOf([["0.5", "1"]]);
    const mixed = { units: 1n, nanos: -500_000_000 };
    book.applyDiff({ bids: [{ price: mixed, qty: mixed }], asks: [] });
    expect(texts(book.top("bids"))).toEqual([["0.5", "0.5"]]);
  });
});

describe("against the reference", () => {
  const frames = fc.tuple(fc.boolean(), fc.nat({ max: 30 })).chain(([fits, length]) =>
    fc.array(fc.record({ snapshot: fc.nat({ max: 9 }), levels: anyLevels(fits) }), {
      maxLength: length,
    }),
  );

  it("has the same levels after any frames", () => {
    let switched = 0;
    fc.assert(
      fc.property(frames, anyPrice(false), (given, price) => {
        const book = new OrderBook();
        let reference = referenceBook();
        for (const { snapshot, levels: change } of given) {
          const wasExact = book.exact;
          if (snapshot === 0) {
            book.applySnapshot(change);
            reference = referenceBook();
          } else book.applyDiff(change);
          applyToReference(reference, change);
          if (book.exact && !wasExact) switched += 1;
          for (const side of ["bids", "asks"] as const) {
            const want = readReference(reference, side);
            expect(book.top(side)).toEqual(want);
            expect(book.depth(side)).toBe(want.length);
            expect(book.top(side, 3)).toEqual(want.slice(0, 3));
            expect(side === "bids" ? book.bestBid : book.bestAsk).toEqual(want[0]);
          }
        }
        const found = readReference(reference, "bids").find(
          (level) => formatDecimal(level.price) === formatDecimal(price),
        );
        expect(book.quantityAt("bids", price)).toEqual(found?.qty ?? { units: 0n, nanos: 0 });
        const copy = new OrderBook();
        copy.applySnapshot(book.snapshot());
        expect(copy.equals(book)).toBe(true);
      }),
      { numRuns: 400 },
    );
    expect(switched).toBeGreaterThan(0);
  });

  it("has the same levels when it is deep and changes far from the best", () => {
    const price = fc.nat({ max: 2000 }).map((cents) => parseDecimal(`${cents / 100}`));
    const qty = fc.nat({ max: 3 }).map((units) => ({ units: BigInt(units), nanos: 0 }));
    const side = fc.array(fc.record({ price, qty }), { minLength: 200, maxLength: 600 });
    fc.assert(
      fc.property(side, side, side, (first, second, third) => {
        const book = new OrderBook();
        const reference = referenceBook();
        for (const each of [first, second, third]) {
          const change = { bids: each, asks: each };
          book.applyDiff(change);
          applyToReference(reference, change);
        }
        expect(book.top("bids")).toEqual(readReference(reference, "bids"));
        expect(book.top("asks")).toEqual(readReference(reference, "asks"));
      }),
      { numRuns: 30 },
    );
  });

  it("has the same levels while the market moves, with diffs that list the best first", () => {
    const step = fc.record({
      middle: fc.oneof(fc.integer({ min: -4, max: 4 }), fc.integer({ min: -400, max: 400 })),
      ticks: fc.oneof(
        fc.uniqueArray(fc.nat({ max: 6 })),
        fc.uniqueArray(fc.nat({ max: 120 }), { maxLength: 40 }),
      ),
      deletes: fc.nat({ max: 100 }),
      seed: fc.nat({ max: 96 }),
    });
    const at = (tick: number) => decimalFromNanos(BigInt(tick) * 10_000_000n);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const book = new OrderBook();
        const reference = referenceBook();
        const columns = new LevelColumns();
        for (const { middle, ticks, deletes, seed } of steps) {
          const sorted = ticks.toSorted((a, b) => a - b);
          const side = (sign: number): BookLevel[] =>
            sorted.map((tick, index) => ({
              price: at(middle + sign * tick),
              qty: at((index * 37 + seed) % 100 < deletes ? 0 : 1 + index),
            }));
          const change = { bids: side(-1), asks: side(1) };
          book.applyDiff(change);
          applyToReference(reference, change);
          for (const each of ["bids", "asks"] as const) {
            const want = readReference(reference, each);
            expect(book.depth(each)).toBe(want.length);
            expect(book.top(each, 5)).toEqual(want.slice(0, 5));
            expect([...book.levels(each)]).toEqual(want);
            book.copyTop(each, want.length + 1, columns);
            expect(columns.count).toBe(want.length);
            const [last] = want.slice(-1);
            const price = last && Number(decimalToNanos(last.price));
            expect(columns.prices[columns.count - 1]).toBe(price);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("differs from a book with one more change", () => {
    fc.assert(
      fc.property(anyLevels(false), anyPrice(false), (given, price) => {
        const book = new OrderBook();
        book.applySnapshot(given);
        const other = new OrderBook();
        other.applySnapshot(given);
        const absent = formatDecimal(book.quantityAt("asks", price)) === "0";
        const qty = parseDecimal(absent ? "1" : "0");
        other.applyDiff({ bids: [], asks: [{ price, qty }] });
        expect(book.equals(other)).toBe(false);
        expect(other.equals(book)).toBe(false);
      }),
    );
  });
});
