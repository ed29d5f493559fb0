// The checksum of a Bitfinex book (docs: WebSocket Checksum): the first 25 bids and asks in turn, each
// as `key:amount`, joined by colons, as CRC-32 in a signed integer. The key is the price or, in a
// raw book, the number of the order; the amount of an ask is negative. A side that is shorter is
// left out where it ends. Numbers are written as JavaScript writes them.

import { crc32 } from "node:zlib";

/** A line of a book: its key and its signed amount. */
export type ChecksumRow = readonly [key: number, amount: number];

const COVERED = 25;

/** Returns the text that the checksum is computed of. */
export function checksumText(bids: readonly ChecksumRow[], asks: readonly ChecksumRow[]): string {
  const parts: number[] = [];
  for (let at = 0; at < COVERED; at += 1) {
    parts.push(...(bids[at] ?? []), ...(asks[at] ?? []));
  }
  return parts.join(":");
}

/**
 * Returns the signed checksum of a book, whose sides are sorted best first.
 *
 * @example
 * bookChecksum([[6000, 1], [5900, 2]], [[6100, -3], [6200, -4]]); // 1756193398
 */
export function bookChecksum(bids: readonly ChecksumRow[], asks: readonly ChecksumRow[]): number {
  return crc32(checksumText(bids, asks)) | 0;
}
