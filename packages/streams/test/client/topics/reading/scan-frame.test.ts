import { valueAt } from "@specwright/runtime";
import { DecimalColumns, type LevelShapeRule, levelShape } from "@specwright/streams/books";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KIND } from "../../../../src/client/topics/reading/frame-kind.ts";
import { FrameScanner } from "../../../../src/client/topics/reading/scan-frame.ts";
import { jsonText, pointer } from "./json-texts.ts";
import { createScanner, plainAt, scanText, toPlain } from "./read-frame.ts";

function parse(text: string): unknown {
  try {
    return { parsed: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

describe("a scanner of frames", () => {
  it("finds what JSON.parse finds, frame after frame", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(pointer, { maxLength: 8 }),
        fc.array(jsonText, { minLength: 1, maxLength: 4 }),
        (pointers, texts) => {
          const scanner = createScanner(pointers);
          for (const text of texts) {
            expect(scanText(scanner, text)).toBe(true);
            const value: unknown = JSON.parse(text);
            for (const [slot, each] of pointers.entries()) {
              expect(plainAt(scanner, slot), `${each} of ${text}`).toEqual(
                toPlain(valueAt(value, each)),
              );
            }
          }
        },
      ),
      { numRuns: 1500 },
    );
  });

  it("accepts what JSON.parse accepts, after any change of one character", () => {
    const edit = fc.tuple(
      fc.nat(),
      fc.constantFrom("", "{", "]", ",", ":", '"', "0", "-", "e", "\u0001", "x"),
    );
    fc.assert(
      fc.property(
        jsonText,
        edit,
        fc.uniqueArray(pointer, { maxLength: 6 }),
        (text, [at, by], all) => {
          const place = at % text.length;
          const edited = text.slice(0, place) + by + text.slice(place + 1);
          const accepted = scanText(createScanner(all), edited);
          // Names with escapes are refused, whose frames are written again.
          if (accepted || !edited.includes("\\"))
            expect(accepted).toBe(parse(edited) !== undefined);
        },
      ),
      { numRuns: 3000 },
    );
  });

  const frames: readonly (readonly [text: string, pointer: string, want: unknown])[] = [
    ['{"a":{"b":1},"a":2}', "/a/b", undefined],
    ['{"a":{"b":1},"a":{"c":2}}', "/a/b", undefined],
    ['{"a":1,"b":2,"a":3}', "/a", 3],
    ["[]", "/-1", undefined],
    ["[1]", "/-2", undefined],
    ["[1,2,3]", "/-1", 3],
    ["[1,2,3]", "/-3", 1],
    ["[1,[2,3]]", "/-1/-1", 3],
    ["[[],[{}]]", "/1/0", "an object"],
    [" [ 1 , 2 ] ", "/1", 2],
    ['{"n":9007199254740993}', "/n", 9007199254740992],
    ['{"s":"\\u0061\\n"}', "/s", "a\n"],
    ['"text"', "", "text"],
    ["5", "", 5],
  ];
  it.each(frames)("reads from %s at %s: %j", (text, at, want) => {
    const scanner = createScanner([at]);
    expect(scanText(scanner, text)).toBe(true);
    expect(plainAt(scanner, 0)).toEqual(want);
  });

  it.each([
    "",
    " ",
    "{",
    '{"a"',
    '{"a":',
    '{"a":1,}',
    "[1,]",
    "[1 2]",
    '{"a" 1}',
    "01",
    "1.",
    "-",
    "tru",
    '"\\x"',
    '"\\u12g4"',
    '"\n"',
    "{}{}",
    "nul",
    "{1:2}",
    '{"\\u0061":1}',
  ])("refuses %j", (text) => {
    expect(scanText(createScanner(["/a", "/0", "/-1"]), text)).toBe(false);
  });

  it("rejects too deep nesting, whether the value is needed or not", () => {
    const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    for (const pointers of [[], ["/0/0/0"], ["/-1/-1"], [`/0`.repeat(80)]]) {
      expect(scanText(createScanner(pointers), nested(60))).toBe(true);
      expect(scanText(createScanner(pointers), nested(100_000))).toBe(false);
      expect(scanText(createScanner(pointers), '{"a":'.repeat(100_000))).toBe(false);
    }
  });

  it("reads objects with more names than it remembers", () => {
    const scanner = createScanner(["/n99", "/n0"]);
    const entries = Array.from({ length: 100 }, (_, at) => [`n${at}`, at] as const);
    for (const order of [entries, entries.toReversed(), entries]) {
      expect(scanText(scanner, JSON.stringify(Object.fromEntries(order)))).toBe(true);
      expect([plainAt(scanner, 0), plainAt(scanner, 1)]).toEqual([99, 0]);
    }
  });

  it("forgets the frame before", () => {
    const scanner = createScanner(["/a"]);
    scanText(scanner, '{"a":1}');
    scanText(scanner, '{"b":1}');
    expect(scanner.kinds[0]).toBe(KIND.absent);
  });
});

