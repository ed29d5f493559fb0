import {
  BookError,
  DecimalColumns,
  type LevelShapeRule,
  levelShape,
  scanLevels,
} from "@specwright/streams/books";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalText } from "./decimal-model.ts";

const pair: LevelShapeRule = { form: "tuple", price: 0, quantity: 1 };
const named: LevelShapeRule = { form: "object", price: "price", quantity: "qty" };
const counted: LevelShapeRule = { form: "tuple", price: 0, count: 1, quantity: 2 };
const actions: LevelShapeRule = {
  form: "tuple",
  price: 1,
  quantity: 2,
  tag: { at: 0, words: ["new", "change", "delete"] },
};
const sided: LevelShapeRule = {
  form: "object",
  price: "price_level",
  quantity: "new_quantity",
  tag: { at: "side", words: ["bid", "offer"] },
};

type Row = readonly [price: string, quantity: string, extra: number];

const encoder = new TextEncoder();

/** Reads a text within others; undefined if it is not an array of levels. */
function scan(rule: LevelShapeRule, text: string, after = ""): Row[] | undefined {
  const bytes = encoder.encode(`{"é":${text}${after}`);
  const into = new DecimalColumns(1);
  into.pushText("7", "7");
  const end = scanLevels(bytes, 6, levelShape(rule), into);
  if (end < 0) {
    expect(into.count).toBe(0);
    return undefined;
  }
  expect(end).toBe(encoder.encode(text).length + 6);
  return rows(into);
}

/** Writes mantissa and scale of each decimal as `50/2`. */
function rows({ price, quantity, extras, count }: DecimalColumns): Row[] {
  const write = ({ mantissas, scales, wide }: typeof price, index: number): string =>
    `${Number.isNaN(mantissas[index]) ? wide.get(index) : mantissas[index]}/${scales[index]}`;
  return Array.from({ length: count }, (_, index) => [
    write(price, index),
    write(quantity, index),
    extras[index] ?? Number.NaN,
  ]);
}

const zero = { ...pair, single: true } as const;

