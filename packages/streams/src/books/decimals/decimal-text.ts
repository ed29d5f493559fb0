import { POWERS_OF_TEN } from "./powers-of-ten.ts";

/**
 * Returns the canonical text of a decimal. It has no exponent, no zeros at the end of the fraction, and no
 * dot without a fraction.
 */
export function decimalText(mantissa: number | bigint, scale: number): string {
  const negative = mantissa < 0;
  const digits = String(negative ? -mantissa : mantissa);
  if (scale === 0) return negative ? `-${digits}` : digits;
  const padded = digits.padStart(scale + 1, "0");
  const dot = padded.length - scale;
  let end = padded.length;
  while (end > dot && padded.charCodeAt(end - 1) === 0x30) end--;
  const whole = padded.slice(0, dot);
  const text = end === dot ? whole : `${whole}.${padded.slice(dot, end)}`;
  return negative ? `-${text}` : text;
}

/**
 * Removes zeros at the end of a mantissa. Returns the mantissa at a scale that is smaller by `digits`.
 */
export function lowerScale(mantissa: number | bigint, digits: number): number | bigint {
  if (digits === 0) return mantissa;
  if (typeof mantissa === "bigint") return mantissa / 10n ** BigInt(digits);
  return mantissa === 0 ? 0 : mantissa / (POWERS_OF_TEN[digits] as number);
}
