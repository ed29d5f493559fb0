// The readers of JSON texts. Programs use `parseJson`. Codecs whose schemas have no integers use
// `parseAnyJson`. In both, the text alone determines which numbers become bigints, so that a bundle needs
// no lists of digits. `readJson` also knows where a schema has bigints.

import { ExactNumber } from "../numbers/exact-number.ts";
import { decodeUtf8 } from "../world/platform.ts";
import { findDigits, noDigits, type Revive } from "./digits.ts";
import { exactJson, type ReadNumber, readDigits, readIntegers } from "./exact-json.ts";
import { JsonError } from "./json-error.ts";

/** Options for `parseJson`. */
export interface ParseJsonOptions {
  /** The maximum nesting depth of arrays and objects. Default 512. */
  readonly maxDepth?: number;
  /** The maximum length of the text, in bytes of UTF-8. No limit by default. */
  readonly maxBytes?: number;
  /** How to handle a key that appears twice in an object. Default `last`, as JSON.parse does. */
  readonly duplicateKeys?: "last" | "refuse";
}

/** The default maximum depth: enough for any document, and far below any stack limit. */
export const DEFAULT_MAX_DEPTH = 512;

/**
 * Matches texts that JSON.parse would round or overflow: long integers, and exponents of three digits.
 */
const NEEDS_EXACT = /\d{16}|\d[eE]\+?\d{3}/;

/**
 * Also matches texts with a number that becomes a bigint in any notation: a number with 16 digits, or with
 * a positive exponent. The expression includes the character that must follow the exponent, so that strings
 * rarely match.
 */
const NEEDS_EXACT_NOTATION = /(?:^|[:,[\s])-?\d{16}|\d[eE]\+?\d+(?![^,}\]\s])/;

/**
 * Parses JSON exactly. An integer beyond ±(2^53 - 1) that is written in digits becomes a `bigint`;
 * everything else is parsed as `JSON.parse` does. `__proto__` is a property like any other.
 *
 * @throws JsonError if the text is not JSON or exceeds a limit.
 */
export function parseJson(text: string | Uint8Array, options: ParseJsonOptions = {}): unknown {
  return parseUnless(NEEDS_EXACT, text, options, readDigits);
}

/**
 * Parses JSON as codecs do: every integer beyond ±(2^53 - 1) becomes a `bigint`, even in the notation
 * `1e20`.
 *
 * @throws JsonError if the text is not JSON or exceeds a limit.
 */
export function parseAnyJson(text: string | Uint8Array, options: ParseJsonOptions): unknown {
  return parseUnless(NEEDS_EXACT_NOTATION, text, options, readIntegers);
}

/** Parses with JSON.parse. If the text matches an expression, parses exactly instead. */
function parseUnless(
  needsExact: RegExp,
  text: string | Uint8Array,
  options: ParseJsonOptions,
  readNumber: ReadNumber,
): unknown {
  const source = jsonText(text, options);
  if (!needsExact.test(source) && isSafeForJsonParse(source, options)) {
    const value = tryParse(source);
    if (value !== undefined) return value;
  }
  return parseExactly(source, options, readNumber);
}

/**
 * Parses JSON and keeps the digits of every number. An integer beyond ±(2^53 - 1) becomes a `bigint` if it
 * is written in digits. A number whose notation JavaScript would change becomes an `ExactNumber`.
 *
 * @throws JsonError if the text is not JSON or exceeds a limit.
 */
export function parseNumberTexts(text: string | Uint8Array, options: ParseJsonOptions): unknown {
  return parseExactly(jsonText(text, options), options, readExactly);
}

/** Keeps the text of a number if `String` would write the number in a different way. */
const readExactly: ReadNumber = (text, value, isInteger) =>
  Number.isFinite(value) && String(value) !== text && !(isInteger && !Number.isSafeInteger(value))
    ? new ExactNumber(text)
    : readIntegers(text, value, isInteger);

/**
 * Parses with JSON.parse. Returns undefined if the text is not JSON; the exact parser then finds the
 * reason.
 */
export function tryParse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

/**
 * Returns a JSON text as a string.
 *
 * @throws JsonError if it is too long or not UTF-8.
 */
export function jsonText(
  text: string | Uint8Array,
  { maxBytes = Number.POSITIVE_INFINITY }: ParseJsonOptions,
): string {
  const source = typeof text === "string" ? text : decodeJsonBytes(text, maxBytes);
  if (exceedsBytes(source, maxBytes)) throw tooLarge(maxBytes);
  return source;
}

/**
 * Reports, by a cheap test, whether JSON.parse reads the text correctly and within the options. The result
 * may be false although JSON.parse would be safe, but never true if it is not.
 */
