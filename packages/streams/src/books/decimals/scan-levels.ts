import { decodeUtf8 } from "@specwright/runtime/transport";
import type { DecimalColumns } from "./decimal-columns.ts";
import {
  type LevelShape,
  ROLE_COUNT,
  ROLE_NONE,
  ROLE_PRICE,
  ROLE_QUANTITY,
} from "./level-shape.ts";
import { scanDecimal } from "./scan-decimal.ts";
import { skipPlain, skipSpace, skipString, skipValue } from "./skip-json.ts";

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Reads the levels of a JSON text in UTF-8, and replaces the contents of the columns by them. The text
 * begins at `at`. It is an array of levels, or one level if the shape is `single`. Returns the index after
 * the text. If the text is malformed or does not match the shape, returns -1, and the columns are empty.
 *
 * Decimals may be JSON numbers, or strings with a number. They may have a sign and an exponent, and at most
 * 255 digits on each side of the dot. White space is allowed. Elements and members that the shape does not
 * name are skipped, but must be well-formed.
 *
 * @example
 * ```ts
 * const shape = levelShape({ form: "tuple", price: 0, quantity: 1 });
 * const columns = new DecimalColumns();
 * const bytes = new TextEncoder().encode('[["0.61","250"],["0.60","900"]]');
 * scanLevels(bytes, 0, shape, columns); // 31
 * columns.count; // 2
 * ```
 */
export function scanLevels(
  bytes: Uint8Array,
  at: number,
  shape: LevelShape,
  into: DecimalColumns,
): number {
  into.clear();
  let next = skipSpace(bytes, at);
  if (shape.single) {
    into.reserve(1);
    next = scanLevel(bytes, next, shape, into, 0);
    into.count = next < 0 ? 0 : 1;
    return next;
  }
  if (bytes[next] !== OPEN_ARRAY) return -1;
  next = skipSpace(bytes, next + 1);
  if (bytes[next] === CLOSE_ARRAY) return next + 1;
  return shape.isPair ? scanPairs(bytes, next, shape, into) : scanList(bytes, next, shape, into);
}

function scanList(bytes: Uint8Array, at: number, shape: LevelShape, into: DecimalColumns): number {
  const { texts } = shape;
  let next = at;
  for (let index = 0; ; index++) {
    if (index === into.extras.length) into.reserve(index + 1);
    const usual = texts === undefined ? -1 : scanUsualObject(bytes, next, texts, into, index);
    next = usual >= 0 ? usual : scanLevel(bytes, next, shape, into, index);
    if (next < 0) return -1;
    next = afterSpace(bytes, next);
    if (bytes[next] === CLOSE_ARRAY) {
      into.count = index + 1;
      return next + 1;
    }
    if (bytes[next] !== COMMA) return -1;
    next = afterSpace(bytes, next + 1);
  }
}

/**
 * Reads levels such as `["0.61","250"],["0.60","900"]]`, as programs usually write them. `scanTuple` reads
 * all others. Uses numbers instead of named constants, like `scanDecimal`.
 */
function scanPairs(bytes: Uint8Array, at: number, shape: LevelShape, into: DecimalColumns): number {
  const { price, quantity } = into;
  let next = at;
  for (let index = 0; ; index++) {
    if (index === into.extras.length) into.reserve(index + 1);
    const start = next;
    next = -1;
    if (bytes[start] === 0x5b) {
      const comma = scanDecimal(bytes, start + 1, price, index);
      if (comma > 0 && bytes[comma] === 0x2c) {
        const end = scanDecimal(bytes, comma + 1, quantity, index);
        if (end > 0 && bytes[end] === 0x5d) next = end + 1;
      }
    }
    if (next < 0) next = scanTuple(bytes, start, shape, into, index);
    if (next < 0) return -1;
    let byte = bytes[next] as number;
    if (byte <= 0x20) {
      next = skipSpace(bytes, next);
      byte = bytes[next] as number;
    }
    next++;
    if (byte === 0x2c) {
      if ((bytes[next] as number) <= 0x20) next = skipSpace(bytes, next);
      continue;
    }
    if (byte !== 0x5d) return -1;
    into.count = index + 1;
    return next;
  }
}

/**
 * Reads a level such as `{"price":0.61,"qty":250}`, as programs usually write it. Returns -1 for all
 * others.
 */
function scanUsualObject(
  bytes: Uint8Array,
  at: number,
  [before, between]: readonly [Uint8Array, Uint8Array],
  { price, quantity }: DecimalColumns,
  index: number,
): number {
  let next = skipText(bytes, at, before);
  if (next >= 0) next = scanDecimal(bytes, next, price, index);
  if (next >= 0) next = skipText(bytes, next, between);
  if (next >= 0) next = scanDecimal(bytes, next, quantity, index);
  return next >= 0 && bytes[next] === CLOSE_OBJECT ? next + 1 : -1;
}

/** Returns the index after a text, or -1 if the bytes at `at` are different. */
function skipText(bytes: Uint8Array, at: number, text: Uint8Array): number {
  const { length } = text;
  for (let index = 0; index < length; index++) {
    if (bytes[at + index] !== text[index]) return -1;
  }
  return at + length;
}

function scanLevel(
  bytes: Uint8Array,
  at: number,
  shape: LevelShape,
  into: DecimalColumns,
  index: number,
): number {
  return shape.isTuple
    ? scanTuple(bytes, at, shape, into, index)
    : scanObject(bytes, at, shape, into, index);
}

