import type { MarketShape } from "../../moving-market.ts";

/** A market of the simulated exchange: prices and quantities have 8 decimals on the wire. */
export interface SymbolShape extends MarketShape {
  readonly base: string;
  readonly quote: string;
  /** The size of a tick and of a lot, in hundred-millionths. */
  readonly tickSize: bigint;
  readonly lotSize: bigint;
}

/** The decimals of prices and quantities. */
export const DECIMALS = 8;

/** Hundred-millionths in one. */
export const ONE = 10n ** BigInt(DECIMALS);

/**
 * Returns the markets, with about `levels` levels on each side: one of large prices and small
 * quantities, one of many decimals, and one of tiny prices and quantities of 12 digits.
 */
export function symbolShapes(levels: number): readonly SymbolShape[] {
  const sides = { levels, leastLevels: Math.min(3, levels), lowestTick: 1 };
  return [
    {
      ...sides,
      base: "BTC",
      quote: "USDT",
      tickSize: 1_000_000n,
      lotSize: 1_000n,
      startTick: 6_712_345,
      highestTick: 100_000_000,
      mostLots: 9_000_000n,
    },
    {
      ...sides,
      base: "ETH",
      quote: "BTC",
      tickSize: 1_000n,
      lotSize: 10_000n,
      startTick: 3_987,
      highestTick: 10_000_000,
      mostLots: 40_000_000n,
    },
    {
      ...sides,
      base: "PEPE",
      quote: "USDT",
      tickSize: 1n,
      lotSize: ONE,
      startTick: 1_234,
      highestTick: 100_000_000,
      mostLots: 999_999_999_999n,
    },
  ];
}
