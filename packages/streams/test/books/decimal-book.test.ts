import { crc32 } from "node:zlib";
import { formatDecimal, parseDecimal } from "@specwright/runtime";
import {
  BookError,
  type BookSide,
  type ChecksumRule,
  checksumOfBook,
  checksumTextOfBook,
  DecimalBook,
  type DecimalBookOptions,
  DecimalColumns,
} from "@specwright/streams/books";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalText, DecimalModel } from "./decimal-model.ts";

type Pair = readonly [price: string, quantity: string, extra?: number, ...rest: unknown[]];

function columns(...levels: readonly Pair[]): DecimalColumns {
  const into = new DecimalColumns(1);
  for (const [price, quantity, extra] of levels) into.pushText(price, quantity, extra);
  return into;
}

function loaded(bids: readonly Pair[], asks: readonly Pair[], options?: DecimalBookOptions) {
  const book = new DecimalBook(options);
  book.load(columns(...bids), columns(...asks));
  return book;
}

function texts(book: DecimalBook): Record<BookSide, (readonly [string, string])[]> {
  return { bids: book.topTexts("bids"), asks: book.topTexts("asks") };
}

describe("DecimalBook", () => {
  it("has the API of an OrderBook", () => {
    const book = loaded(
      [
        ["0.60", "900"],
        ["0.61", "250"],
      ],
      [
        ["0.63", "175.5"],
        ["0.7", "0"],
      ],
    );
    expect(book.bestBid).toMatchObject({ price: parseDecimal("0.61"), qty: parseDecimal("250") });
    expect(book.bestAsk).toMatchObject({
      price: parseDecimal("0.63"),
      qty: parseDecimal("175.5"),
    });
    expect([...book.levels("bids")]).toEqual(book.top("bids"));
    expect(book.snapshot(1)).toEqual({ bids: book.top("bids", 1), asks: book.top("asks", 1) });
    expect([book.depth("bids"), book.depth("asks"), book.crossed, book.exact]).toEqual([
      2,
      1,
      false,
      false,
    ]);
    expect([book.priceScale, book.quantityScale]).toEqual([2, 1]);
    const quantityAt = (side: BookSide, price: string) =>
      formatDecimal(book.quantityAt(side, parseDecimal(price)));
    expect([
      quantityAt("bids", "0.6"),
      quantityAt("asks", "0.63"),
      quantityAt("bids", "0.601"),
    ]).toEqual(["900", "175.5", "0"]);
    expect([quantityAt("asks", "9000000000"), quantityAt("asks", "0.61")]).toEqual(["0", "0"]);
    book.set("asks", columns(["0.61", "1"]));
    expect(book.crossed).toBe(true);
    book.clear();
    expect(texts(book)).toEqual({ bids: [], asks: [] });
    expect([book.bestBid, book.crossed, book.priceScale]).toEqual([undefined, false, 0]);
  });

  it("replaces all levels by the levels of a snapshot", () => {
    const book = loaded(
      [
        ["1", "1"],
        ["2", "2"],
      ],
      [["3", "1e30"]],
    );
    expect(book.exact).toBe(true);
    book.load(columns(["1", "1"]), columns());
    expect(texts(book)).toEqual({ bids: [["1", "1"]], asks: [] });
    expect(book.exact).toBe(false);
  });

  it("reads decimals finer than nine places as text only", () => {
    const book = loaded([["0.1234567891", "1"]], [["0.5000000000", "0.0000000001"]]);
    expect(book.topTexts("bids")).toEqual([["0.1234567891", "1"]]);
    expect(book.bestBid).toMatchObject({ priceText: "0.1234567891", qtyText: "1" });
    expect(code(() => book.bestBid?.price)).toBe("book_decimal");
    expect(() => book.top("bids")[0]?.price).toThrow(/priceText/);
    expect(code(() => book.quantityAt("asks", parseDecimal("0.5")))).toBe("book_decimal");
    book.set("asks", columns(["0.5", "2"]));
    expect(book.bestAsk).toMatchObject({ price: parseDecimal("0.5"), qty: parseDecimal("2") });
    expect(book.quantityAt("asks", parseDecimal("0.5"))).toEqual(parseDecimal("2"));
  });

  it("rescales to finer prices and quantities", () => {
    const book = loaded(
      [
        ["5", "7"],
        ["4", "1"],
      ],
      [["6", "1"]],
    );
    book.set("bids", columns(["4.5", "1"], ["5", "0.125"], ["4.00", "0"]));
    expect(texts(book)).toEqual({
      bids: [
        ["5", "0.125"],
        ["4.5", "1"],
      ],
      asks: [["6", "1"]],
    });
    expect([book.priceScale, book.quantityScale, book.exact]).toEqual([2, 3, false]);
  });

  it("holds bigints from the first level that does not fit a double until it is emptied", () => {
    const book = loaded([["9007199254740991", "1"]], []);
    expect(book.exact).toBe(false);
    book.set("bids", columns(["0.1", "1"]));
    expect(book.exact).toBe(true);
    book.set("bids", columns(["9007199254740991.0", "9007199254740993"]));
    expect(book.topTexts("bids")).toEqual([
      ["9007199254740991", "9007199254740993"],
      ["0.1", "1"],
    ]);
    expect(book.quantityAt("bids", parseDecimal("0.1"))).toEqual(parseDecimal("1"));
    book.clear();
    book.set("bids", columns(["1", "1"]));
    expect(book.exact).toBe(false);
  });

  it("adds changes, deletes at 0, and reports a sum below 0", () => {
    const book = loaded([["0.96", "54"]], []);
    expect(book.add("bids", columns(["0.96", "-4.00"], ["0.95", "1"]))).toBe(true);
    expect(book.topTexts("bids")).toEqual([
      ["0.96", "50"],
      ["0.95", "1"],
    ]);
    expect(book.add("bids", columns(["0.96", "-50"]))).toBe(true);
    expect(book.topTexts("bids")).toEqual([["0.95", "1"]]);
    expect(book.add("bids", columns(["0.95", "-2"], ["0.94", "3"]))).toBe(false);
    expect(book.topTexts("bids")).toEqual([["0.94", "3"]]);
    expect(book.add("bids", columns(["0.5", "-1"]))).toBe(false);
  });

  it("stays exact when a sum leaves the doubles half way", () => {
    const book = loaded([["1", "9007199254740990"]], []);
    expect(book.add("bids", columns(["2", "5"], ["1", "1"], ["1", "2"], ["2", "-5"]))).toBe(true);
    expect(book.topTexts("bids")).toEqual([["1", "9007199254740993"]]);
    expect(book.exact).toBe(true);
    expect(book.add("bids", columns(["1", "-9007199254740994"]))).toBe(false);
  });

  it("takes sides from the sign and deletes from the count", () => {
    const book = new DecimalBook();
    book.setByCount(columns(["6000", "1.5", 2], ["6100", "-3", 1], ["5900", "2", 1]));
    expect(texts(book)).toEqual({
      bids: [
        ["6000", "1.5"],
        ["5900", "2"],
      ],
      asks: [["6100", "3"]],
    });
    book.setByCount(columns(["6000", "1", 0], ["6100", "-1", 0], ["5900", "-1", 0]));
    expect(texts(book)).toEqual({ bids: [["5900", "2"]], asks: [] });
    book.setByCount(columns(["1e20", "-1", 4], ["5900", "1", 0]));
    expect(texts(book)).toEqual({ bids: [], asks: [["100000000000000000000", "1"]] });
  });

  it("takes actions", () => {
    const book = new DecimalBook();
    book.setByAction("asks", columns(["1", "5", 0], ["2", "6", 0], ["3", "7", 0]));
    book.setByAction("asks", columns(["1", "9", 2], ["2", "-1", 2], ["3", "8", 1]));
    expect(book.topTexts("asks")).toEqual([["3", "8"]]);
    book.setByAction("asks", columns(["4", "1e30", 0], ["3", "-1", 2]));
    expect(book.topTexts("asks")).toEqual([["4", "1".padEnd(31, "0")]]);
  });

  it("takes sides from a word", () => {
    const book = new DecimalBook();
    book.setBySide(columns(["1", "5", 0], ["2", "6", 1], ["3", "7", 1], ["3", "0", 1]));
    expect(texts(book)).toEqual({ bids: [["1", "5"]], asks: [["2", "6"]] });
    book.setBySide(columns(["1", "1e30", 1], ["1", "0", 0]));
    expect(texts(book)).toEqual({
      bids: [],
      asks: [
        ["1", "1".padEnd(31, "0")],
        ["2", "6"],
      ],
    });
  });

  const negative: readonly Pair[][] = [
    [
      ["2", "3"],
      ["1", "-1"],
    ],
    [
      ["2.5", "3"],
      ["1", "-1"],
    ],
    [
      ["1", "-1"],
      ["2.5", "3"],
    ],
    [
      ["1e30", "3"],
      ["1", "-1"],
    ],
    [["1", "-1e30"]],
  ];
  it.each(negative)("is unchanged when it refuses %j %j", (...levels) => {
    const book = loaded([["1", "1"]], [["2", "2"]]);
    const before = [texts(book), book.exact, book.priceScale];
    const bad = columns(...levels.filter((level) => level !== undefined));
    expect(code(() => book.set("bids", bad))).toBe("book_negative_quantity");
    expect(code(() => book.setByAction("bids", bad))).toBe("book_negative_quantity");
    expect(code(() => book.setBySide(bad))).toBe("book_negative_quantity");
    expect(code(() => book.load(columns(), bad))).toBe("book_negative_quantity");
    expect([texts(book), book.exact, book.priceScale]).toEqual(before);
  });

  it("refuses an unknown side and bad scales", () => {
    const book = new DecimalBook();
    const side = "both" as BookSide;
    for (const run of [
      () => book.set(side, columns()),
      () => book.add(side, columns()),
      () => book.top(side),
      () => book.depth(side),
    ]) {
      expect(code(run)).toBe("book_side");
    }
    expect(code(() => book.quantityAt("bids", { units: 1n, nanos: 0.5 }))).toBe("book_decimal");
    for (const scale of [-1, 256, 0.5]) {
      expect(() => new DecimalBook({ priceScale: scale })).toThrow(RangeError);
      expect(() => new DecimalBook({ quantityScale: scale })).toThrow(RangeError);
    }
  });

  it("keeps to a depth with little memory for the digits of deleted levels", () => {
    const book = new DecimalBook({ keepDigits: true });
    const model = new DecimalModel();
    for (let tick = 0; tick < 2000; tick++) {
      const quantity = tick % 3 === 0 ? "1.50" : "1.5";
      book.set("bids", columns([String(tick), quantity]));
      model.set("bids", String(tick), quantity);
      book.truncate(10);
      model.truncate(10);
    }
    expect(book.topTexts("bids")).toEqual(model.texts("bids"));
    expect(checksumTextOfBook(book, { levels: 10, layout: "asksThenBids", format: "digits" })).toBe(
      model.checksumText({ levels: 10, layout: "asksThenBids", format: "digits" }),
    );
  });
});

