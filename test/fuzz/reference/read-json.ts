// The reference's own JSON reader: RFC 8259 to the letter, with the mathematical values of numbers. It
// judges the reader of the runtime, and shares no code with it.

/** The reason for which a text is refused before any schema is applied. */
export type Fault = "syntax" | "range" | "depth";

/** Thrown to end the reading of an invalid text. */
export class Refusal extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}

/** The maximum nesting depth of arrays and objects. */
const DEEPEST = 512;

/**
 * Parses JSON text. A number whose mathematical value is an integer beyond ±(2^53 - 1), in whatever
 * notation, becomes a bigint; any other becomes the nearest double.
 *
 * @throws Refusal
 */
export function readJson(text: string): unknown {
  const cursor: Cursor = { text, at: 0 };
  skip(cursor);
  const value = readValue(cursor, 0);
  skip(cursor);
  if (cursor.at < text.length) throw new Refusal("syntax");
  return value;
}

interface Cursor {
  readonly text: string;
  at: number;
}

function skip(cursor: Cursor): void {
  for (; ; cursor.at += 1) {
    const unit = cursor.text.charCodeAt(cursor.at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
  }
}

/** Moves past a character, or refuses the text. */
function expect(cursor: Cursor, character: string): void {
  if (cursor.text.charAt(cursor.at) !== character) throw new Refusal("syntax");
  cursor.at += 1;
}

function readValue(cursor: Cursor, depth: number): unknown {
  switch (cursor.text.charAt(cursor.at)) {
    case '"':
      return readString(cursor);
    case "{":
      return readObject(cursor, depth + 1);
    case "[":
      return readArray(cursor, depth + 1);
    case "t":
      return readWord(cursor, "true", true);
    case "f":
      return readWord(cursor, "false", false);
    case "n":
      return readWord(cursor, "null", null);
    default:
      return readNumber(cursor);
  }
}

function readWord<T>(cursor: Cursor, word: string, value: T): T {
  if (!cursor.text.startsWith(word, cursor.at)) throw new Refusal("syntax");
  cursor.at += word.length;
  return value;
}

function readObject(cursor: Cursor, depth: number): unknown {
  const members: Record<string, unknown> = {};
  readParts(cursor, "}", depth, () => {
    const key = readString(cursor);
    skip(cursor);
    expect(cursor, ":");
    skip(cursor);
    setMember(members, key, readValue(cursor, depth));
  });
  return members;
}

function readArray(cursor: Cursor, depth: number): unknown {
  const items: unknown[] = [];
  readParts(cursor, "]", depth, () => items.push(readValue(cursor, depth)));
  return items;
}

function readParts(cursor: Cursor, close: string, depth: number, readPart: () => void): void {
  if (depth > DEEPEST) throw new Refusal("depth");
  cursor.at += 1;
  skip(cursor);
  if (cursor.text.charAt(cursor.at) !== close) {
    for (;;) {
      readPart();
      skip(cursor);
      if (cursor.text.charAt(cursor.at) === close) break;
      expect(cursor, ",");
      skip(cursor);
    }
  }
  cursor.at += 1;
}

/** Sets a member as in JSON, where `__proto__` is a name like any other. */
export function setMember(
  members: Record<string | number, unknown>,
  key: string | number,
  value: unknown,
): void {
  if (key !== "__proto__") {
    members[key] = value;
    return;
  }
  const open = { writable: true, enumerable: true, configurable: true };
  Object.defineProperty(members, key, { value, ...open });
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

function readString(cursor: Cursor): string {
  const { text } = cursor;
  expect(cursor, '"');
  let value = "";
  let plain = cursor.at;
  for (let at = plain; at < text.length; ) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20) break;
    if (unit === 0x22) {
      cursor.at = at + 1;
      return value + text.slice(plain, at);
    }
    if (unit !== 0x5c) {
      at += 1;
      continue;
    }
    value += text.slice(plain, at);
    const letter = text.charAt(at + 1);
    const short = escapes.get(letter);
    if (short !== undefined) {
      value += short;
      at += 2;
    } else {
      const digits = letter === "u" ? text.slice(at + 2, at + 6) : "";
      if (!/^[0-9A-Fa-f]{4}$/.test(digits)) break;
      value += String.fromCharCode(Number.parseInt(digits, 16));
      at += 6;
    }
    plain = at;
  }
  throw new Refusal("syntax");
}

const numeral = /-?(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?/y;

function readNumber(cursor: Cursor): number | bigint {
  numeral.lastIndex = cursor.at;
  const match = numeral.exec(cursor.text);
  if (match === null) throw new Refusal("syntax");
  const [token, whole = "", fraction = "", exponent = "0"] = match;
  cursor.at += token.length;
  const double = Number(token);
  if (!Number.isFinite(double)) throw new Refusal("range");
  // Rounding preserves order: if the double is below this, so is the exact value.
  if (Math.abs(double) < Number.MAX_SAFE_INTEGER) return double;
  const digits = BigInt(whole + fraction) * (token.startsWith("-") ? -1n : 1n);
  const shift = Number(exponent) - fraction.length;
  if (shift < 0 && digits % 10n ** BigInt(-shift) !== 0n) return double;
  const integer = shift < 0 ? digits / 10n ** BigInt(-shift) : digits * 10n ** BigInt(shift);
  return integer > MOST || integer < -MOST ? integer : Number(integer);
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER);
