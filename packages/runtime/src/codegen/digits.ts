// The digits that JSON.parse rounds away. A text is scanned for long integers once; what was parsed
// from it then finds its digits by the double it was rounded to. Where that could be wrong, nothing
// is given, and the caller parses with every digit kept instead.

/** Holds the digits of the long integers in a text, and counts which were asked for. */
export interface Digits {
  /** From the double an integer was rounded to, to its digits and sign. */
  readonly texts: ReadonlyMap<number, string>;
  /** How many integers of the text these are. */
  readonly count: number;
  /** How many of them `exactInteger` has given. */
  used: number;
}

/** Is a number that JSON.parse would round to another, or to infinity, only when it is this long or has a positive exponent. */
const LONG = 16;

/** A number token with a positive exponent. It cannot start but after one of these. */
const EXPONENT = /(?:^|[:,[\s])-?\d[\d.]*[eE]\+?\d/;

/** Gives the digits of what was parsed exactly, or of what is not a text: none. */
export function noDigits(): Digits {
  return { texts: new Map(), count: 0, used: 0 };
}

/**
 * Finds every integer of a JSON text beyond ±(2^53 - 1). Gives undefined when a double does not
 * tell which it was rounded from: an exponent or a fraction hides the digits, or two integers share
 * the double. A text in a string may be taken for an integer, never the other way round.
 */
export function findDigits(text: string): Digits | undefined {
  if (EXPONENT.test(text)) return undefined;
  let texts: Map<number, string> | undefined;
  let count = 0;
  // A run of sixteen digits has one at every sixteenth place, so the others need not be looked at.
  for (let at = LONG - 1; at < text.length; at += LONG) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let start = at;
    while (isDigit(text.charCodeAt(start - 1))) start -= 1;
    let end = at + 1;
    while (isDigit(text.charCodeAt(end))) end += 1;
    at = end;
    if (end - start < LONG) continue;
    const before = text.charCodeAt(start - 1);
    const after = text.charCodeAt(end) | 0x20;
    if (before === DOT) {
      // The part before the point is short, or was found odd. So the number is small, unless an
      // exponent makes it large, which was looked for above.
      continue;
    }
    if (before === MINUS) start -= 1;
    if (!mayPrecede(text.charCodeAt(start - 1))) continue;
    if (after === LOWER_E || text.charCodeAt(end) === DOT) return undefined;
    const digits = text.slice(start, end);
    const value = Number(digits);
    if (Number.isSafeInteger(value)) continue;
    texts ??= new Map();
    const known = texts.get(value);
    if (!Number.isFinite(value) || (known !== undefined && known !== digits)) return undefined;
    texts.set(value, digits);
    count += 1;
  }
  return texts === undefined ? noDigits() : { texts, count, used: 0 };
}

/**
 * Gives the bigint a parsed number stands for. Returns the number itself when that is not known: it
 * has a fraction, or was rounded and has no digits here. Returns everything else as it is.
 */
export function exactInteger(value: unknown, digits: Digits): unknown {
  if (typeof value !== "number") return value;
  if (Number.isSafeInteger(value)) {
    return smallInteger(value) ?? BigInt(value);
  }
  const text = digits.texts.get(value);
  if (text === undefined) return value;
  digits.used += 1;
  return BigInt(text);
}

const small: bigint[] = [];

/** Finds the bigint of a small number: making one costs more. */
function smallInteger(value: number): bigint | undefined {
  if (value < 0 || value > 1023) return undefined;
  for (let next = small.length; next <= value; next += 1) small.push(BigInt(next));
  return small[value];
}

const MINUS = 0x2d;
const DOT = 0x2e;
const LOWER_E = 0x65;

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Tells what can stand before a number: the start, a colon, a comma, a bracket, white space. Otherwise it is in a string. */
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
