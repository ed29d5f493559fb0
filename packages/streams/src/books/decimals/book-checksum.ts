import type { LevelMarks } from "../level-marks.ts";
import { crcRegister, shiftRegister } from "./crc-32.ts";
import type { DecimalBook } from "./decimal-book.ts";
import { DecimalColumns } from "./decimal-columns.ts";
import type { DecimalColumn } from "./scan-decimal.ts";
import { type NumberFormat, writeDecimal } from "./write-decimal.ts";

/**
 * The rule by which a venue computes the checksum of a book. The checksum is the CRC-32 of a text with the
 * prices and quantities of the best levels.
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
   * The order of the levels. `asksThenBids`: all asks, then all bids. `interleaved`: the best bid, the best
   * ask, the second bid, and so on. If one side has fewer levels, the rest of the other side follows.
   */
  readonly layout: "asksThenBids" | "interleaved";
  /**
   * How numbers are written. `digits`: the received digits, without the dot and leading zeros. `written`:
   * the received text. Both need a book with `keepDigits`. `shortest`: without an exponent, and without
   * zeros at the end of the fraction. `ecmascript`: as JavaScript writes numbers, with an exponent below
   * 1e-6.
   */
  readonly format: NumberFormat;
  /** The text between two numbers. Default none. */
  readonly joiner?: string;
  /** Whether the quantities of asks have a minus sign. Default false. */
  readonly negativeAsks?: boolean;
  /** Whether the checksum is an int32 instead of a uint32. Default false. */
  readonly signed?: boolean;
}

/** Reports whether a format needs a book with `keepDigits`. */
export function keepsDigits(format: NumberFormat | undefined): boolean {
  return format === "digits" || format === "written";
}

/**
 * The maximum number of bytes of a number. A sign, a dot, 255 digits before it and 255 digits after it fit.
 */
const MAX_NUMBER_BYTES = 1024;
/** A level gets a mark only if its text has at most this number of bytes. */
const MAX_MARKED = 255;

// Buffers for levels and their text. All calls share them.
const bids = new DecimalColumns();
const asks = new DecimalColumns();
let text = new Uint8Array(0);
let bidSlots = new Int32Array(0);
let askSlots = new Int32Array(0);

/**
 * Returns the checksum of a book. Creates no strings unless the book is `exact`.
 *
 * @example
 * ```ts
 * checksumOfBook(book, { levels: 10, layout: "asksThenBids", format: "digits" }); // 3310070434
 * ```
 */
export function checksumOfBook(book: DecimalBook, rule: ChecksumRule): number {
  const bidLevels = book.marked("bids", rule);
  const askLevels = book.marked("asks", rule);
  let register = -1;
  if (bidLevels === undefined || askLevels === undefined) {
    const length = writeBook(book, rule);
    register = crcRegister(register, text, length);
  } else {
    const { levels } = rule;
    const most = Math.min(levels, Math.max(bidLevels.count, askLevels.count));
    if (bidSlots.length < most) {
      bidSlots = new Int32Array(most);
      askSlots = new Int32Array(most);
    }
    const bidCount = bidLevels.topSlots(levels, bidSlots);
    const askCount = askLevels.topSlots(levels, askSlots);
    const { marks: bidMarks } = bidLevels;
    const { marks: askMarks } = askLevels;
    const { joiner = "" } = rule;
    const count = bidCount + askCount;
    for (let index = 0; index < count; index++) {
      const isAsk = isAskAt(index, rule, bidCount, askCount);
      const rank = rankAt(index, rule, bidCount, askCount);
      const slot = (isAsk ? askSlots : bidSlots)[rank] as number;
      const marks = isAsk ? askMarks : bidMarks;
      const length = marks.lengths[slot] as number;
      // A mark includes the joiner before its level. The first level has no joiner.
      const isFirst = index === 0 && joiner !== "";
      register =
        length > 0 && !isFirst
          ? shiftRegister(register, length) ^ (marks.registers[slot] as number)
          : addLevel(book, rule, isAsk, slot, marks, isFirst, register);
    }
  }
  return rule.signed ? ~register : ~register >>> 0;
}

/**
 * Returns the CRC register after the text of a level. Called for the first level, and for levels without a
 * mark.
 */
function addLevel(
  book: DecimalBook,
  rule: ChecksumRule,
  isAsk: boolean,
  slot: number,
  marks: LevelMarks,
  isFirst: boolean,
  register: number,
): number {
  const columns = isAsk ? asks : bids;
  book.copySlot(isAsk ? "asks" : "bids", slot, columns);
  reserveText(1, rule.joiner ?? "");
  const length = writeLevel(columns, 0, isAsk, rule, isFirst, 0);
  if (isFirst || length > MAX_MARKED) return crcRegister(register, text, length);
  const own = crcRegister(0, text, length);
  marks.lengths[slot] = length;
  marks.registers[slot] = own;
  return shiftRegister(register, length) ^ own;
}

/**
 * Returns the text whose checksum `checksumOfBook` computes. Helps people who look for the cause of a wrong
 * checksum.
 */
export function checksumTextOfBook(book: DecimalBook, rule: ChecksumRule): string {
  const length = writeBook(book, rule);
  return new TextDecoder().decode(text.subarray(0, length));
}

function reserveText(levels: number, joiner: string): void {
  const wanted = 2 * levels * (MAX_NUMBER_BYTES + joiner.length);
  if (text.length < wanted) text = new Uint8Array(wanted);
}

function writeBook(book: DecimalBook, rule: ChecksumRule): number {
  book.copyTop("bids", rule.levels, bids);
  book.copyTop("asks", rule.levels, asks);
  const count = bids.count + asks.count;
  reserveText(count, rule.joiner ?? "");
  let at = 0;
  for (let index = 0; index < count; index++) {
    const isAsk = isAskAt(index, rule, bids.count, asks.count);
    const rank = rankAt(index, rule, bids.count, asks.count);
    at = writeLevel(isAsk ? asks : bids, rank, isAsk, rule, index === 0, at);
  }
  return at;
}

/** Reports whether the level at an index of the text is an ask. */
function isAskAt(
  index: number,
  { layout }: ChecksumRule,
  bidCount: number,
  askCount: number,
): boolean {
  if (layout === "asksThenBids") return index < askCount;
  const both = 2 * Math.min(bidCount, askCount);
  return index < both ? (index & 1) === 1 : askCount > bidCount;
}

/** Returns the rank that the level at an index of the text has on its side. */
function rankAt(
  index: number,
  { layout }: ChecksumRule,
  bidCount: number,
  askCount: number,
): number {
  if (layout === "asksThenBids") return index < askCount ? index : index - askCount;
  const each = Math.min(bidCount, askCount);
  return index < 2 * each ? index >> 1 : index - each;
}

function writeLevel(
  { price, quantity }: DecimalColumns,
  rank: number,
  isAsk: boolean,
  { format, joiner = "", negativeAsks = false }: ChecksumRule,
  isFirst: boolean,
  at: number,
): number {
  let next = isFirst ? at : writeText(joiner, at);
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
