import { crcRegister, shiftRegister } from "./crc-32.ts";
import type { DecimalBook } from "./decimal-book.ts";
import { DecimalColumns } from "./decimal-columns.ts";
import { LevelRegisters, MAX_KNOWN_BYTES } from "./level-registers.ts";
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
   * How numbers are written. `digits`: the digits of the wire without dot and leading zeros, and
   * `written`: as on the wire; both need a book that keeps digits. `shortest`: without exponent and zeros at the end. `ecmascript`:
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

/** Reports whether a format needs a book that remembers the digits of each level. */
export function keepsDigits(format: NumberFormat | undefined): boolean {
  return format === "digits" || format === "written";
}

/** The most bytes of a number: sign, 255 digits of the fraction and as many before it. */
const MAX_NUMBER_BYTES = 1024;

// Levels and their text pass through these, which hold nothing between calls.
const bids = new DecimalColumns();
const asks = new DecimalColumns();
let text = new Uint8Array(0);
/** What is known of levels as they are written: by their format, and by the joiner. */
const registers: Readonly<Record<NumberFormat, Map<string, LevelRegisters>>> = {
  digits: new Map(),
  written: new Map(),
  shortest: new Map(),
  ecmascript: new Map(),
};

/**
 * Returns the checksum of a book, without creating strings unless the book is `exact`.
 *
 * @example
 * ```ts
 * checksumOfBook(book, { levels: 10, layout: "asksThenBids", format: "digits" }); // 3310070434
 * ```
 */
export function checksumOfBook(book: DecimalBook, rule: ChecksumRule): number {
  copyLevels(book, rule);
  const known = registersOf(rule);
  let crc = -1;
  const count = bids.count + asks.count;
  for (let index = 0; index < count; index++) crc = addLevel(index, rule, known, crc);
  return rule.signed ? ~crc : ~crc >>> 0;
}

function registersOf({ format, joiner = "" }: ChecksumRule): LevelRegisters {
  const byJoiner = registers[format];
  let known = byJoiner.get(joiner);
  if (known === undefined) {
    known = new LevelRegisters();
    byJoiner.set(joiner, known);
  }
  return known;
}

/** Returns the register of the CRC after the next level. */
function addLevel(
  index: number,
  rule: ChecksumRule,
  known: LevelRegisters,
  register: number,
): number {
  const isAsk = isAskAt(index, rule);
  const rank = rankAt(index, rule);
  const columns = isAsk ? asks : bids;
  const price = columns.price.mantissas[rank] as number;
  let quantity = columns.quantity.mantissas[rank] as number;
  if (isAsk && rule.negativeAsks) quantity = -quantity;
  const priceScale = columns.price.scales[rank] as number;
  const scales = (priceScale << 8) | (columns.quantity.scales[rank] as number);
  const place = known.placeOf(price, quantity);
  // Only the first level has no joiner before it. It is written each time, if there are joiners.
  const isOther = index === 0 && rule.joiner !== undefined;
  if (!isOther && known.isAt(place, price, quantity, scales)) {
    const length = known.lengths[place] as number;
    return shiftRegister(register, length) ^ (known.registers[place] as number);
  }
  const length = writeLevel(index, rule, 0);
  if (isOther || length > MAX_KNOWN_BYTES) return crcRegister(register, text, length);
  const own = crcRegister(0, text, length);
  // A wide mantissa is NaN, which is never found again.
  known.put(place, price, quantity, scales, length, own);
  return shiftRegister(register, length) ^ own;
}

/** Returns the text whose checksum `checksumOfBook` returns, to be compared by a human. */
export function checksumTextOfBook(book: DecimalBook, rule: ChecksumRule): string {
  const length = writeBook(book, rule);
  return new TextDecoder().decode(text.subarray(0, length));
}

function copyLevels(book: DecimalBook, { levels, joiner = "" }: ChecksumRule): void {
  book.copyTop("bids", levels, bids);
  book.copyTop("asks", levels, asks);
  const cells = 2 * (bids.count + asks.count);
  const wanted = cells * (MAX_NUMBER_BYTES + joiner.length);
  if (text.length < wanted) text = new Uint8Array(wanted);
}

function writeBook(book: DecimalBook, rule: ChecksumRule): number {
  copyLevels(book, rule);
  const count = bids.count + asks.count;
  let at = 0;
  for (let index = 0; index < count; index++) at = writeLevel(index, rule, at);
  return at;
}

/** Reports whether a level of the text is an ask. */
function isAskAt(index: number, { layout }: ChecksumRule): boolean {
  if (layout === "asksThenBids") return index < asks.count;
  const both = 2 * Math.min(bids.count, asks.count);
  return index < both ? (index & 1) === 1 : asks.count > bids.count;
}

/** Returns the rank that a level of the text has on its side. */
function rankAt(index: number, { layout }: ChecksumRule): number {
  if (layout === "asksThenBids") return index < asks.count ? index : index - asks.count;
  const each = Math.min(bids.count, asks.count);
  return index < 2 * each ? index >> 1 : index - each;
}

function writeLevel(index: number, rule: ChecksumRule, at: number): number {
  const { format, joiner = "", negativeAsks = false } = rule;
  const isAsk = isAskAt(index, rule);
  const rank = rankAt(index, rule);
  const { price, quantity } = isAsk ? asks : bids;
  let next = at;
  if (index > 0) next = writeText(joiner, next);
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
