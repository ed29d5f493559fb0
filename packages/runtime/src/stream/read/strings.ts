// Readers of strings.

import { giveUp, type Scan, sharedScan, sharedView, skipSpace } from "./scan.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const view: DataView = sharedView;
const scan: Scan = sharedScan;

/** Reads a string. */
export function readString(): string {
  if (view.getUint8(scan.at) !== 34) return skipSpace() ? readString() : giveUp();
  const start = scan.at + 1;
  const stop = stringStop(start);
  const unit = view.getUint8(stop);
  if (unit === 92) return readEscapedString(start, stop);
  if (unit !== 34) giveUp();
  scan.at = stop + 1;
  return scan.source.substring(start, stop);
}

/** Finds the next quote, backslash or control character. */
function stringStop(from: number): number {
  let q = from;
  for (;;) {
    const word = view.getInt32(q, true);
    // Exchanges the quote and the space, so that the quote follows the control characters.
    const low = (word ^ 0x02020202) - 0x21212121;
    const backslashes = (word ^ 0x5c5c5c5c) - 0x01010101;
    const stops = (low | backslashes) & ~word & 0x80808080;
    // The lowest mark is the first stop; marks above it may be caused by a carry.
    if (stops !== 0) return q + ((31 - Math.clz32(stops & -stops)) >> 3);
    q += 4;
  }
}

/** Reads a string, starting at its first escape. */
function readEscapedString(start: number, from: number): string {
  scan.at = behindString(from);
  const value: unknown = JSON.parse(scan.source.substring(start - 1, scan.at));
  return typeof value === "string" ? value : giveUp();
}

/** Returns the position after the closing quote of a string. */
export function behindString(from: number): number {
  let q = stringStop(from);
  while (view.getUint8(q) === 92) q = stringStop(q + 2);
  return view.getUint8(q) === 34 ? q + 1 : giveUp();
}

/** Reads a string with a limited number of characters; a surrogate pair counts as one. */
export function readStringIn(least: number, most: number): string {
  const value = readString();
  let length = value.length;
  if (length < least) giveUp();
  if (length > most || length < least * 2) {
    for (let index = 0; index < value.length; index += 1) {
      if ((value.codePointAt(index) ?? 0) > 0xffff) {
        length -= 1;
        index += 1;
      }
    }
  }
  return length >= least && length <= most ? value : giveUp();
}

/** Reads a string that satisfies a rule. */
export function readStringThat(holds: (value: string) => boolean): string {
  const value = readString();
  return holds(value) ? value : giveUp();
}

/** Creates a set of characters: 1 where one is allowed. */
export function characterSet(characters: string): Uint8Array {
  const set = new Uint8Array(256);
  for (const character of characters) set[character.charCodeAt(0)] = 1;
  return set;
}

/** Reads a string with a limited number of characters from an ASCII set. */
export function readStringOf(set: Uint8Array, least: number, most: number): string {
  if (view.getUint8(scan.at) !== 34) return skipSpace() ? readStringOf(set, least, most) : giveUp();
  const start = scan.at + 1;
  let q = start;
  while (set[view.getUint8(q)] === 1) q += 1;
  if (view.getUint8(q) !== 34 || q - start < least || q - start > most) giveUp();
  scan.at = q + 1;
  return scan.source.substring(start, q);
}