export function isSafeForJsonParse(
  source: string,
  { maxDepth = DEFAULT_MAX_DEPTH, duplicateKeys }: ParseJsonOptions,
): boolean {
  return duplicateKeys !== "refuse" && !mayNestDeeper(source, maxDepth) && !hasEscapedKey(source);
}

/**
 * Parses JSON with every digit kept, and locates errors.
 *
 * @throws JsonError if the text is not JSON or exceeds a limit.
 */
export function parseExactly(
  source: string,
  { maxDepth = DEFAULT_MAX_DEPTH, duplicateKeys }: ParseJsonOptions,
  readNumber: ReadNumber,
): unknown {
  return exactJson(source, { maxDepth, refuseDuplicates: duplicateKeys === "refuse", readNumber });
}

function decodeJsonBytes(bytes: Uint8Array, maxBytes: number): string {
  if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
  try {
    // The byte order mark is kept, so that it is refused like any other stray character.
    return decodeUtf8(bytes, { fatal: true, ignoreBOM: true });
  } catch (cause) {
    throw new JsonError("json_encoding", "the bytes are not UTF-8", { cause });
  }
}

function exceedsBytes(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  // One UTF-16 unit becomes at most three bytes of UTF-8.
  if (text.length * 3 <= maxBytes) return false;
  return new TextEncoder().encode(text).byteLength > maxBytes;
}

function tooLarge(maxBytes: number): JsonError {
  return new JsonError("json_too_large", `longer than ${maxBytes} bytes`);
}

/**
 * Reports, by a cheap test, whether the nesting might be deeper than the limit. The result may be true
 * although the nesting is allowed, but never false if it is too deep.
 */
export function mayNestDeeper(text: string, maxDepth: number): boolean {
  // Each level needs two characters.
  if (text.length <= maxDepth * 2) return false;
  // A text with few brackets cannot nest deeply, and counting brackets is many times faster than
  // matching them.
  const brackets = countUpTo(text, "[", maxDepth);
  // A level that is an object needs five characters: braces, quotes and a colon.
  if (brackets + text.length / 5 <= maxDepth) return false;
  if (brackets + countUpTo(text, "{", maxDepth - brackets) <= maxDepth) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (inString) {
      if (unit === 0x5c) at += 1;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) {
      inString = true;
    } else if (unit === 0x7b || unit === 0x5b) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (unit === 0x7d || unit === 0x5d) {
      depth -= 1;
    }
  }
  return false;
}

/** Counts the occurrences of a character in a text, up to `most` + 1. */
function countUpTo(text: string, character: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) {
    count += 1;
    if (count > most) break;
  }
  return count;
}

const COLON = 0x3a;

/**
 * Reports whether some key of a JSON text contains an escape. V8 caches the keys that JSON.parse has seen,
 * and Node 24 and 26 may confuse an escaped key with a different key: after `{"h":[],"cod\\":0}`,
 * JSON.parse reads the `"cod\u0065"` of `{"h":1,"cod\u0065":2}` as `cod\` instead of `code`. A text of one
 * sender can thus change how a later text of any sender is read
 * (https://github.com/nodejs/node/issues/63785).
 */
export function hasEscapedKey(text: string): boolean {
  let quote = -1;
  for (let backslash = text.indexOf("\\"); backslash !== -1; ) {
    // The first quote after the escape ends the string, unless that quote is escaped too.
    const from = backslash + 2;
    if (quote < from) quote = text.indexOf('"', from);
    if (quote === -1) return false;
    backslash = text.indexOf("\\", from);
    if (backslash !== -1 && backslash < quote) continue;
    let at = quote + 1;
    while (isSpace(text.charCodeAt(at))) at += 1;
    if (text.charCodeAt(at) === COLON) return true;
  }
  return false;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

// The reader of codecs. It accepts any notation of an integer and revives values in place. The readers in
// stream/ are separate: they read the bytes of a known shape in one pass, several times faster.

/**
 * Parses JSON and converts it to decoded form. Integers beyond ±(2^53 - 1) become bigint in any notation,
 * and so do all numbers that `revive` converts to bigint.
 *
 * JSON.parse is used if `revive` finds the digits of every long integer in the text. If the digits of some
 * integer are not used, the integer belongs to an unknown member, or a later member of the same name has
 * replaced its member. The text is then parsed with every digit kept.
 *
 * @throws JsonError if the text is not JSON or exceeds a limit.
 */
export function readJson(
  text: string | Uint8Array,
  options: ParseJsonOptions,
  revive: Revive,
): unknown {
  const source = jsonText(text, options);
  const digits = isSafeForJsonParse(source, options) ? findDigits(source) : undefined;
  const parsed = digits === undefined ? undefined : tryParse(source);
  if (digits !== undefined && parsed !== undefined) {
    const revived = revive(parsed, digits);
    if (digits.used === digits.count) return revived;
  }
  return revive(parseExactly(source, options, readIntegers), noDigits());
}
