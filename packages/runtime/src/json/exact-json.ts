// A JSON parser that keeps every digit of an integer. `parseJson` calls it for texts that
// JSON.parse would read inexactly; for all other texts, it behaves like JSON.parse, and is slower.

import type { JsonErrorCode } from "../errors/error-codes.ts";
import type { ExactNumber } from "../numbers/exact-number.ts";
import { toWellFormed } from "../text/strings.ts";
import { defineMember } from "./define-member.ts";
import { JsonError } from "./json-error.ts";

/** Options for the exact parser. */
export interface ExactJsonOptions {
  readonly maxDepth: number;
  readonly refuseDuplicates: boolean;
  readonly readNumber: ReadNumber;
}

/**
 * Returns the value of a number. The arguments are its text, the result of `Number`, and whether the text
 * is an integer in plain digits. An infinite result is an error: the number is out of range.
 */
export type ReadNumber = (
  text: string,
  value: number,
  isInteger: boolean,
) => number | bigint | ExactNumber;

/** Reads integers beyond ±(2^53 - 1) as bigint if they are written in plain digits. */
export const readDigits: ReadNumber = (text, value, isInteger) =>
  isInteger && !Number.isSafeInteger(value) ? BigInt(text) : value;

/** Reads all integers beyond ±(2^53 - 1) as bigint, including `1e20` and `1e15.0`. */
export const readIntegers: ReadNumber = (text, value) =>
  Number.isSafeInteger(value) || !Number.isFinite(value) ? value : (wholeNumber(text) ?? value);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;

/**
 * Parses JSON text.
 *
 * @throws JsonError if it is invalid.
 */
export function exactJson(text: string, options: ExactJsonOptions): unknown {
  const { maxDepth, refuseDuplicates, readNumber } = options;
  const end = text.length;
  let at = 0;

  function fail(code: JsonErrorCode, message: string, offset: number): never {
    throw faultAt(text, code, message, offset);
  }

  function unexpected(): never {
    return fail("json_syntax", at >= end ? "unexpected end of text" : "unexpected character", at);
  }

  /** Skips white space and returns the next code unit, NaN at the end. */
  function peek(): number {
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return unit;
      at += 1;
    }
  }

  function literal<T>(word: string, value: T): T {
    if (!text.startsWith(word, at)) unexpected();
    at += word.length;
    return value;
  }

  function string(): string {
    const start = at + 1;
    let escaped = false;
    for (at = start; ; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) break;
      if (unit === BACKSLASH) {
        escaped = true;
        at += 1;
      } else if (!(unit >= 0x20)) {
        unexpected();
      }
    }
    at += 1;
    if (!escaped) return text.slice(start, at - 1);
    // Escapes are rare, and JSON.parse decodes all of them.
    try {
      const value: unknown = JSON.parse(text.slice(start - 1, at));
      if (typeof value === "string") return value;
    } catch {
      // Ignored: the error below reports the invalid escape.
    }
    return fail("json_syntax", "bad escape in a string", start - 1);
  }

  function digits(): void {
    const start = at;
    while (isDigit(text.charCodeAt(at))) at += 1;
    if (at === start) unexpected();
  }

  function number(): number | bigint | ExactNumber {
    const start = at;
    if (text.charCodeAt(at) === MINUS) at += 1;
    if (text.charCodeAt(at) === ZERO) at += 1;
    else digits();
    let integer = true;
    if (text.charCodeAt(at) === DOT) {
      integer = false;
      at += 1;
      digits();
    }
    if ((text.charCodeAt(at) | 0x20) === 0x65) {
      integer = false;
      at += 1;
      const sign = text.charCodeAt(at);
      if (sign === MINUS || sign === 0x2b) at += 1;
      digits();
    }
    const source = text.slice(start, at);
    const value = readNumber(source, Number(source), integer);
    if (typeof value === "number" && !Number.isFinite(value)) {
      fail("json_number_range", "number out of range", start);
    }
    return value;
  }

  function array(depth: number): unknown[] {
    if (depth > maxDepth) fail("json_depth", `nested deeper than ${maxDepth}`, at);
    at += 1;
    const items: unknown[] = [];
    if (peek() === 0x5d) {
      at += 1;
      return items;
    }
    for (;;) {
      items.push(value(depth));
      const unit = peek();
      if (unit === COMMA) at += 1;
      else if (unit === 0x5d) break;
      else unexpected();
    }
    at += 1;
    return items;
  }

  function object(depth: number): Record<string, unknown> {
    if (depth > maxDepth) fail("json_depth", `nested deeper than ${maxDepth}`, at);
    at += 1;
    const members: Record<string, unknown> = {};
    if (peek() === 0x7d) {
      at += 1;
      return members;
    }
    for (;;) {
      if (peek() !== QUOTE) unexpected();
      const keyAt = at;
      const key = string();
      if (refuseDuplicates && Object.hasOwn(members, key)) {
        fail("json_duplicate_key", "key given twice", keyAt);
      }
      if (peek() !== COLON) unexpected();
      at += 1;
      const member = value(depth);
      // Plain assignment to this key would set the prototype instead of creating a member.
      if (key === "__proto__") defineMember(members, key, member);
      else members[key] = member;
      const unit = peek();
      if (unit === COMMA) at += 1;
      else if (unit === 0x7d) break;
      else unexpected();
    }
    at += 1;
    return members;
  }

  function value(depth: number): unknown {
    switch (peek()) {
      case QUOTE:
        return string();
      case 0x7b:
        return object(depth + 1);
      case 0x5b:
        return array(depth + 1);
      case 0x74:
        return literal("true", true);
      case 0x66:
        return literal("false", false);
      case 0x6e:
        return literal("null", null);
      default:
        return number();
    }
  }

  const result = value(0);
  peek();
  if (at < end) unexpected();
  return result;
}

/**
 * Returns the integer that a finite number token represents, in any notation, or undefined for a
 * fraction.
 */
export function wholeNumber(source: string): bigint | undefined {
  const [mantissa = "", exponent = "0"] = source.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = whole + fraction;
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === ZERO) end -= 1;
  const zeros = Number(exponent) + whole.length - end;
  return zeros < 0 ? undefined : BigInt(digits.slice(0, end)) * 10n ** BigInt(zeros);
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** The maximum length of an excerpt, in UTF-16 units; that is at most 198 bytes. */
const EXCERPT_UNITS = 66;

/** Creates the error for an offset, with its line and the text around it. */
function faultAt(text: string, code: JsonErrorCode, message: string, offset: number): JsonError {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
  }
  const start = Math.max(0, offset - EXCERPT_UNITS / 2);
  const excerpt = toWellFormed(text.slice(start, start + EXCERPT_UNITS));
  return new JsonError(code, `${message} at offset ${offset} (line ${line})`, {
    offset,
    line,
    excerpt,
  });
}
