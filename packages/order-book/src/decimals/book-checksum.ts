import { crc32 } from "./crc-32.ts";
import type { DecimalBook } from "./decimal-book.ts";
import { DecimalColumns } from "./decimal-columns.ts";
import type { DecimalColumn } from "./scan-decimal.ts";
import { type NumberFormat, writeDecimal } from "./write-decimal.ts";

/**
 * What a venue's checksum of a book covers: the CRC-32 of the prices and quantities of the best
 * levels as text.
 *
 * @example
 * ```ts
 * const kraken: ChecksumRule = { levels: 10, layout: "asksThenBids", format: "digits" };
 * const bitfinex: ChecksumRule = {
 *   levels: 25,
 *   layout: "interleaved",
 *   format: "ecmascript",
 *   joiner: ":",
 *   negativeAsks: true,
 *   signed: true,
 * };
 * ```
 */
export interface ChecksumRule {
  /** The number of levels of each side. */
  readonly levels: number;
  /**
   * All asks and then all bids, or the best bid, the best ask, the second bid and so on, for as long
   * as either side has a level.
   */
  readonly layout: "asksThenBids" | "interleaved";
  /**
   * How numbers are written. `digits`: the digits of the wire without dot and leading zeros, which
   * needs a book that keeps digits. `shortest`: without exponent and zeros at the end. `ecmascript`:
   * as JavaScript writes the number, with an exponent below 1e-6.
   */
  readonly format: NumberFormat;
  /** The text between two numbers. Default none. */
  readonly joiner?: string;
  /** Whether the quantities of asks have a minus. Default false. */
  readonly negativeAsks?: boolean;
  /** Whether the checksum is an int32 instead of a uint32. Default false. */
  readonly signed?: boolean;
}

/** The most bytes of a number: sign, 255 digits of the fraction and as many before it. */
const MAX_NUMBER_BYTES = 1024;

// Levels and their text pass through these, which hold nothing between calls.
const bids = new DecimalColumns();
const asks = new DecimalColumns();
let text = new Uint8Array(0);

/**
 * Returns the checksum of a book, without creating strings unless the book is `exact`.
 *
 * @example
 * ```ts
 * checksumOfBook(book, { levels: 10, layout: "asksThenBids", format: "digits" }); // 3310070434
 * ```
 */
export function checksumOfBook(book: DecimalBook, rule: ChecksumRule): number {
  const length = writeBook(book, rule);
  const crc = crc32(text, length);
  return rule.signed ? crc : crc >>> 0;
}

/** Returns the text whose checksum `checksumOfBook` returns, to be compared by a human. */
export function checksumTextOfBook(book: DecimalBook, rule: ChecksumRule): string {
  const length = writeBook(book, rule);
  return new TextDecoder().decode(text.subarray(0, length));
}

function writeBook(book: DecimalBook, rule: ChecksumRule): number {
  const { levels, layout, joiner = "" } = rule;
  book.copyTop("bids", levels, bids);
  book.copyTop("asks", levels, asks);
  const cells = 2 * (bids.count + asks.count);
  const wanted = cells * (MAX_NUMBER_BYTES + joiner.length);
  if (text.length < wanted) text = new Uint8Array(wanted);
  let at = 0;
  if (layout === "asksThenBids") {
    for (let rank = 0; rank < asks.count; rank++) at = writeLevel(asks, rank, true, rule, at);
    for (let rank = 0; rank < bids.count; rank++) at = writeLevel(bids, rank, false, rule, at);
    return at;
  }
  for (let rank = 0; rank < bids.count || rank < asks.count; rank++) {
    if (rank < bids.count) at = writeLevel(bids, rank, false, rule, at);
    if (rank < asks.count) at = writeLevel(asks, rank, true, rule, at);
  }
  return at;
}

function writeLevel(
  { price, quantity }: DecimalColumns,
  rank: number,
  isAsk: boolean,
  { format, joiner = "", negativeAsks = false }: ChecksumRule,
  at: number,
): number {
  let next = at;
  if (at > 0) next = writeText(joiner, next);
  next = writeCell(price, rank, false, format, next);
  next = writeText(joiner, next);
  return writeCell(quantity, rank, isAsk && negativeAsks, format, next);
}

function writeCell(
  { mantissas, scales, wide }: DecimalColumn,
  rank: number,
  negated: boolean,
  format: NumberFormat,
  at: number,
): number {
  const number = mantissas[rank] as number;
  const mantissa = Number.isNaN(number) ? (wide.get(rank) ?? 0n) : number;
  const scale = scales[rank] as number;
  return writeDecimal(negated ? -mantissa : mantissa, scale, format, text, at);
}

function writeText(part: string, at: number): number {
  for (let index = 0; index < part.length; index++) text[at + index] = part.charCodeAt(index);
  return at + part.length;
}
