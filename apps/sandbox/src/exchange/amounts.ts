// Amounts are bigint billionths ("nanos") throughout, so that nothing is ever rounded by accident.

/** Is one unit of currency, and what a contract that came true is worth. */
export const UNIT = 1_000_000_000n;
/** Is the least step of a price: 0.01. */
export const TICK = 10_000_000n;
/** Is the least step of a quantity: half a contract, so that every cost and fee is exact. */
export const LOT = 500_000_000n;

/** Multiplies a price with a quantity. */
export function costOf(price: bigint, qty: bigint): bigint {
  return (price * qty) / UNIT;
}

/** Gives the fee of whoever takes liquidity: 0.2% of what changes hands. */
export function takerFee(cost: bigint): bigint {
  return (cost * 2n) / 1000n;
}

/** Gives the smaller of two amounts. */
export function least(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