describe("scanLevels", () => {
  const given: readonly (readonly [LevelShapeRule, string, readonly Row[]])[] = [
    [pair, "[]", []],
    [pair, " \n[\t\r ] ".trim(), []],
    [pair, '[["0.61","250"]]', [["61/2", "250/0", 0]]],
    [
      pair,
      '[["0.610","250.00"],["1","0"]]',
      [
        ["610/3", "25000/2", 0],
        ["1/0", "0/0", 0],
      ],
    ],
    [
      pair,
      ' [ [ "0.61" , 250 ] , [ 5 ,\n"-1" ] ]',
      [
        ["61/2", "250/0", 0],
        ["5/0", "-1/0", 0],
      ],
    ],
    [pair, '[["1","2","0",{"a":[1,"]"]},null]]', [["1/0", "2/0", 0]]],
    [{ form: "tuple", price: 2, quantity: 0 }, '[["2",true,"1"]]', [["1/0", "2/0", 0]]],
    [zero, '["1.5",2]', [["15/1", "2/0", 0]]],
    [
      counted,
      "[[6000,2,-1.5],[6001,0,1]]",
      [
        ["6000/0", "-15/1", 2],
        ["6001/0", "1/0", 0],
      ],
    ],
    [{ ...counted, single: true }, "[6000,2,-1.5]", [["6000/0", "-15/1", 2]]],
    [counted, '[[6000,"-3",1]]', [["6000/0", "1/0", -3]]],
    [
      actions,
      '[["new",1,2],["delete",3,0.0]]',
      [
        ["1/0", "2/0", 0],
        ["3/0", "0/1", 2],
      ],
    ],
    [named, '[{"price":0.5,"qty":1e-7}]', [["5/1", "1/7", 0]]],
    [named, '[{"qty":"1","price":"2"}]', [["2/0", "1/0", 0]]],
    [named, '[{"x":{"price":9},"qty":1,"é\\"":[],"price":2,"t":"é"}]', [["2/0", "1/0", 0]]],
    [named, '[{"pr\\u0069ce":1,"qty":2}]', [["1/0", "2/0", 0]]],
    [named, '[{"price":1,"qty":2,"price":3}]', [["3/0", "2/0", 0]]],
    [named, '[{"price":1e30,"qty":2,"price":3}]', [["3/0", "2/0", 0]]],
    [named, '[ { "price" : 1 , "qty" : 2 } ]', [["1/0", "2/0", 0]]],
    [
      { ...named, single: true },
      '{"price":"0.96","qty":"-54.00","side":"yes"}',
      [["96/2", "-5400/2", 0]],
    ],
    [sided, '[{"side":"offer","t":"z","price_level":"1","new_quantity":"2"}]', [["1/0", "2/0", 1]]],
    [pair, "[[1.2345E-6,1e-7]]", [["12345/10", "1/7", 0]]],
    [pair, "[[1.50e1,1E+2]]", [["150/1", "100/0", 0]]],
    [pair, "[[-0,-0.00]]", [["0/0", "0/2", 0]]],
    [
      pair,
      "[[9007199254740991,9007199254740992]]",
      [["9007199254740991/0", "9007199254740992/0", 0]],
    ],
    [
      pair,
      '[["0.1234567890123456","-12345678901234567890.5"]]',
      [["1234567890123456/16", "-123456789012345678905/1", 0]],
    ],
    [pair, '[["999999999.999999999","0.0000000000"]]', [["999999999999999999/9", "0/10", 0]]],
    [pair, "[[1e20,0e-255]]", [["100000000000000000000/0", "0/255", 0]]],
  ];
  it.each(given)("with %j reads %s", (rule, text, want) => {
    expect(scan(rule, text)).toEqual(want);
    expect(scan(rule, text, ',"x":1}')).toEqual(want);
  });

  const malformed: readonly (readonly [LevelShapeRule, string])[] = [
    ...[
      "",
      "x",
      "{}",
      "null",
      '"[]"',
      "[",
      "[,]",
      "[[]",
      "[1]",
      "[[1,2]",
      "[[1,2],]",
      "[[1,2] [3,4]]",
    ],
    ...[
      "[[1,2]}",
      "[[1,2}]",
      "[[1]]",
      "[[]]",
      "[[1,]]",
      "[[,1]]",
      "[[1,2,]]",
      "[[1 2]]",
      "[[1,2,x]]",
    ],
    ...[
      "[[01,2]]",
      "[[-01,2]]",
      "[[1.,2]]",
      "[[.5,2]]",
      "[[+1,2]]",
      "[[-,2]]",
      "[[1e,2]]",
      "[[1e+,2]]",
    ],
    ...[
      "[[1.5.1,2]]",
      "[[1e1.5,2]]",
      "[[0x1,2]]",
      "[[NaN,2]]",
      "[[Infinity,2]]",
      "[[null,2]]",
      "[[true,2]]",
    ],
    ...['[["",2]]', '[["-",2]]', '[[" 1",2]]', '[["1 ",2]]', '[["1,2]]', '[[1",2]]', '[["1"1,2]]'],
    ...['[["\\u0031",2]]', '[["01",2]]', '[["1e",2]]', '[["1.",2]]', '[["1e5x",2]]', "[['1',2]]"],
    ...[
      "[[1,2,01]]",
      "[[1,2,-]]",
      "[[1,2,1.]]",
      "[[1,2,1e]]",
      '[[1,2,"\n"]]',
      '[[1,2,"\\x"]]',
      '[[1,2,"\\u12g4"]]',
    ],
    ...[
      "[[1,2,tru]]",
      "[[1,2,nul]]",
      "[[1,2,falsy]]",
      "[[1,2,[1,]]]",
      '[[1,2,{"a"}]]',
      "[[1,2,{a:1}]]",
      '[[1,2,{"a":1,}]]',
    ],
    ...[
      "[[1e-256,2]]",
      "[[1e256,2]]",
      "[[1e99999999999,2]]",
      `[[0.${"0".repeat(256)},2]]`,
      `[[${"9".repeat(600)},2]]`,
    ],
    ...[
      "[[1,2]\u00a0]",
      "[[1,\u000b2]]",
      "\ufeff[[1,2]]",
      `[[1,2,${"[".repeat(70)}${"]".repeat(70)}]]`,
    ],
  ].map((text) => [pair, text] as const);
  const elsewhere: readonly (readonly [LevelShapeRule, string])[] = [
    [counted, "[[1,2]]"],
    [counted, "[[1,1.5,2]]"],
    [counted, "[[1,1e2,2]]"],
    [counted, '[[1,"1,2]]'],
    [counted, "[[1,01,2]]"],
    [counted, "[[1,1234567890,2]]"],
    [actions, '[["other",1,2]]'],
    [actions, '[["new,1,2]]'],
    [actions, "[[new,1,2]]"],
    [actions, '[["newer",1,2]]'],
    [named, "[[1,2]]"],
    [named, "[{}]"],
    [named, '[{"price":1}]'],
    [named, '[{"price":1,"price":1}]'],
    [named, '[{"price":1,"qty":2,}]'],
    [named, '[{"price":1,"qty":2]]'],
    [named, '[{"price":1,qty:2}]'],
    [named, '[{"price" 1,"qty":2}]'],
    [named, '[{"price":1 "qty":2}]'],
    [named, '[{,"price":1,"qty":2}]'],
    [named, '[{"price":1,"qty":2}'],
    [named, '[{"price":1,"qtyx":2}]'],
    [named, '[{"price":1,"qt":2}]'],
    [zero, "[[1,2]]"],
    [{ ...named, single: true }, '[{"price":1,"qty":2}]'],
  ];
  it.each([...malformed, ...elsewhere])("with %j refuses %s", (rule, text) => {
    expect(scan(rule, text)).toBeUndefined();
    // The byte after it may make no difference.
    expect(scan(rule, text, "\n")).toBeUndefined();
  });

  it("33 reads a text that begins with its dot, but no such number", () => {
    expect(scan(pair, '[[".48","-.5"]]')).toEqual(scan(pair, '[["0.48","-0.5"]]'));
    for (const text of ["[[.48,1]]", '[[".",1]]', '[["",1]]', '[[".e1",1]]']) {
      expect(scan(pair, text), text).toBeUndefined();
    }
  });

  it("refuses every beginning of a text", () => {
    const text = '[["0.61","250.5e-1",{"a":[true]}],[ 1e5 ,-2 , "\\u00e9"]]';
    expect(scan(pair, text)).toHaveLength(2);
    for (let length = 0; length < text.length; length++) {
      expect(scan(pair, text.slice(0, length)), text.slice(0, length)).toBeUndefined();
    }
  });

  it("agrees with JSON.parse about well-formed texts", () => {
    const char = fc.constantFrom(...'[]{},:"\\0123-+.eE tnulaxqpricy\n');
    const edit = fc.record({ at: fc.nat(200), by: fc.option(char), cut: fc.nat(2) });
    const text = '[{"price":"0.61","qty":1e-1,"n":[null,{"a":true}]},{"qty":2,"price":3.50}]';
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 3 }), (edits) => {
        const edited = edits.reduce((all, { at, by, cut }) => {
          const place = at % (all.length + 1);
          return all.slice(0, place) + (by ?? "") + all.slice(place + cut);
        }, text);
        const end = scanLevels(encoder.encode(edited), 0, levelShape(named), new DecimalColumns());
        // The caller reads the text after the array.
        const read = end < 0 ? edited : edited.slice(0, end);
        expect(wellFormedLevels(read), edited).toBe(end >= 0);
      }),
      { numRuns: 3000 },
    );
  });

  it("reads written levels in any shape", () => {
    const digits = (most: number): fc.Arbitrary<string> =>
      fc
        .array(fc.constantFrom(..."0123456789"), { minLength: 1, maxLength: most })
        .map((each) => each.join(""));
    const decimal = fc
      .record({
        sign: fc.constantFrom("", "-"),
        whole: digits(20).map((text) => text.replace(/^0+(?=\d)/, "")),
        fraction: fc.option(digits(20)),
        exponent: fc.option(
          fc.tuple(fc.constantFrom("e", "E"), fc.constantFrom("", "+", "-"), fc.nat(30)),
          { freq: 4 },
        ),
      })
      .map(({ sign, whole, fraction, exponent }) =>
        [sign, whole, fraction === null ? "" : `.${fraction}`, ...(exponent ?? [])].join(""),
      );
    const level = fc.tuple(decimal, decimal, fc.boolean(), fc.nat(999));
    fc.assert(
      fc.property(
        fc.array(level, { maxLength: 40 }),
        fc.constantFrom("", " ", "\n\t"),
        (levels, gap) => {
          const quote = (text: string, quoted: boolean): string => (quoted ? `"${text}"` : text);
          const want = levels.map(([price, quantity]) => [
            canonicalText(price),
            canonicalText(quantity),
          ]);
          const tuples = levels.map(
            ([price, quantity, quoted, count]) =>
              `[${quote(price, quoted)}${gap},${count},${gap}${quote(quantity, quoted)}]`,
          );
          const objects = levels.map(
            ([price, quantity, quoted, count]) =>
              `{"n":${count},"qty":${gap}${quote(quantity, quoted)},"price":${quote(price, !quoted)}${gap}}`,
          );
          const tuple = scan(counted, `[${tuples.join(`,${gap}`)}]`);
          const object = scan(named, `[${gap}${objects.join(`${gap},`)}]`);
          expect(tuple?.map(([, , count]) => count)).toEqual(levels.map(([, , , count]) => count));
          for (const scanned of [tuple, object]) {
            expect(scanned?.map(([price, quantity]) => [plain(price), plain(quantity)])).toEqual(
              want,
            );
          }
        },
      ),
    );
  });
});

