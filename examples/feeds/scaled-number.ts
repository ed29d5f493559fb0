// Prices and amounts of simulated markets are integers, so that sums and comparisons are exact. Here
// they become text: `units` of 10^-`decimals`.

/** Writes all decimals, such as `0.00100000`. */
export function fixedText(units: number, decimals: number): string {
  const digits = String(Math.abs(units)).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const text = decimals === 0 ? digits : `${whole}.${digits.slice(digits.length - decimals)}`;
  return units < 0 ? `-${text}` : text;
}

/** Writes canonical decimal text, such as `0.001`: no trailing zeros and no exponent. */
export function decimalText(units: number, decimals: number): string {
  const text = fixedText(units, decimals);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** Returns the nearest number, which JavaScript writes with an exponent if it is below 10^-6. */
export function toNumber(units: number, decimals: number): number {
  return Number(fixedText(units, decimals));
}