const few = fc.nat(12);
const fraction = fc.constantFrom("", ".0", ".5", ".50", ".05", ".123456789", ".1234567891");
const tail = fc.constantFrom("", "", "", "", "e-3", "E2", "e-7");
const usual = fc.tuple(few, fraction, tail).map((parts) => parts.join(""));
const huge = fc.constantFrom(
  "9007199254740991",
  "9007199254740993",
  "12345678901234567890.5",
  "1e-20",
  "3e25",
);
const anyDecimal = fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: huge });
const fineDecimal = fc.oneof({ weight: 300, arbitrary: usual }, { weight: 1, arbitrary: huge });
const quantity = (decimal: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom("0", "0.00") },
    { weight: 2, arbitrary: decimal },
  );

type Levels = readonly (readonly [
  price: string,
  quantity: string,
  extra: number,
  negative: boolean,
])[];
type Step =
  | {
      readonly do: "set" | "add" | "load" | "byCount" | "byAction" | "bySide";
      readonly side: BookSide;
      readonly levels: Levels;
    }
  | { readonly do: "truncate"; readonly depth: number }
  | { readonly do: "clear" };

function steps(decimal: fc.Arbitrary<string>, kinds: readonly Step["do"][]): fc.Arbitrary<Step[]> {
  const levels = fc.array(fc.tuple(decimal, quantity(decimal), fc.nat(2), fc.boolean()), {
    maxLength: 8,
  });
  const step = fc.record({
    do: fc.constantFrom(...kinds),
    side: fc.constantFrom<BookSide>("bids", "asks"),
    levels,
    depth: fc.nat(12),
  });
  return fc.array(step as fc.Arbitrary<Step>, { maxLength: 25 });
}