describe("a scanner of levels", () => {
  const object: LevelShapeRule = { form: "object", price: "p", quantity: "q", single: true };
  const tuple: LevelShapeRule = { form: "tuple", price: 0, count: 1, quantity: 2, single: true };
  const list: LevelShapeRule = { form: "tuple", price: 0, count: 1, quantity: 2 };
  const pairs: LevelShapeRule = { form: "tuple", price: 0, quantity: 1 };

  type Level = readonly [price: number, quantity: number, extra: number];
  function read(
    text: string,
    rules: readonly LevelShapeRule[],
    pointers: readonly string[],
    before = "{}",
  ): (readonly Level[] | undefined)[] {
    const targets = rules.map((rule) => ({
      pointer: "/1",
      shape: levelShape(rule),
      columns: new DecimalColumns(),
    }));
    const scanner = new FrameScanner(pointers, targets);
    scanText(scanner, before);
    expect(scanText(scanner, text)).toBe(true);
    return targets.map(({ columns }, target) =>
      scanner.filled[target] === 0
        ? undefined
        : Array.from({ length: columns.count }, (_, at) => [
            (columns.price.mantissas[at] as number) / 10 ** (columns.price.scales[at] as number),
            (columns.quantity.mantissas[at] as number) /
              10 ** (columns.quantity.scales[at] as number),
            columns.extras[at] as number,
          ]),
    );
  }

  const frames: readonly (readonly [string, LevelShapeRule, readonly Level[] | undefined])[] = [
    ['[0,{"p":"0.5","q":2}]', object, [[0.5, 2, 0]]],
    ['[0,{"x":{"p":9},"q":2,"p":"0.5","y":[]}]', object, [[0.5, 2, 0]]],
    ['[0,{"p":1,"q":2,"p":3}]', object, [[3, 2, 0]]],
    ['[0,{"p":1,"q":2,"p":"no"}]', object, undefined],
    ['[0,{"p":1,"q":2,"p":{}}]', object, undefined],
    ['[0,{"p":1}]', object, undefined],
    ['[0,{"p":true,"q":2}]', object, undefined],
    ["[0,[1,2,3]]", object, undefined],
    ["[0,{}]", object, undefined],
    ["[0,[1.5,2,-3]]", tuple, [[1.5, -3, 2]]],
    ["[0,[1.5,2,-3,{}]]", tuple, [[1.5, -3, 2]]],
    ["[0,[1.5,2]]", tuple, undefined],
    ["[0,[]]", tuple, undefined],
    ["[0,[1.5,2.5,3]]", tuple, undefined],
    ['[0,{"0":1,"1":2,"2":3}]', tuple, undefined],
    [
      "[0,[[1,2,3],[4,5,6]]]",
      list,
      [
        [1, 3, 2],
        [4, 6, 5],
      ],
    ],
    ["[0,[]]", list, []],
    ["[0,[1,2,3]]", list, undefined],
    ['[0,["a"]]', pairs, undefined],
    ['[0,[["1","2"],["3"]]]', pairs, undefined],
  ];
  it.each(frames)("reads from %s by %j: %j", (text, rule, want) => {
    const all = [[], ["/1/0", "/1", "/1/-1", "/-1"], ["/1/p", "/1/0/1"]];
    for (const pointers of all) {
      for (const before of ["{}", text, "[0,[7,8,9]]", '[0,{"p":7,"q":8}]']) {
        expect(read(text, [rule], pointers, before)).toEqual([want]);
      }
    }
  });

  it("reads a list and a level at the same place, and the elements of both", () => {
    const rules = [tuple, list];
    expect(read("[7,[1,2,3],9]", rules, ["/1/0", "/-1"])).toEqual([[[1, 3, 2]], undefined]);
    expect(read("[7,[[1,2,3]],9]", rules, ["/1/0", "/1/0/2"])).toEqual([undefined, [[1, 3, 2]]]);
    const scanner = new FrameScanner(
      ["/1/0/2", "/-1"],
      [{ pointer: "/1", shape: levelShape(list), columns: new DecimalColumns() }],
    );
    expect(scanText(scanner, "[7,[[1,2,3],[4,5,6]],9]")).toBe(true);
    expect([plainAt(scanner, 0), plainAt(scanner, 1)]).toEqual([3, 9]);
  });

  it("counts the last of two lists with one name", () => {
    const columns = new DecimalColumns();
    const scanner = new FrameScanner([], [{ pointer: "/b", shape: levelShape(pairs), columns }]);
    expect(scanText(scanner, '{"b":[["1","2"]],"b":[["3","4"],["5","6"]]}')).toBe(true);
    expect([scanner.filled[0], columns.count]).toEqual([1, 2]);
    expect(scanText(scanner, '{"b":[["1","2"]],"b":7}')).toBe(true);
    expect(scanner.filled[0]).toBe(0);
  });
});
