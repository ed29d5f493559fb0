// The digits that JSON.parse rounds away. A text is scanned for long integers once; what was parsed
// from it then finds its digits by the double it was rounded to. Where that could be wrong, nothing
// is given, and the caller parses with every digit kept instead.

/** Holds the digits of the long integers in a text, and counts which were asked for. */
export interface Digits {
  /** From the double an integer was rounded to, to the integer. */
  readonly integers: ReadonlyMap<number, bigint>;
  /** How many integers of the text these are. */
  readonly count: number;
  /** How many of them `exactInteger` has given. */
  used: number;
  /** What was revived with them, where that is remembered. */
  memory?: RevivalMemory;
}

/** Turns a parsed value into decoded form: changes it in place, or returns another in its place. */
export type Revive = (value: unknown, digits: Digits) => unknown;

/** What became of a value, and how many of the long integers were looked up for it. */
export interface Revived {
  readonly input: object;
  readonly output: unknown;
  readonly used: number;
}

/** What was revived from one text. */
export interface RevivalMemory {
  /** From a copy to what it was first copied from. */
  readonly origins: WeakMap<object, object>;
  readonly revived: Map<Revive, Map<object, Revived[]>>;
}

/**
 * The length of a number from which on JSON.parse may round it or return infinity. Shorter ones can
 * be affected only if they have a positive exponent.
 */
const LONG = 16;

/** The digits of the largest double: an integer of more is none, and would take long to read. */
const LONGEST = 309;

/** A number token with a positive exponent, up to what must follow it. In a name or a text it takes a rare one. */
const EXPONENT = /\d[eE]\+?\d+(?![^,}\]\s])/;

const none: ReadonlyMap<number, bigint> = new Map();

/** Returns the digits of a value that was parsed exactly or does not come from a text: none. */
export function noDigits(): Digits {
  return { integers: none, count: 0, used: 0 };
}

/**
 * Finds every integer of a JSON text beyond ±(2^53 - 1). Gives undefined when a double does not
 * tell which it was rounded from: an exponent or a fraction hides the digits, or two integers share
 * the double. A text in a string may be taken for an integer, never the other way round.
 */
export function findDigits(text: string): Digits | undefined {
  if (EXPONENT.test(text)) return undefined;
  let integers: Map<number, bigint> | undefined;
  let count = 0;
  // A run of sixteen digits has one at every sixteenth place, so the others need not be looked at.
  for (let at = LONG - 1; at < text.length; at += LONG) {
    if (!isDigit(text.charCodeAt(at))) continue;
    // Half of it at least stands on one side.
    if (!isDigit(text.charCodeAt(at - 8)) && !isDigit(text.charCodeAt(at + 8))) continue;
    let start = at;
    while (isDigit(text.charCodeAt(start - 1))) start -= 1;
    let end = at + 1;
    while (isDigit(text.charCodeAt(end))) end += 1;
    at = end;
    if (end - start < LONG) continue;
    const before = text.charCodeAt(start - 1);
    // The part before the point is short, or was found odd. So the number is small, unless an
    // exponent makes it large, which was looked for above.
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

/** Reads digits; two numbers make most integers of 64 bits in a fifth of the time that BigInt takes. */
function readInteger(text: string, start: number, end: number): bigint {
  const high = readDigits(text, start, end - 9);
  if (high >= 9_223_372_036) return BigInt(text.slice(start, end));
  // Engines compute in machine words what is cut to 64 bits.
  return BigInt.asIntN(64, BigInt(high) * 1_000_000_000n + BigInt(readDigits(text, end - 9, end)));
}

function readDigits(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) value = value * 10 + text.charCodeAt(at) - ZERO;
  return value;
}

/**
 * Returns the bigint for a parsed number. Returns the number unchanged if its digits are not known:
 * it has a fraction, or was rounded. Returns any other value unchanged.
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

/** Finds the bigint of a small number: making one costs more. */
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
 * space. After any other, the number is part of a string.
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
