import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareExact,
  type ExactDecimal,
  readExact,
  subtractExact,
  writeExact,
} from "../../../src/server/topics/books/exact-decimal.ts";

describe("a decimal", () => {
  it.each([
    ["0.50", "0.50"],
    ["0.00", "0.00"],
    ["12", "12"],
    ["-0.05", "-0.05"],
    ["1e3", "1000"],
    ["1.25E1", "12.5"],
    ["5e-8", "0.00000005"],
    [{ units: 1n, nanos: 500_000_000 }, "1.5"],
  ])("%o is written as %s", (given, want) => {
    expect(writeExact(readExact(given))).toBe(want);
  });

  it.each(["", "1.", ".5", "abc", "+1", "1 ", "1e-999", "1e9999", "0x10"])("is not %j", (text) => {
    expect(() => readExact(text)).toThrow("invalid_level");
  });

  const decimals = fc
    .record({ mantissa: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), scale: fc.nat(20) })
    .map((each): ExactDecimal => each);

  it("keeps its digits", () => {
    fc.assert(
      fc.property(decimals, (given) => {
        expect(readExact(writeExact(given))).toEqual(given);
      }),
    );
  });

  it("is compared and subtracted by its value", () => {
    fc.assert(
      fc.property(decimals, decimals, (left, right) => {
        const scale = Math.max(left.scale, right.scale);
        const at = (each: ExactDecimal): bigint =>
          each.mantissa * 10n ** BigInt(scale - each.scale);
        const difference = at(left) - at(right);
        expect(subtractExact(left, right)).toEqual({ mantissa: difference, scale });
        expect(BigInt(compareExact(left, right)) * difference >= 0n).toBe(true);
        expect(compareExact(left, right) === 0).toBe(difference === 0n);
      }),
    );
  });
});
