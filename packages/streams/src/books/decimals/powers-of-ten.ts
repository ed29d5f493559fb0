/** The largest number of fraction digits of a decimal in columns. */
export const MAX_SCALE = 255;

/** The powers of ten, by their exponent. Powers above 10^22 are not exact. */
export const POWERS_OF_TEN: Float64Array = /* @__PURE__ */ Float64Array.from(
  { length: MAX_SCALE + 1 },
  (_, exponent) => Number(`1e${exponent}`),
);
