import {
  addDecimals,
  compareDecimals,
  DecimalError,
  decimalFromNanos,
  decimalFromWire,
  decimalToNanos,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  negateDecimal,
  parseDecimal,
  subtractDecimals,
} from "@specwright/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const limit = 2n ** 63n * 1_000_000_000n;
const nanos = fc.oneof(
  fc.bigInt({ min: -limit + 1n, max: limit - 1n }),
  fc.bigInt({ min: -3_000_000_000n, max: 3_000_000_000n }),
);

function code(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof DecimalError) return error.code;
    throw error;
  }
  return "accepted";
}

describe("Decimal", () => {
  const texts: readonly [text: string, units: bigint, nanos: number, shortest?: string][] = [
    ["0", 0n, 0],
    ["-0", 0n, 0, "0"],
    ["1.25", 1n, 250_000_000],
    ["-1.25", -1n, -250_000_000],
    ["-0.000000001", 0n, -1],
    ["1.10", 1n, 100_000_000, "1.1"],
    ["007", 7n, 0, "7"],
    ["9223372036854775807.999999999", 9223372036854775807n, 999_999_999],
    ["-9223372036854775808", -9223372036854775808n, 0],
  ];
  it.each(texts)("reads %s", (text, units, part, shortest = text) => {
    expect(parseDecimal(text)).toEqual({ units, nanos: part });
    expect(formatDecimal(parseDecimal(text))).toBe(shortest);
  });

  it.each([
    "",
    "+1",
    "1.",
    ".5",
    "1e3",
    "1,5",
    " 1",
    "1.0000000001",
    "0x1",
    "--1",
    "1\n",
    "\u0661",
  ])("refuses %j", (text) => {
    expect(code(() => parseDecimal(text))).toBe("decimal_syntax");
  });

  const wires: readonly [units: bigint, nanos: number, want: string][] = [
    [1n, 5, "accepted"],
    [0n, -5, "accepted"],
    [-1n, 0, "accepted"],
    [-1n, 5, "decimal_sign"],
    [1n, -5, "decimal_sign"],
    [0n, 1_000_000_000, "decimal_range"],
    [0n, 0.5, "decimal_range"],
    [0n, Number.NaN, "decimal_range"],
    [2n ** 63n, 0, "decimal_range"],
    [-(2n ** 63n) - 1n, 0, "decimal_range"],
  ];
  it.each(wires)("takes %s and %s from the wire: %s", (units, part, want) => {
    expect(code(() => decimalFromWire({ units, nanos: part }))).toBe(want);
  });

  it("compares by value, mixed signs included", () => {
    expect(compareDecimals({ units: -1n, nanos: 5 }, { units: 0n, nanos: -999_999_995 })).toBe(0);
    expect(compareDecimals({ units: 1n, nanos: 0 }, { units: 0n, nanos: 999_999_999 })).toBe(1);
    expect(compareDecimals({ units: 0n, nanos: -1 }, { units: 0n, nanos: 0 })).toBe(-1);
  });

  it("compares as the integers do, whatever the signs of the parts", () => {
    const part = fc.integer({ min: -999_999_999, max: 999_999_999 });
    const units = fc.oneof(
      fc.bigInt({ min: -2n, max: 2n }),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    );
    const pair = fc.record({ units, nanos: part });
    fc.assert(
      fc.property(pair, pair, (left, right) => {
        const a = decimalToNanos(left);
        const b = decimalToNanos(right);
        expect(compareDecimals(left, right)).toBe(a < b ? -1 : a > b ? 1 : 0);
        expect(compareDecimals(left, { ...left })).toBe(0);
      }),
    );
  });

  it("survives nanos, text and wire", () => {
    fc.assert(
      fc.property(nanos, (value) => {
        const decimal = decimalFromNanos(value);
        expect(decimalToNanos(decimal)).toBe(value);
        expect(decimalFromWire(decimal)).toEqual(decimal);
        expect(parseDecimal(formatDecimal(decimal))).toEqual(decimal);
        expect(Object.is(decimal.nanos, -0)).toBe(false);
      }),
    );
  });

  it("calculates as integers do", () => {
    const small = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n });
    fc.assert(
      fc.property(small, small, (a, b) => {
        const left = decimalFromNanos(a);
        const right = decimalFromNanos(b);
        expect(decimalToNanos(addDecimals(left, right))).toBe(a + b);
        expect(decimalToNanos(subtractDecimals(left, right))).toBe(a - b);
        expect(decimalToNanos(negateDecimal(left))).toBe(-a);
        const down = decimalToNanos(multiplyDecimals(left, right, "down"));
        expect(down).toBe((a * b) / 10n ** 9n);
        const up = decimalToNanos(multiplyDecimals(left, right, "up"));
        expect(absolute(up) - absolute(down)).toBe((a * b) % 10n ** 9n === 0n ? 0n : 1n);
        const even = decimalToNanos(multiplyDecimals(left, right, "half_even"));
        expect(absolute(even * 10n ** 9n - a * b) * 2n <= 10n ** 9n).toBe(true);
      }),
    );
  });

  it("divides as integers do", () => {
    const small = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n });
    const divisor = fc.oneof(
      small,
      fc.bigInt({ min: -20n, max: 20n }).map((n) => n * 10n ** 8n),
    );
    fc.assert(
      fc.property(small, divisor, (a, b) => {
        fc.pre(b !== 0n && absolute((a * 10n ** 9n) / b) < limit - 1n);
        const left = decimalFromNanos(a);
        const right = decimalFromNanos(b);
        const exact = a * 10n ** 9n;
        const down = decimalToNanos(divideDecimals(left, right, "down"));
        expect(down).toBe(exact / b);
        const up = decimalToNanos(divideDecimals(left, right, "up"));
        expect(absolute(up - down)).toBe(exact % b === 0n ? 0n : 1n);
        expect(absolute(up * b) >= absolute(exact)).toBe(true);
        const even = decimalToNanos(divideDecimals(left, right, "half_even"));
        expect(absolute(even * b - exact) * 2n <= absolute(b)).toBe(true);
      }),
    );
  });

  const quotients: readonly [string, string, "down" | "up" | "half_even", string][] = [
    ["1", "3", "down", "0.333333333"],
    ["1", "3", "up", "0.333333334"],
    ["-2", "3", "half_even", "-0.666666667"],
    ["2", "-3", "up", "-0.666666667"],
    ["-2", "-3", "down", "0.666666666"],
    ["0.000000001", "2", "half_even", "0"],
    ["0.000000003", "2", "half_even", "0.000000002"],
    ["0.000000003", "-2", "half_even", "-0.000000002"],
    ["0", "-7", "up", "0"],
    ["152.5", "250", "half_even", "0.61"],
  ];
  it.each(quotients)("divides %s by %s, rounded %s: %s", (left, right, rounding, want) => {
    const quotient = divideDecimals(parseDecimal(left), parseDecimal(right), rounding);
    expect(formatDecimal(quotient)).toBe(want);
  });

  it("rounds halves to even", () => {
    const half = { units: 0n, nanos: 500_000_000 };
    const products: readonly [nanos: number, want: number][] = [
      [1, 0],
      [3, 2],
      [-1, 0],
      [-3, -2],
      [2, 1],
    ];
    for (const [given, want] of products) {
      const product = multiplyDecimals({ units: 0n, nanos: given }, half, "half_even");
      expect(product).toEqual({ units: 0n, nanos: want });
    }
  });

  it("refuses results that do not fit", () => {
    const most = decimalFromNanos(limit - 1n);
    expect(code(() => addDecimals(most, most))).toBe("decimal_range");
    expect(code(() => multiplyDecimals(most, most, "down"))).toBe("decimal_range");
    expect(code(() => divideDecimals(most, parseDecimal("0.5"), "down"))).toBe("decimal_range");
    expect(code(() => divideDecimals(most, parseDecimal("0"), "down"))).toBe("decimal_division");
  });
});

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
