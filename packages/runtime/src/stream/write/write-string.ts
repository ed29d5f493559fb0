// The writer of strings.

import { isWellFormed } from "../../text/strings.ts";
import { encoder, giveUp, sharedView } from "../read/scan.ts";
import { writeLatin } from "./write-scalars.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const view: DataView = sharedView;

/** The maximum number of bytes in the stage. */
const stageLength: number = 1 << 14;

/**
 * The stage: it holds a string in UTF-8 before the string is written between quotes. From the stage, the
 * string is read eight bytes at a time.
 */
export const staged: Uint8Array = new Uint8Array(stageLength + 8);

export const stagedView: DataView = new DataView(staged.buffer);

/** Shorter strings are written unit by unit, because a native call costs more. */
const shortString: number = 21;

/** Writes a string between quotes. */
export function writeString(value: string, to: number): number {
  if (typeof value !== "string") giveUp();
  const units = value.length;
  if (units < shortString) return writeShortString(value, to);
  if (units * 3 > stageLength) return writeUnits(value, to);
  const length = encoder.encodeInto(value, staged).written;
  // The text has more bytes than units, so it has characters beyond ASCII, or lone surrogates that the
  // encoder has replaced.
  if (length !== units && !isWellFormed(value)) return writeUnits(value, to);
  view.setUint8(to, 0x22);
  return writeStaged(length, to + 1);
}

function writeShortString(value: string, to: number): number {
  const units = value.length;
  view.setUint8(to, 0x22);
  let index = 0;
  for (; index + 4 <= units; index += 4) {
    const first = value.charCodeAt(index);
    const second = value.charCodeAt(index + 1);
    const third = value.charCodeAt(index + 2);
    const fourth = value.charCodeAt(index + 3);
    const word = first | (second << 8) | (third << 16) | (fourth << 24);
    if ((first | second | third | fourth) > 0x7f || escapesOf(word) !== 0) {
      return writeUnits(value, to);
    }
    view.setInt32(to + 1 + index, word, true);
  }
  for (; index < units; index += 1) {
    const unit = value.charCodeAt(index);
    if (unit < 0x20 || unit > 0x7e || unit === 0x22 || unit === 0x5c) return writeUnits(value, to);
    view.setUint8(to + 1 + index, unit);
  }
  view.setUint8(to + 1 + units, 0x22);
  return to + units + 2;
}

/** Writes the staged bytes and a quote, and escapes characters as JSON requires. */
function writeStaged(length: number, to: number): number {
  // The quote at the end stops the loop, like a quote within the string.
  staged[length] = 0x22;
  let from = 0;
  let next = to;
  for (;;) {
    const first = stagedView.getInt32(from, true);
    const second = stagedView.getInt32(from + 4, true);
    view.setInt32(next, first, true);
    view.setInt32(next + 4, second, true);
    let escapes = escapesOf(first);
    if (escapes === 0) {
      escapes = escapesOf(second);
      from += 4;
      next += 4;
      if (escapes === 0) {
        from += 4;
        next += 4;
        continue;
      }
    }
    // The lowest mark is the first escape; marks above it may be caused by a carry.
    const plain = (31 - Math.clz32(escapes & -escapes)) >> 3;
    from += plain;
    next += plain;
    if (from === length) return next + 1;
    next = writeEscape(stagedView.getUint8(from), next);
    from += 1;
  }
}

/** Marks the bytes of a word that are quotes, backslashes or control characters. */
function escapesOf(word: number): number {
  // The XOR exchanges the quote and the space, so that the quote follows the control characters.
  const low = (word ^ 0x02020202) - 0x21212121;
  const backslashes = (word ^ 0x5c5c5c5c) - 0x01010101;
  return (low | backslashes) & ~word & 0x80808080;
}

/** Writes any string, unit by unit. */
function writeUnits(value: string, to: number): number {
  const units = value.length;
  view.setUint8(to, 0x22);
  let next = to + 1;
  for (let index = 0; index < units; index += 1) {
    const unit = value.charCodeAt(index);
    if (unit < 0x80) {
      next = writeUnit(unit, next);
    } else if (unit < 0x800) {
      view.setUint8(next, 0xc0 | (unit >> 6));
      view.setUint8(next + 1, 0x80 | (unit & 0x3f));
      next += 2;
    } else if ((unit & 0xf800) !== 0xd800) {
      view.setUint8(next, 0xe0 | (unit >> 12));
      view.setUint8(next + 1, 0x80 | ((unit >> 6) & 0x3f));
      view.setUint8(next + 2, 0x80 | (unit & 0x3f));
      next += 3;
    } else {
      const point = value.codePointAt(index) ?? unit;
      if (point > 0xffff) index += 1;
      next = point > 0xffff ? writePoint(point, next) : writeEscape(unit, next);
    }
  }
  view.setUint8(next, 0x22);
  return next + 1;
}

/** Writes a code point above U+FFFF. */
function writePoint(point: number, to: number): number {
  view.setUint8(to, 0xf0 | (point >> 18));
  view.setUint8(to + 1, 0x80 | ((point >> 12) & 0x3f));
  view.setUint8(to + 2, 0x80 | ((point >> 6) & 0x3f));
  view.setUint8(to + 3, 0x80 | (point & 0x3f));
  return to + 4;
}

/** The letters after the backslash of short escapes, by character. */
const escapeLetters: Uint8Array = /* @__PURE__ */ shortEscapes();

function shortEscapes(): Uint8Array {
  const letters = new Uint8Array(0x80);
  for (const letter of '\\"bfnrt') {
    letters[JSON.parse(`"\\${letter}"`).charCodeAt(0)] = letter.charCodeAt(0);
  }
  return letters;
}

/** Writes an ASCII unit or a byte of UTF-8, escaped if necessary. */
function writeUnit(unit: number, to: number): number {
  if (unit < 0x20 || unit === 0x22 || unit === 0x5c) return writeEscape(unit, to);
  view.setUint8(to, unit);
  return to + 1;
}

/** Writes the escape of a unit. */
function writeEscape(unit: number, to: number): number {
  const letter = escapeLetters[unit] ?? 0;
  view.setUint8(to, 0x5c);
  if (letter === 0) return writeLatin(`u${unit.toString(16).padStart(4, "0")}`, to + 1);
  view.setUint8(to + 1, letter);
  return to + 2;
}
