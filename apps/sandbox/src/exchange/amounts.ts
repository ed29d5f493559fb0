// All amounts are integers of type bigint. Their unit is a billionth ("nano"), so that nothing is
// rounded by accident.

/** One unit of currency. It is also the value of a contract whose outcome came true. */
export const UNIT = 1_000_000_000n;
/** The smallest step of a price: 0.01. */
export const TICK = 10_000_000n;
/** The smallest step of a quantity: half a contract. With it, every cost and fee is an integer. */
export const LOT = 500_000_000n;

/** Multiplies a price by a quantity. */
export function totalPrice(price: bigint, qty: bigint): bigint {
  return (price * qty) / UNIT;
}

/** Returns the taker fee: 0.2% of the cost. */
export function takerFee(cost: bigint): bigint {
  return (cost * 2n) / 1000n;
}

/** Returns the smaller of two amounts. */
export function smallerAmount(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