function scanTuple(
  bytes: Uint8Array,
  at: number,
  shape: LevelShape,
  into: DecimalColumns,
  index: number,
): number {
  if (bytes[at] !== OPEN_ARRAY) return -1;
  const { roles } = shape;
  const wanted = roles.length;
  let next = at;
  for (let element = 0; ; element++) {
    next = afterSpace(bytes, next + 1);
    const role = element < wanted ? (roles[element] as number) : ROLE_NONE;
    if (role === ROLE_PRICE) next = scanDecimal(bytes, next, into.price, index);
    else if (role === ROLE_QUANTITY) next = scanDecimal(bytes, next, into.quantity, index);
    else next = scanLevelPart(bytes, next, role, shape, into, index);
    if (next < 0) return -1;
    next = afterSpace(bytes, next);
    const byte = bytes[next];
    if (byte === COMMA) continue;
    return byte === CLOSE_ARRAY && element + 1 >= wanted ? next + 1 : -1;
  }
}

function scanObject(
  bytes: Uint8Array,
  at: number,
  shape: LevelShape,
  into: DecimalColumns,
  index: number,
): number {
  if (bytes[at] !== OPEN_OBJECT) return -1;
  const { names, roles } = shape;
  let found = 0;
  let next = at;
  // The index of the name that is next if the members have the order of the shape.
  let guess = 0;
  for (;;) {
    next = afterSpace(bytes, next + 1);
    if (bytes[next] !== QUOTE) return -1;
    let which =
      guess < names.length && isName(bytes, next, names[guess] as Uint8Array) ? guess : -1;
    if (which >= 0) next += (names[which] as Uint8Array).length + 2;
    else {
      const quote = skipPlain(bytes, next + 1);
      if (bytes[quote] === QUOTE) {
        which = findName(bytes, next, quote + 1, names);
        next = quote + 1;
      } else {
        const end = skipString(bytes, next);
        if (end < 0) return -1;
        which = findEscapedName(bytes, next, end, names);
        next = end;
      }
    }
    next = afterSpace(bytes, next);
    if (bytes[next] !== COLON) return -1;
    next = afterSpace(bytes, next + 1);
    const role = which < 0 ? ROLE_NONE : (roles[which] as number);
    next = scanLevelPart(bytes, next, role, shape, into, index);
    if (next < 0) return -1;
    if (which >= 0) {
      found |= 1 << which;
      guess = which + 1;
    }
    next = afterSpace(bytes, next);
    const byte = bytes[next];
    if (byte === COMMA) continue;
    return byte === CLOSE_OBJECT && found === (1 << names.length) - 1 ? next + 1 : -1;
  }
}

/**
 * Reads a part of a level into an entry of the columns. `role` is one of `shape.roles`. Returns the index
 * after the part, or -1 if it is malformed. For readers that find the parts of a level themselves. Call
 * `reserve` of the columns first.
 */
export function scanLevelPart(
  bytes: Uint8Array,
  at: number,
  role: number,
  shape: LevelShape,
  into: DecimalColumns,
  index: number,
): number {
  if (role === ROLE_PRICE) return scanDecimal(bytes, at, into.price, index);
  if (role === ROLE_QUANTITY) return scanDecimal(bytes, at, into.quantity, index);
  if (role === ROLE_NONE) return skipValue(bytes, at);
  if (role === ROLE_COUNT) return scanCount(bytes, at, into.extras, index);
  return scanTag(bytes, at, shape.words, into.extras, index);
}

/** Reads an integer of at most nine digits, which may be in quotes. */
function scanCount(bytes: Uint8Array, at: number, into: Int32Array, index: number): number {
  const quoted = bytes[at] === QUOTE;
  let next = quoted ? at + 1 : at;
  const negative = bytes[next] === 0x2d;
  if (negative) next++;
  const first = next;
  let count = 0;
  for (let byte = bytes[next] as number; byte >= 0x30 && byte <= 0x39; ) {
    count = (Math.imul(count, 10) + byte - 0x30) | 0;
    byte = bytes[++next] as number;
  }
  const digits = next - first;
  if (digits === 0 || digits > 9 || (digits > 1 && bytes[first] === 0x30)) return -1;
  if (quoted) {
    if (bytes[next] !== QUOTE) return -1;
    next++;
  }
  into[index] = negative ? -count : count;
  return next;
}

function scanTag(
  bytes: Uint8Array,
  at: number,
  words: readonly Uint8Array[],
  into: Int32Array,
  index: number,
): number {
  for (let which = 0; which < words.length; which++) {
    const word = words[which] as Uint8Array;
    if (!isName(bytes, at, word)) continue;
    into[index] = which;
    return at + word.length + 2;
  }
  return -1;
}

/**
 * Reports whether the JSON string at an index equals a name. The name has no characters that need escapes.
 */
function isName(bytes: Uint8Array, at: number, name: Uint8Array): boolean {
  const { length } = name;
  if (bytes[at] !== QUOTE || bytes[at + 1 + length] !== QUOTE) return false;
  for (let index = 0; index < length; index++) {
    if (bytes[at + 1 + index] !== name[index]) return false;
  }
  return true;
}

const encoder = new TextEncoder();

/** Returns the index of the name that a JSON string without escapes equals, or -1. */
function findName(
  bytes: Uint8Array,
  at: number,
  end: number,
  names: readonly Uint8Array[],
): number {
  for (let which = 0; which < names.length; which++) {
    const name = names[which] as Uint8Array;
    if (name.length + 2 === end - at && isName(bytes, at, name)) return which;
  }
  return -1;
}

function findEscapedName(
  bytes: Uint8Array,
  at: number,
  end: number,
  names: readonly Uint8Array[],
): number {
  const plain: unknown = JSON.parse(decodeUtf8(bytes.subarray(at, end)));
  const quoted = encoder.encode(`"${String(plain)}"`);
  return findName(quoted, 0, quoted.length, names);
}

/** Returns the index after white space. Programs rarely write any. */
function afterSpace(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) <= SPACE ? skipSpace(bytes, at) : at;
}
