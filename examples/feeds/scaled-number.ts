// Prices and amounts of simulated markets are integers, so that sums and comparisons are exact. Here
// they become text: `units` of 10^-`decimals`.

/** Writes all decimals, such as `0.00100000`. */
export function fixedText(units: number | bigint, decimals: number): string {
  const digits = String(units)
    .replace("-", "")
    .padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const text = decimals === 0 ? digits : `${whole}.${digits.slice(digits.length - decimals)}`;
  return units < 0 ? `-${text}` : text;
}

/** Writes canonical decimal text, such as `0.001`: no trailing zeros and no exponent. */
export function decimalText(units: number | bigint, decimals: number): string {
  const text = fixedText(units, decimals);
  if (decimals === 0) return text;
  let end = text.length;
  while (text[end - 1] === "0") end -= 1;
  if (text[end - 1] === ".") end -= 1;
  return text.slice(0, end);
}

/** Returns the nearest number, which JavaScript writes with an exponent if it is below 10^-6. */
export function toNumber(units: number, decimals: number): number {
  return Number(fixedText(units, decimals));
}
