// The digits that JSON.parse rounds away. A text is scanned once for long integers. For a rounded number in
// the parsed value, the digits are then found by its double. If the result could be wrong, the function
// returns undefined, and the caller parses the text with every digit kept.

/** The digits of the long integers in a text, and counts of these integers. */
export interface Digits {
  /** Maps a double to the integer that was rounded to it. */
  readonly integers: ReadonlyMap<number, bigint>;
  /** The number of long integers in the text. */
  readonly count: number;
  /** The number of integers that `exactInteger` has returned. */
  used: number;
  /** The revived values of this text, if they are remembered. */
  memory?: RevivalMemory;
}

/** Converts a parsed value to decoded form: changes it in place, or returns a new value. */
export type Revive = (value: unknown, digits: Digits) => unknown;

/** The result of reviving a value, and the number of long integers that were looked up for it. */
export interface Revived {
  readonly input: object;
  readonly output: unknown;
  readonly used: number;
}

/** The values revived from one text. */
export interface RevivalMemory {
  /** Maps a copy to its original. */
  readonly origins: WeakMap<object, object>;
  readonly revived: Map<Revive, Map<object, Revived[]>>;
}

/**
 * The number of characters from which JSON.parse may round a number or return infinity. Shorter
 * numbers are affected only if they have a positive exponent.
 */
const LONG = 16;

/**
 * The number of digits of the largest double. A longer integer has no double, and would be slow to
 * read.
 */
const LONGEST = 309;

/**
 * Matches a number token with a positive exponent, up to the character that must follow it. Strings
 * rarely match.
 */
const EXPONENT = /\d[eE]\+?\d+(?![^,}\]\s])/;

const none: ReadonlyMap<number, bigint> = new Map();

/** Returns no digits: for a value that was parsed exactly or does not come from a text. */
export function noDigits(): Digits {
  return { integers: none, count: 0, used: 0 };
}

/**
 * Finds every integer of a JSON text beyond ±(2^53 - 1). Returns undefined if a double does not
 * identify the integer: if an exponent or a fraction hides the digits, or two integers round to the
 * same double. Digits in a string may be taken for an integer, but an integer is never missed.
 */
export function findDigits(text: string): Digits | undefined {
  if (EXPONENT.test(text)) return undefined;
  let integers: Map<number, bigint> | undefined;
  let count = 0;
  // A run of sixteen digits covers every sixteenth position, so only those are checked.
  for (let at = LONG - 1; at < text.length; at += LONG) {
    if (!isDigit(text.charCodeAt(at))) continue;
    // At least half of the run is on one side.
    if (!isDigit(text.charCodeAt(at - 8)) && !isDigit(text.charCodeAt(at + 8))) continue;
    let start = at;
    while (isDigit(text.charCodeAt(start - 1))) start -= 1;
    let end = at + 1;
    while (isDigit(text.charCodeAt(end))) end += 1;
    at = end;
    if (end - start < LONG) continue;
    const before = text.charCodeAt(start - 1);
    // The part before the point is short, or was found already. So the number is small, unless it
    // has an exponent, which was checked above.
    if (before === DOT) continue;
    const isNegative = before === MINUS;
    if (!mayPrecede(text.charCodeAt(isNegative ? start - 2 : start - 1))) continue;
    const after = text.charCodeAt(end);
    if ((after | 0x20) === LOWER_E || after === DOT || end - start > LONGEST) return undefined;
    const magnitude = readInteger(text, start, end);
    const integer = isNegative ? -magnitude : magnitude;
    const value = Number(integer);
    if (Number.isSafeInteger(value)) continue;
    integers ??= new Map();
    const known = integers.get(value);
    if (!Number.isFinite(value) || (known !== undefined && known !== integer)) return undefined;
    integers.set(value, integer);
    count += 1;
  }
  return integers === undefined ? noDigits() : { integers, count, used: 0 };
}

/** Reads digits. Building most 64-bit integers from two numbers takes a fifth of the time of BigInt(). */
function readInteger(text: string, start: number, end: number): bigint {
  const high = readDigits(text, start, end - 9);
  if (high >= 9_223_372_036) return BigInt(text.slice(start, end));
  // Engines use machine words for arithmetic that is truncated to 64 bits.
  return BigInt.asIntN(64, BigInt(high) * 1_000_000_000n + BigInt(readDigits(text, end - 9, end)));
}

function readDigits(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) value = value * 10 + text.charCodeAt(at) - ZERO;
  return value;
}

/**
 * Returns the bigint for a parsed number. Returns the number unchanged if its digits are unknown, because
 * it has a fraction or was rounded. Returns any other value unchanged.
 */
export function exactInteger(value: unknown, digits: Digits): unknown {
  if (typeof value !== "number") return value;
  if (Number.isSafeInteger(value)) {
    return smallInteger(value) ?? BigInt(value);
  }
  const integer = digits.integers.get(value);
  if (integer === undefined) return value;
  digits.used += 1;
  return integer;
}

const small: bigint[] = [];

/** Finds the bigint of a small number in a cache, which is faster than creating it. */
function smallInteger(value: number): bigint | undefined {
  if (value < 0 || value > 1023) return undefined;
  for (let next = small.length; next <= value; next += 1) small.push(BigInt(next));
  return small[value];
}

const ZERO = 0x30;
const MINUS = 0x2d;
const DOT = 0x2e;
const LOWER_E = 0x65;

function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= ZERO + 9;
}

/**
 * Reports whether a character can precede a number: the start, a colon, a comma, a bracket, white
 * space. After any other character, the number is part of a string.
 */
function mayPrecede(unit: number): boolean {
  switch (unit) {
    case 0x3a:
    case 0x2c:
    case 0x5b:
    case 0x20:
    case 0x0a:
    case 0x0d:
    case 0x09:
      return true;
    default:
      return Number.isNaN(unit);
  }
}
