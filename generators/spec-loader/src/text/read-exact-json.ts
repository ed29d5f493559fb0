// Parses JSON slowly, but without losing information: integers keep their digits, duplicate keys are found,
// the depth is limited, and each error has a position.

import { isDeepStrictEqual } from "node:util";
import { type JsonValue, memberOf, setMember } from "../json/json-value.ts";
import type { TextProblem } from "./text-problem.ts";

const QUOTE = 34;
const BACKSLASH = 92;
/** The maximum number of digits. No contract needs more, and more would take long to parse. */
const MAX_DIGITS = 1000;

/** Thrown to stop the parser at a problem. `readExactJson` catches it. */
class JsonSyntax extends Error {
  readonly code = "json_syntax";
  readonly problem: TextProblem;
  constructor(problem: TextProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The value of a text, and its problems. The value is absent if the text is not JSON. */
export interface ExactJson {
  readonly value?: JsonValue;
  readonly problems: readonly TextProblem[];
}

/**
 * Parses JSON (RFC 8259). Integers outside ±(2^53-1) become bigint. Never throws for invalid text.
 */
export function readExactJson(text: string, maxDepth: number): ExactJson {
  const problems: TextProblem[] = [];
  try {
    return { value: readDocument(text, maxDepth, problems), problems };
  } catch (error) {
    if (!(error instanceof JsonSyntax)) throw error;
    return { problems: [...problems, error.problem] };
  }
}

function readDocument(text: string, maxDepth: number, problems: TextProblem[]): JsonValue {
  let at = 0;

  const value = readValue(0);
  skipSpace();
  if (at < text.length) throwProblem(`expected the end of the text, found ${shownCharacter()}`);
  return value;

  function readValue(depth: number): JsonValue {
    skipSpace();
    switch (text.charCodeAt(at)) {
      case QUOTE:
        return readString();
      case 123:
        return readObject(depth + 1);
      case 91:
        return readArray(depth + 1);
      case 116:
        return readWord("true", true);
      case 102:
        return readWord("false", false);
      case 110:
        return readWord("null", null);
      default:
        return readNumber();
    }
  }

  function readObject(depth: number): JsonValue {
    enter(depth);
    const object: Record<string, JsonValue> = {};
    at += 1;
    skipSpace();
    if (text.charCodeAt(at) === 125) {
      at += 1;
      return object;
    }
    for (;;) {
      skipSpace();
      if (text.charCodeAt(at) !== QUOTE)
        throwProblem(`expected a key in double quotes, found ${shownCharacter()}`);
      const keyAt = at;
      const key = readString();
      skipSpace();
      if (text.charCodeAt(at) !== 58)
        throwProblem(`expected ":" after the key, found ${shownCharacter()}`);
      at += 1;
      const first = memberOf(object, key);
      const value = readValue(depth);
      if (first !== undefined) {
        const message = `the key ${JSON.stringify(key)} occurs twice in one object`;
        const isSame = isDeepStrictEqual(first, value);
        const problem = { code: "KEY_DUPLICATE", offset: keyAt, message } as const;
        problems.push(isSame ? { ...problem, reading: "kept once" } : problem);
      }
      setMember(object, key, value);
      skipSpace();
      const next = text.charCodeAt(at);
      if (next !== 44 && next !== 125)
        throwProblem(`expected "," or "}", found ${shownCharacter()}`);
      at += 1;
      if (next === 125 || endsAfterComma(125)) return object;
    }
  }

  function readArray(depth: number): JsonValue {
    enter(depth);
    const array: JsonValue[] = [];
    at += 1;
    skipSpace();
    if (text.charCodeAt(at) === 93) {
      at += 1;
      return array;
    }
    for (;;) {
      array.push(readValue(depth));
      skipSpace();
      const next = text.charCodeAt(at);
      if (next !== 44 && next !== 93)
        throwProblem(`expected "," or "]", found ${shownCharacter()}`);
      at += 1;
      if (next === 93 || endsAfterComma(93)) return array;
    }
  }

  /**
   * Reads a closing bracket that directly follows a comma, and reports the comma. Returns false if a
   * different character follows.
   */
  function endsAfterComma(bracket: number): boolean {
    const commaAt = at - 1;
    skipSpace();
    if (text.charCodeAt(at) !== bracket) return false;
    const message = `there is a comma before ${shownCharacter()}`;
    problems.push({ code: "JSON_SYNTAX", offset: commaAt, message, reading: "left out" });
    at += 1;
    return true;
  }

  function readString(): string {
    const start = at;
    let escaped = false;
    for (at += 1; ; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        escaped = true;
        at += 1;
      } else if (code < 32) {
        throwProblem("a string contains an unescaped line break or control character");
      } else if (Number.isNaN(code)) {
        throwProblem("the text ends inside a string", start);
      }
    }
    at += 1;
    if (!escaped) return text.slice(start + 1, at - 1);
    try {
      return String(JSON.parse(text.slice(start, at)));
    } catch {
      return throwProblem("the string has an escape that JSON does not allow", start);
    }
  }

  function readNumber(): JsonValue {
    const match = matchNumber(text, at);
    if (match === undefined) {
      return throwProblem(
        at >= text.length
          ? "the text ends too early"
          : `expected a value, found ${shownCharacter()}`,
      );
    }
    const number = Number(match);
    const integer = !/[.eE]/.test(match);
    if (integer ? match.length > MAX_DIGITS : !Number.isFinite(number)) {
      const message = `the number ${match.slice(0, 40)} is too large to be kept`;
      problems.push({ code: "NUMBER_RANGE", offset: at, message });
    }
    at += match.length;
    if (!integer || Number.isSafeInteger(number) || match.length > MAX_DIGITS) return number;
    return BigInt(match);
  }

  function readWord(word: string, meaning: boolean | null): JsonValue {
    if (!text.startsWith(word, at)) throwProblem(`expected a value, found ${shownCharacter()}`);
    at += word.length;
    return meaning;
  }

  function skipSpace(): void {
    for (;;) {
      const code = text.charCodeAt(at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      at += 1;
    }
  }

  function enter(depth: number): void {
    if (depth <= maxDepth) return;
    const message = `arrays and objects nest more than ${maxDepth} deep`;
    throw new JsonSyntax({ code: "NESTING_TOO_DEEP", offset: at, message });
  }

  function shownCharacter(): string {
    const point = text.codePointAt(at);
    return point === undefined
      ? "the end of the text"
      : JSON.stringify(String.fromCodePoint(point));
  }

  function throwProblem(message: string, offset: number = at): never {
    throw new JsonSyntax({ code: "JSON_SYNTAX", offset, message });
  }
}

const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function matchNumber(text: string, at: number): string | undefined {
  numberForm.lastIndex = at;
  return numberForm.exec(text)?.[0];
}
