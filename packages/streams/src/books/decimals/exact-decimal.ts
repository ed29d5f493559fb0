import { type Decimal, decimalFromNanos, decimalToNanos } from "@specwright/runtime";
import { BookError } from "../book-error.ts";

const TOO_FINE =
  "A price or quantity of the book has more than nine decimals, which a Decimal cannot hold. Read `priceText` and `qtyText` of the level instead.";

/**
 * Converts a mantissa and its scale to a Decimal.
 *
 * @throws BookError `book_decimal` if the number has more than nine fraction digits.
 */
export function exactDecimal(mantissa: bigint, scale: number): Decimal {
  if (scale <= 9) return decimalFromNanos(mantissa * 10n ** BigInt(9 - scale));
  const unit = 10n ** BigInt(scale - 9);
  if (mantissa % unit !== 0n) throw new BookError("book_decimal", TOO_FINE);
  return decimalFromNanos(mantissa / unit);
}

/**
 * Converts a Decimal to a mantissa. Returns undefined if the Decimal has more fraction digits than `scale`.
 */
export function mantissaAtScale(value: Decimal, scale: number): bigint | undefined {
  const nanos = decimalToNanos(value);
  if (scale >= 9) return nanos * 10n ** BigInt(scale - 9);
  const unit = 10n ** BigInt(9 - scale);
  return nanos % unit === 0n ? nanos / unit : undefined;
}
