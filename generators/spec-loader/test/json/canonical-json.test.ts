import { canonicalJson, compareCodePoints, sortedKeys } from "@specwright/spec-loader";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("compareCodePoints", () => {
  const cases: readonly (readonly [left: string, right: string, want: number])[] = [
    ["a", "a", 0],
    ["a", "b", -1],
    ["a", "ab", -1],
    ["B", "a", -1],
    ["\uffff", "\u{1f600}", -1],
    ["\u{1f600}", "\u{1f601}", -1],
    ["", "a", -1],
  ];
  test.each(cases)("%o and %o", (left, right, want) => {
    expect(Math.sign(compareCodePoints(left, right))).toBe(want);
    expect(Math.sign(compareCodePoints(right, left))).toBe(want === 0 ? 0 : -want);
  });

  test("agrees with the order of code point arrays", () => {
    const points = (text: string): number[] => Array.from(text, (char) => char.codePointAt(0) ?? 0);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (left, right) => {
        const [a, b] = [points(left), points(right)];
        const at = a.findIndex((point, index) => point !== b[index]);
        const want = at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
        expect(Math.sign(compareCodePoints(left, right))).toBe(Math.sign(want));
      }),
    );
  });
});

describe("canonicalJson", () => {
  test("sorts keys at every depth and keeps arrays", () => {
    const value = { b: [{ d: 1, c: 2 }, 1], a: null };
    expect(JSON.stringify(canonicalJson(value))).toBe('{"a":null,"b":[{"c":2,"d":1},1]}');
  });

  test("keeps an own __proto__ key as plain data", () => {
    const value = canonicalJson(JSON.parse('{"z":1,"__proto__":{"polluted":true}}'));
    expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":true},"z":1}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test("copies a shared value once, however often it is used", () => {
    let value: unknown = {};
    for (let depth = 0; depth < 100; depth += 1) value = { a: value, b: value };
    const copy = canonicalJson(value as never) as { a: unknown; b: unknown };
    expect(copy.a).toBe(copy.b);
  });

  test("sortedKeys puts index-like keys in code point order, too", () => {
    expect(sortedKeys({ "9": 1, "10": 1, a: 1, "-": 1 })).toStrictEqual(["-", "10", "9", "a"]);
  });
});
