import fc from "fast-check";
import { expect, test } from "vitest";
import { timestamp } from "../src/timestamp.ts";

test.each([
  [0, "1970-01-01T00:00:00.000Z"],
  [-1, "1969-12-31T23:59:59.999Z"],
  [1_651_492_799_009, "2022-05-02T11:59:59.009Z"],
  [1_709_251_199_999, "2024-02-29T23:59:59.999Z"],
  [253_402_300_799_999, "9999-12-31T23:59:59.999Z"],
])("formats %d", (milliseconds, want) => {
  expect(timestamp(milliseconds)).toBe(want);
});

test("formats as Date does", () => {
  const moments = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 });
  fc.assert(
    fc.property(moments, (milliseconds) => {
      expect(timestamp(milliseconds)).toBe(new Date(milliseconds).toISOString());
    }),
    { numRuns: 5_000 },
  );
});

test("throws RangeError for invalid times", () => {
  expect(() => timestamp(Number.NaN)).toThrow(RangeError);
});