const minus = (text: string, negative: boolean): string => (negative ? `-${text}` : text);

function play(step: Step, book: DecimalBook, model: DecimalModel): void {
  if (step.do === "truncate") {
    book.truncate(step.depth);
    model.truncate(step.depth);
    return;
  }
  if (step.do === "clear") {
    book.clear();
    model.clear();
    return;
  }
  const { side, levels } = step;
  const plain = columns(...levels);
  const signed = columns(
    ...levels.map(([price, qty, extra, sign]) => [price, minus(qty, sign), extra] as const),
  );
  switch (step.do) {
    case "load":
      book.load(plain, signed.count % 2 === 0 ? plain : columns());
      model.clear();
      for (const [price, qty] of levels) model.set("bids", price, qty);
      if (signed.count % 2 === 0) for (const [price, qty] of levels) model.set("asks", price, qty);
      return;
    case "set":
      book.set(side, plain);
      for (const [price, qty] of levels) model.set(side, price, qty);
      return;
    case "add": {
      const sound = levels.map(([price, qty, , sign]) => model.add(side, price, minus(qty, sign)));
      expect(book.add(side, signed)).toBe(sound.every(Boolean));
      return;
    }
    case "byCount":
      book.setByCount(signed);
      for (const [price, qty, count, sign] of levels) {
        const zero = canonicalText(qty) === "0";
        model.set(sign && !zero ? "asks" : "bids", price, count === 0 ? "0" : qty);
      }
      return;
    case "byAction":
      book.setByAction(side, plain);
      for (const [price, qty, action] of levels) model.set(side, price, action === 2 ? "0" : qty);
      return;
    case "bySide":
      book.setBySide(plain);
      for (const [price, qty, which] of levels)
        model.set(which === 1 ? "asks" : "bids", price, qty);
  }
}

