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
 * Returns the value of a number: of its text, of what `Number` makes of that, and of whether it is
 * written as an integer, in digits alone. An infinite one is out of range.
 */
export type ReadNumber = (
  text: string,
  value: number,
  isInteger: boolean,
) => number | bigint | ExactNumber;

/** Reads integers beyond ±(2^53 - 1) as bigint if they are written in digits. */
export const readDigits: ReadNumber = (text, value, isInteger) =>
  isInteger && !Number.isSafeInteger(value) ? BigInt(text) : value;

/** Reads all integers beyond ±(2^53 - 1) as bigint, including `1e20` and `1e15.0`. */
export const readIntegers: ReadNumber = (text, value) =>
  Number.isSafeInteger(value) || !Number.isFinite(value) ? value : (wholeNumber(text) ?? value);

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const ZERO = 0x30;

/** Matches a string up to its quote, or up to what no string can hold. */
const STRING = /"(?:[ !#-[\]-\uffff]|\\[\s\S]?)*/y;

/** Matches a number, or up to where a digit is missing. */
const NUMBER = /-?(?:(?:0|\d+)(?:\.(?:\d+(?:[eE][+-]?\d*)?)?|[eE][+-]?\d*)?)?/y;

/**
 * Parses JSON text.
 *
 * @throws JsonError if it is invalid.
 */
export function exactJson(text: string, options: ExactJsonOptions): unknown {
  const { maxDepth, refuseDuplicates, readNumber } = options;
  let at = 0;

  function fail(code: JsonErrorCode, message: string, offset: number): never {
    throw faultAt(text, code, message, offset);
  }

  function unexpected(): never {
    const what = at < text.length ? "character" : "end of text";
    return fail("json_syntax", `unexpected ${what}`, at);
  }

  /** Skips white space and returns the next code unit, NaN at the end. */
  function peek(): number {
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return unit;
      at += 1;
    }
  }

  /** Skips one character, which must be the given one. */
  function expect(unit: number): void {
    if (peek() !== unit) unexpected();
    at += 1;
  }

  /** Returns what an expression matches here, which may be nothing. */
  function match(expression: RegExp): string {
    expression.lastIndex = at;
    const [token = ""] = expression.exec(text) ?? [];
    at += token.length;
    return token;
  }

  function literal<T>(word: string, value: T): T {
    if (!text.startsWith(word, at)) unexpected();
    at += word.length;
    return value;
  }

  function string(): string {
    const start = at;
    const token = match(STRING);
    if (text.charCodeAt(at) !== QUOTE) unexpected();
    at += 1;
    if (!token.includes("\\")) return token.slice(1);
    // Escapes are rare, and JSON.parse decodes all of them.
    const value = tryParse(`${token}"`);
    return typeof value === "string" ? value : fail("json_syntax", "bad escape in a string", start);
  }

  function number(): number | bigint | ExactNumber {
    const start = at;
    const token = match(NUMBER);
    if (!/\d$/.test(token)) unexpected();
    const value = readNumber(token, Number(token), !/[.e]/i.test(token));
    if (typeof value === "number" && !Number.isFinite(value)) {
      fail("json_number_range", "number out of range", start);
    }
    return value;
  }

  /** Reads what stands between brackets, separated by commas. */
  function list(depth: number, close: number, readOne: () => void): void {
    if (depth > maxDepth) fail("json_depth", `nested deeper than ${maxDepth}`, at);
    at += 1;
    if (peek() !== close) {
      readOne();
      while (peek() === COMMA) {
        at += 1;
        readOne();
      }
    }
    expect(close);
  }

  function array(depth: number): unknown[] {
    const items: unknown[] = [];
    list(depth, 0x5d, () => items.push(value(depth)));
    return items;
  }

  function object(depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = {};
    list(depth, 0x7d, () => {
      if (peek() !== QUOTE) unexpected();
      const keyAt = at;
      const key = string();
      if (refuseDuplicates && Object.hasOwn(members, key)) {
        fail("json_duplicate_key", "key given twice", keyAt);
      }
      expect(COLON);
      const member = value(depth);
      if (key === "__proto__") defineMember(members, key, member);
      else members[key] = member;
    });
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
  if (!Number.isNaN(peek())) unexpected();
  return result;
}

/** Parses with JSON.parse. Returns undefined if the text is not JSON: the exact parser says why. */
export function tryParse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
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

/** At most 198 bytes. */
const EXCERPT_UNITS = 66;

/** Creates the error for an offset, with its line and the text around it. */
function faultAt(text: string, code: JsonErrorCode, message: string, offset: number): JsonError {
  const line = text.slice(0, offset).split("\n").length;
  const start = Math.max(0, offset - EXCERPT_UNITS / 2);
  const excerpt = toWellFormed(text.slice(start, start + EXCERPT_UNITS));
  return new JsonError(code, `${message} at offset ${offset} (line ${line})`, {
    offset,
    line,
    excerpt,
  });
}