/** Returns the canonical text of `50/2`. */
function plain(written: string): string {
  const [mantissa, scale] = written.split("/");
  return canonicalText(`${mantissa}e-${scale}`);
}

/** Reports whether a text is a JSON array of objects with a decimal `price` and `qty`. */
function wellFormedLevels(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((each) => isLevel(each));
  } catch {
    return false;
  }
}

function isLevel(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { price, qty } = value as Readonly<Record<string, unknown>>;
  return [price, qty].every(
    (each) =>
      typeof each === "number" ||
      (typeof each === "string" && /^-?((0|[1-9]\d*)(\.\d+)?|\.\d+)([eE][-+]?\d+)?$/.test(each)),
  );
}

describe("levelShape", () => {
  const bad: readonly LevelShapeRule[] = [
    { form: "tuple", price: 0, quantity: 0 },
    { form: "tuple", price: -1, quantity: 0 },
    { form: "tuple", price: 0.5, quantity: 0 },
    { form: "tuple", price: 64, quantity: 0 },
    { form: "object", price: "p", quantity: "p" },
    { form: "object", price: 'a"', quantity: "p" },
    { form: "object", price: "a\n", quantity: "p" },
    { form: "tuple", price: 0, quantity: 1, count: 2, tag: { at: 3, words: [] } },
  ];
  it.each(bad)("refuses %j", (rule) => {
    expect(() => levelShape(rule)).toThrow(RangeError);
  });
});

