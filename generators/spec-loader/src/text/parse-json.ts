// Parses JSON with the fast parser of the runtime. Uses a slower parser if the fast parser would lose
// information: the digits of a large integer, a duplicate key, or the position of an error.

import { isJsonArray, isJsonObject, type JsonValue } from "../json/json-value.ts";
import { readExactJson } from "./read-exact-json.ts";
import type { ParsedText, ParseLimits } from "./text-problem.ts";

/**
 * Parses JSON (RFC 8259). Integers outside ±(2^53-1) become bigint. Never throws for invalid text.
 */
export function parseJson(text: string, { maxDepth }: ParseLimits): ParsedText {
  const value = readPlainJson(text);
  if (value === undefined) {
    return { ...readExactJson(text, maxDepth), offsetOf: createJsonLocator(text, new Map()) };
  }
  const outline = outlineJson(text);
  const offsetOf = createJsonLocator(text, outline.outermost);
  const isWhole =
    outline.depth <= maxDepth && outline.plainNumbers && outline.members === countMembers(value);
  return isWhole
    ? { value, problems: [], offsetOf }
    : { ...readExactJson(text, maxDepth), offsetOf };
}

function readPlainJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Counts the members of all objects. A duplicate key is counted once. */
function countMembers(value: JsonValue): number {
  let count = 0;
  const open = [value];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    const items = isJsonArray(each) ? each : isJsonObject(each) ? Object.values(each) : [];
    if (!isJsonArray(each)) count += items.length;
    for (const item of items) if (typeof item === "object") open.push(item);
  }
  return count;
}

/**
 * The number of outer levels whose member positions are stored in advance: the document, and sections such
 * as `paths`.
 */
const MAPPED_DEPTH = 2;
/** A number can represent every integer with this many digits exactly. */
const SAFE_DIGITS = 15;

/** Facts about a JSON text that show whether the fast parser loses information. */
export interface JsonOutline {
  /** The number of members in all objects. A duplicate key is counted each time. */
  readonly members: number;
  /** The nesting depth of arrays and objects. */
  readonly depth: number;
  /**
   * Whether all numbers are short and have no exponent, so that a JavaScript number represents each of them
   * exactly.
   */
  readonly plainNumbers: boolean;
  /** The members of the outermost objects. The keys are the offsets of their opening braces. */
  readonly outermost: Map<number, Members>;
}

/** Scans a text that is valid JSON. */
export function outlineJson(text: string): JsonOutline {
  const outermost = new Map<number, Members>();
  const levels: Map<string, Member>[] = [];
  let members = 0;
  let deepest = 0;
  let plainNumbers = true;
  let depth = 0;
  let digits = 0;
  let stringAt = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 32 || code === 10) continue;
    if (code >= 48 && code <= 57) {
      digits += 1;
      if (digits > SAFE_DIGITS) plainNumbers = false;
      continue;
    }
    switch (code) {
      case 34:
        stringAt = at;
        at = stringEnd(text, at) - 1;
        break;
      case 58:
        members += 1;
        if (depth <= MAPPED_DEPTH) {
          const key = keyText(text.slice(stringAt, text.lastIndexOf('"', at) + 1));
          levels[depth]?.set(key, { keyAt: stringAt, valueAt: skipSpace(text, at + 1) });
        }
        break;
      case 123:
      case 91:
        depth += 1;
        if (depth > deepest) deepest = depth;
        if (depth <= MAPPED_DEPTH && code === 123) {
          const level = new Map<string, Member>();
          levels[depth] = level;
          outermost.set(at, level);
        }
        break;
      case 125:
      case 93:
        depth -= 1;
        break;
      case 69:
      case 101:
        // The exponent of a number, unless it is a letter of `true` or `false`.
        if (digits > 0) plainNumbers = false;
        break;
      default:
    }
    digits = 0;
  }
  return { members, depth: deepest, plainNumbers, outermost };
}

/** The offsets of a member of an object or an item of an array. */
export interface Member {
  /** The start of the key. For an item of an array: the start of the value. */
  readonly keyAt: number;
  readonly valueAt: number;
}

/** Maps keys of an object, or indexes of an array as text, to their offsets. */
export type Members = ReadonlyMap<string, Member>;

/**
 * Creates a function that returns the offset of the value at a path, or of its nearest existing parent. The
 * function scans only the objects and arrays on the path. `seen` caches their members by the offset of the
 * opening bracket.
 */
export function createJsonLocator(
  text: string,
  seen: Map<number, Members>,
): (tokens: readonly string[]) => number {
  return (tokens) => {
    let at = skipSpace(text, 0);
    let found = at;
    for (const token of tokens) {
      let members = seen.get(at);
      if (members === undefined) {
        members = membersAt(text, at);
        seen.set(at, members);
      }
      const member = members.get(token);
      if (member === undefined) break;
      found = member.keyAt;
      at = member.valueAt;
    }
    return found;
  };
}

function membersAt(text: string, start: number): Members {
  const members = new Map<string, Member>();
  const opening = text[start];
  if (opening !== "{" && opening !== "[") return members;
  const closing = opening === "{" ? "}" : "]";
  let at = skipSpace(text, start + 1);
  while (at < text.length && text[at] !== closing) {
    const keyAt = at;
    let key = String(members.size);
    if (opening === "{") {
      const end = stringEnd(text, at);
      key = keyText(text.slice(at, end));
      // In an invalid text, the colon may be missing. Stop here in that case.
      at = skipSpace(text, end);
      if (text[at] !== ":") break;
      at = skipSpace(text, at + 1);
    }
    members.set(key, { keyAt, valueAt: at });
    at = skipSpace(text, valueEnd(text, at));
    if (text[at] !== ",") break;
    at = skipSpace(text, at + 1);
  }
  return members;
}

/** Returns the text of a JSON key. `quoted` contains the quotation marks. */
export function keyText(quoted: string): string {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

/** Returns the offset of the next character that is not white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at;
    at += 1;
  }
}

/** Returns the offset after a string that starts at `start`. */
export function stringEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === 92) slashes += 1;
    at = quote + 1;
    if (slashes % 2 === 0) return at;
  }
}

function valueEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    switch (text.charCodeAt(at)) {
      case 34:
        at = stringEnd(text, at);
        if (depth === 0) return at;
        continue;
      case 123:
      case 91:
        depth += 1;
        break;
      case 125:
      case 93:
        // At depth 0, the bracket ends the object or array around a number or word. At depth 1, it ends the
        // value itself.
        if (depth <= 1) return depth === 0 ? at : at + 1;
        depth -= 1;
        break;
      case 44:
        if (depth === 0) return at;
        break;
      default:
    }
    at += 1;
  }
  return at;
}
