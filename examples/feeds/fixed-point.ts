// Decimal numbers as integers of their last place, so that books never see a binary fraction.

/** Returns the number with exactly `decimals` (at least 1) places: 1234n and 2 are "12.34". */
export function fixedText(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, -decimals);
  return `${units < 0n ? "-" : ""}${whole}.${digits.slice(-decimals)}`;
}

/** Returns the number without trailing zeros: 1230n and 2 are "12.3", and 1200n is "12". */
export function plainText(units: bigint, decimals: number): string {
  return fixedText(units, decimals).replace(/\.?0+$/, "");
}
