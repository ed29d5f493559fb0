// Facts about a JSON text, found in one pass without creating values.

import { keyText, type Member, type Members, skipSpace, stringEnd } from "./locate-json.ts";

/** The levels whose positions are kept: the document, and sections such as `paths`. */
const MAPPED_DEPTH = 2;
/** Integers with this many digits are safe in a number. */
const SAFE_DIGITS = 15;

/** Facts about a JSON text. */
export interface JsonOutline {
  /** The number of members in all objects; a duplicate key counts twice. */
  readonly members: number;
  /** The nesting depth of arrays and objects. */
  readonly depth: number;
  /** True if all numbers are short and without an exponent, so that none loses digits or range. */
  readonly plainNumbers: boolean;
  /** The members of the outermost objects, by the offset of the opening brace. */
  readonly outermost: Map<number, Members>;
}

/** Scans a text that is known to be JSON. */
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
