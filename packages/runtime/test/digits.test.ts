import fc from "fast-check";
import { expect, test } from "vitest";
import { exactInteger } from "../src/json/digits.ts";
import { readIntegers } from "../src/json/exact-json.ts";
import { parseAnyJson, parseExactly, readJson } from "../src/json/parse-json.ts";

/** Revives the integers of an array, as a generated codec does. */
function revived(text: string): unknown {
  return readJson(text, {}, (value, digits) =>
    Array.isArray(value) ? value.map((item: unknown) => exactInteger(item, digits)) : value,
  );
}

test("integers of every length keep their digits", () => {
  const digits = fc.integer({ min: 0, max: 25 }).chain((length) =>
    fc
      .tuple(
        fc.constantFrom("", "-"),
        fc.constantFrom("1", "9", "92233720368", "90071992547"),
        fc.string({
          unit: fc.constantFrom(..."0123456789"),
          minLength: length,
          maxLength: length,
        }),
      )
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(fc.array(digits, { maxLength: 6 }), fc.string(), (integers, padding) => {
      const text = `[${[...integers, JSON.stringify(padding)].join(",")}]`;
      expect(revived(text)).toEqual([...integers.map(BigInt), padding]);
    }),
  );
});

test.each([
  "9223372036854775807",
  "-9223372036854775808",
  "9223372036854775808",
  "18446744073709551615",
  "9007199254740991",
  "9007199254740992",
  "9007199254740993",
  "1e3",
  "1E+20",
  "12345678901234567890e-3",
  "12345678901234567.5",
  "0.12345678901234567",
  '"12345678901234567890"',
  '"x 1e5, y"',
  '"a3e45"',
  `1${"0".repeat(300)}`,
])("%s is read exactly", (value) => {
  for (const text of [value, `[${value}]`, `{"a":1, "b" : ${value} }`]) {
    const exactly = parseExactly(text, {}, readIntegers);
    expect(parseAnyJson(text, {})).toEqual(exactly);
  }
});

test("an integer beyond every double is refused at once", () => {
  const text = `[${"9".repeat(1_000_000)}]`;
  expect(() => parseAnyJson(text, {})).toThrow("range");
});

test("text may hold many brackets, and nest as deep as it may", () => {
  const wide = JSON.stringify({ levels: Array.from({ length: 600 }, () => [{}]) });
  expect(parseAnyJson(wide, {})).toEqual(JSON.parse(wide));
  const text = JSON.stringify("[{".repeat(2000));
  expect(parseAnyJson(text, {})).toBe("[{".repeat(2000));
  for (const [open, close] of ["[]", '{"a":}'].map((pair) => [pair.slice(0, -1), pair.slice(-1)])) {
    const nested = (depth: number): string => `${open?.repeat(depth)}1${close?.repeat(depth)}`;
    expect(() => parseAnyJson(nested(512), {})).not.toThrow();
    expect(() => parseAnyJson(nested(513), {})).toThrow("deep");
  }
});
