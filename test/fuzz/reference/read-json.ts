// The reference's own JSON reader: RFC 8259 as it stands, numbers by their mathematical value. It
// shares no line with the reader of the runtime, which it judges.

/** Is why a text is refused before any schema is asked. */
export type Fault = "syntax" | "range" | "depth";

/** Ends a reading. */
export class Refusal extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}

/** How deep arrays and objects may nest. */
export const DEEPEST = 512;

/**
 * Reads JSON text. A number whose mathematical value is an integer beyond ±(2^53 - 1), however it is
 * written, is a bigint; any other is the double nearest to it. Throws `Refusal`.
 */
export function readJson(text: string): unknown {
  const [value, after] = readValue(text, skip(text, 0), 0);
  if (skip(text, after) < text.length) throw new Refusal("syntax");
  return value;
}

type Read<T = unknown> = readonly [value: T, after: number];

function skip(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\n\r".includes(text.charAt(at))) at += 1;
  return at;
}

function readValue(text: string, at: number, depth: number): Read {
  const first = text.charAt(at);
  if (first === '"') return readString(text, at);
  if (first === "{") return readObject(text, at, depth + 1);
  if (first === "[") return readArray(text, at, depth + 1);
  for (const [word, value] of words) {
    if (text.startsWith(word, at)) return [value, at + word.length];
  }
  return readNumber(text, at);
}

const words: readonly (readonly [string, unknown])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

function readObject(text: string, open: number, depth: number): Read {
  if (depth > DEEPEST) throw new Refusal("depth");
  const members: Record<string, unknown> = {};
  let at = skip(text, open + 1);
  if (text.charAt(at) === "}") return [members, at + 1];
  for (;;) {
    if (text.charAt(at) !== '"') throw new Refusal("syntax");
    const [key, afterKey] = readString(text, at);
    const colon = skip(text, afterKey);
    if (text.charAt(colon) !== ":") throw new Refusal("syntax");
    const [value, afterValue] = readValue(text, skip(text, colon + 1), depth);
    setMember(members, key, value);
    at = skip(text, afterValue);
    if (text.charAt(at) === "}") return [members, at + 1];
    if (text.charAt(at) !== ",") throw new Refusal("syntax");
    at = skip(text, at + 1);
  }
}

/** Sets a member as JSON has it: `__proto__` is a name like any other. */
export function setMember(members: object, key: string | number, value: unknown): void {
  if (key !== "__proto__") {
    Reflect.set(members, key, value);
    return;
  }
  const open = { writable: true, enumerable: true, configurable: true };
  Object.defineProperty(members, key, { value, ...open });
}

function readArray(text: string, open: number, depth: number): Read {
  if (depth > DEEPEST) throw new Refusal("depth");
  const items: unknown[] = [];
  let at = skip(text, open + 1);
  if (text.charAt(at) === "]") return [items, at + 1];
  for (;;) {
    const [value, after] = readValue(text, at, depth);
    items.push(value);
    at = skip(text, after);
    if (text.charAt(at) === "]") return [items, at + 1];
    if (text.charAt(at) !== ",") throw new Refusal("syntax");
    at = skip(text, at + 1);
  }
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

function readString(text: string, open: number): Read<string> {
  let value = "";
  let plain = open + 1;
  for (let at = plain; at < text.length; ) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20) break;
    if (unit === 0x22) return [value + text.slice(plain, at), at + 1];
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

function readNumber(text: string, at: number): Read {
  numeral.lastIndex = at;
  const match = numeral.exec(text);
  if (match === null) throw new Refusal("syntax");
  const [token, whole = "", fraction = "", exponent = "0"] = match;
  return [numberValue(token, whole, fraction, exponent), at + token.length];
}

function numberValue(token: string, whole: string, fraction: string, exponent: string): unknown {
  const double = Number(token);
  if (!Number.isFinite(double)) throw new Refusal("range");
  // Rounding keeps the order: below this in double means below this exactly.
  if (Math.abs(double) < Number.MAX_SAFE_INTEGER) return double;
  const digits = BigInt(whole + fraction) * (token.startsWith("-") ? -1n : 1n);
  const shift = Number(exponent) - fraction.length;
  if (shift < 0 && digits % 10n ** BigInt(-shift) !== 0n) return double;
  const integer = shift < 0 ? digits / 10n ** BigInt(-shift) : digits * 10n ** BigInt(shift);
  return integer > MOST || integer < -MOST ? integer : Number(integer);
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER);
