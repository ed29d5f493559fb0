import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Count,
  countAt,
  isEqual,
  nextCount,
  textAt,
} from "../../../../src/client/topics/reading/frame-values.ts";
import { createScanner, scanText } from "./read-frame.ts";

function read<Value>(
  json: string,
  by: (scanner: ReturnType<typeof createScanner>, slot: number) => Value,
) {
  const scanner = createScanner([""]);
  expect(scanText(scanner, json)).toBe(true);
  return by(scanner, 0);
}

describe("the text of a value", () => {
  const cases: readonly (readonly [json: string, want: string | undefined])[] = [
    ['"abc"', "abc"],
    ['""', ""],
    ['"\\u0061\\"\\\\"', 'a"\\'],
    ['"\\ud83d\\ude00 €"', "😀 €"],
    ['"\\ud83d"', "\ud83d"],
    ['"\ufeffé"', "\ufeffé"],
    ["-1.50e3", "-1.50e3"],
    ["true", "true"],
    ["false", "false"],
    ["null", undefined],
    ["{}", undefined],
    ['["a"]', undefined],
  ];
  it.each(cases)("of %s is %j", (json, want) => {
    expect(read(json, textAt)).toBe(want);
  });

  it("is what JSON.parse returns", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(read(JSON.stringify(text), textAt)).toBe(text);
      }),
    );
  });

  it("is undefined for an absent value", () => {
    expect(textAt(createScanner(["/a"]), 0)).toBeUndefined();
    expect(textAt(createScanner([]), 0)).toBeUndefined();
    expect(countAt(createScanner(["/a"]), 0)).toBeUndefined();
  });
});

describe("the count of a value", () => {
  const cases: readonly (readonly [json: string, want: Count | undefined])[] = [
    ["12", 12],
    ['"12"', 12],
    ["-5", -5],
    ["0", 0],
    ["999999999999999", 999_999_999_999_999],
    ["9007199254740993", 9_007_199_254_740_993n],
    ['"-18446744073709551615"', -18_446_744_073_709_551_615n],
    ["1.5", undefined],
    ["1e3", undefined],
    ['""', undefined],
    ['"-"', undefined],
    ['" 1"', undefined],
    ['"\\u0031"', undefined],
    ["true", undefined],
    ["null", undefined],
    ["[1]", undefined],
  ];
  it.each(cases)("of %s is %s", (json, want) => {
    expect(read(json, countAt)).toBe(want);
  });

  it("is exact for integers of any size", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
        fc.boolean(),
        (value, quoted) => {
          const count = read(quoted ? `"${value}"` : `${value}`, countAt);
          expect(BigInt(count ?? Number.NaN)).toBe(value);
        },
      ),
    );
  });
});

describe("counts", () => {
  it("continue beyond the range of a double", () => {
    for (const start of [0n, 2n ** 53n - 3n, 2n ** 64n]) {
      let count: Count = start > 2n ** 53n ? start : Number(start);
      for (let step = 1n; step < 8n; step += 1n) {
        count = nextCount(count);
        expect(BigInt(count)).toBe(start + step);
      }
    }
  });

  it("are equal whatever their types", () => {
    expect(isEqual(5, 5n)).toBe(true);
    expect(isEqual(5n, 6)).toBe(false);
  });
});