describe("DecimalColumns", () => {
  it("grow and keep their contents", () => {
    const columns = new DecimalColumns(0);
    for (let index = 0; index < 100; index++) columns.push(index, 1, 10n ** 20n, 2, index);
    expect(rows(columns)[99]).toEqual(["99/1", "100000000000000000000/2", 99]);
    columns.clear();
    expect([columns.count, columns.quantity.wide.size]).toEqual([0, 0]);
  });

  const transformed: readonly (readonly [string, string])[] = [
    ["0.96", "0.04"],
    ["0", "1"],
    ["1.5", "-0.5"],
    ["-1", "2"],
    ["0.123456789012345", "0.876543210987655"],
    ["0.1234567890123456", "0.8765432109876544"],
    ["0.00000000000000000001", "0.99999999999999999999"],
    ["0.99999999999999999999", "0.00000000000000000001"],
  ];
  it.each(transformed)("turn %s into 1 minus it", (price, want) => {
    const columns = new DecimalColumns();
    columns.pushText(price, "1");
    columns.oneMinus();
    expect(rows(columns).map(([mantissa]) => plain(mantissa))).toEqual([want]);
    columns.oneMinus();
    expect(rows(columns).map(([mantissa]) => plain(mantissa))).toEqual([canonicalText(price)]);
  });

  it.each(["", "x", '"1"', "1 ", " 1", "01", "1e999"])("refuse %j", (text) => {
    const columns = new DecimalColumns();
    expect(() => columns.pushText(text, "1")).toThrow(BookError);
    expect(() => columns.pushText("1", text)).toThrow(BookError);
    expect(columns.count).toBe(0);
  });

  const bad: readonly (readonly [number, number])[] = [
    [0.5, 0],
    [Number.NaN, 0],
    [2 ** 53, 0],
    [1, -1],
    [1, 256],
    [1, 0.5],
  ];
  it.each(bad)("refuse the mantissa %s with scale %s", (mantissa, scale) => {
    const columns = new DecimalColumns();
    expect(() => columns.push(mantissa, scale, 1, 0)).toThrow(BookError);
    expect(() => columns.push(1, 0, mantissa, scale)).toThrow(BookError);
    expect(columns.count).toBe(0);
  });
});