describe("a book of decimals", () => {
  const all = [
    "set",
    "set",
    "add",
    "load",
    "byCount",
    "byAction",
    "bySide",
    "truncate",
    "truncate",
    "clear",
  ] as const;

  it.each([
    ["of any size", anyDecimal],
    ["that mostly fit", fineDecimal],
  ] as const)("has the levels of the model with decimals %s", (_, decimal) => {
    let inDoubles = 0;
    fc.assert(
      fc.property(steps(decimal, all), (played) => {
        const book = new DecimalBook();
        const model = new DecimalModel();
        for (const step of played) {
          play(step, book, model);
          expect(texts(book)).toEqual({ bids: model.texts("bids"), asks: model.texts("asks") });
          expect(book.crossed).toBe(model.crossed);
          if (!book.exact && book.depth("bids") > 0) inDoubles++;
        }
      }),
      { numRuns: 1000 },
    );
    expect(inDoubles).toBeGreaterThan(100);
  });

  it("33 is checked over its numbers as they were written", () => {
    const book = new DecimalBook({ keepDigits: true });
    book.load(columns(["27000.50", "8.760"], ["27000", "0.10"]), columns(["27001.0", "2.70"]));
    const rule: ChecksumRule = {
      levels: 25,
      layout: "interleaved",
      format: "written",
      joiner: ":",
    };
    const text = "27000.50:8.760:27001.0:2.70:27000:0.10";
    expect(checksumTextOfBook(book, rule)).toBe(text);
    expect(checksumOfBook(book, { ...rule, signed: true })).toBe(crc32(text) | 0);
  });

  const rules: readonly ChecksumRule[] = [
    { levels: 10, layout: "asksThenBids", format: "digits" },
    { levels: 2, layout: "interleaved", format: "digits", joiner: "|" },
    {
      levels: 5,
      layout: "interleaved",
      format: "ecmascript",
      joiner: ":",
      negativeAsks: true,
      signed: true,
    },
    { levels: 25, layout: "interleaved", format: "shortest", joiner: ":", signed: true },
    { levels: 5, layout: "interleaved", format: "written", joiner: ":", signed: true },
  ];
  it.each(rules)("has the checksum of the model by %j", (rule) => {
    // The digits of exponents and sums are nowhere on the wire.
    const kinds = all.filter((kind) => kind !== "add");
    const keepDigits = rule.format === "digits" || rule.format === "written";
    const decimal = keepDigits ? anyDecimal.map((text) => text.replace(/e.*$/i, "")) : anyDecimal;
    fc.assert(
      fc.property(steps(decimal, kinds), (played) => {
        const book = new DecimalBook({ keepDigits });
        const model = new DecimalModel();
        for (const step of played) {
          play(step, book, model);
          const text = model.checksumText(rule);
          expect(checksumTextOfBook(book, rule)).toBe(text);
          expect(checksumOfBook(book, rule)).toBe(rule.signed ? crc32(text) | 0 : crc32(text));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("writes numbers as JavaScript does", () => {
    const rule = { levels: 1, layout: "asksThenBids", format: "ecmascript" } as const;
    const number = fc.oneof(
      fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
      fc.nat({ max: 1e9 }).map((value) => value / 1e12),
    );
    fc.assert(
      fc.property(
        number.filter((value) => value === 0 || (value > 1e-200 && value < 1e200)),
        (value) => {
          const book = loaded([[String(value), "1"]], []);
          expect(checksumTextOfBook(book, rule)).toBe(`${value}1`);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("sets one level as it sets several", () => {
    const price = fc.constantFrom("1", "2", "2.5", "3.25", "900719925474099.1", "9007199254740993");
    const quantity = fc.constantFrom("0", "1", "0.5", "-1", "-0.25", "9007199254740991", "1e17");
    const call = fc.constantFrom("set", "setByCount", "setByAction", "setBySide", "add");
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(fc.tuple(call, fc.boolean(), price, quantity, fc.nat(2)), { maxLength: 12 }),
        (keepDigits, calls) => {
          const [one, several] = [new DecimalBook({ keepDigits }), new DecimalBook({ keepDigits })];
          for (const [method, isBid, own, amount, extra] of calls) {
            const apply = (book: DecimalBook, ...levels: readonly Pair[]): unknown => {
              const side = isBid ? "bids" : "asks";
              const given = columns(...levels);
              try {
                if (method === "setByCount" || method === "setBySide") return book[method](given);
                return book[method](side, given);
              } catch (error) {
                return error instanceof BookError ? error.code : error;
              }
            };
            // The other level is in no book.
            const none: Pair = ["7", "0", method === "setByAction" ? 2 : 0];
            const result = apply(one, [own, amount, extra]);
            expect(result).toBe(apply(several, [own, amount, extra], none));
            expect(texts(one)).toEqual(texts(several));
            for (const format of ["digits", "shortest"] as const) {
              const rule: ChecksumRule = { levels: 5, layout: "interleaved", format };
              if (keepDigits || format === "shortest") {
                expect(checksumTextOfBook(one, rule)).toBe(checksumTextOfBook(several, rule));
                expect(checksumOfBook(one, rule)).toBe(checksumOfBook(several, rule));
              }
            }
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

function code(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof BookError) return error.code;
    throw error;
  }
  return "accepted";
}
