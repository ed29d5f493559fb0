// The checksum of a Kraken book (docs: Book checksum, WebSocket v2): the ten best asks from low to
// high, then the ten best bids from high to low; of each, price and quantity as they are sent, without
// the point and without leading zeros; CRC-32 as an unsigned integer.

import { crc32 } from "node:zlib";

/** A level with its numbers as they are sent. */
export type SentLevel = readonly [price: string, quantity: string];

/** The number of levels of each side that the checksum covers, whatever the depth. */
export const COVERED_LEVELS = 10;

/**
 * Returns the checksum of a book, whose sides are sorted best first.
 *
 * @example
 * bookChecksum([["45283.5", "0.10000000"]], [["45285.2", "0.00100000"]]);
 */
export function bookChecksum(bids: readonly SentLevel[], asks: readonly SentLevel[]): number {
  const text = [asks, bids].flatMap((side) => side.slice(0, COVERED_LEVELS).map(levelText));
  return crc32(text.join(""));
}

function levelText(level: SentLevel): string {
  return level.map((digits) => digits.replace(".", "").replace(/^0+/, "")).join("");
}
