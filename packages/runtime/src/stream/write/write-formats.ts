// Writers of strings whose format is checked during writing.

import { usualDateTimeEnd } from "../read/date-time.ts";
import { encoder, giveUp, sharedView } from "../read/scan.ts";
import { staged, stagedView, writeString } from "./write-string.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const view: DataView = sharedView;

/**
 * Writes a short string of characters that need no escape; `set` contains 1 for each allowed
 * character.
 */
export function writeStringOf(
  value: string,
  to: number,
  set: Uint8Array,
  least: number,
  most: number,
): number {
  const units = value.length;
  if (typeof value !== "string" || units < least || units > most) giveUp();
  view.setUint8(to, 0x22);
  for (let index = 0; index < units; index += 1) {
    const unit = value.charCodeAt(index);
    if (set[unit] !== 1) giveUp();
    view.setUint8(to + 1 + index, unit);
  }
  view.setUint8(to + 1 + units, 0x22);
  return to + units + 2;
}

/** Writes a date-time. Date-times in an unusual notation are checked by the rule. */
export function writeDateTime(
  value: string,
  to: number,
  holds: (value: string) => boolean,
): number {
  const next = writeString(value, to);
  return usualDateTimeEnd(to + 1) === next - 1 || holds(value) ? next : giveUp();
}

/** Writes a UUID with lower-case digits. */
export function writeUuid(value: string, to: number): number {
  if (
    typeof value !== "string" ||
    value.length !== 36 ||
    encoder.encodeInto(value, staged).written !== 36
  )
    giveUp();
  for (let from = 0; from < 36; from += 4) {
    view.setInt32(to + 1 + from, stagedView.getInt32(from, true), true);
  }
  // 8-4-4-4-12, four digits at a time.
  const isUuid =
    areHex(stagedView.getInt32(0, true)) &&
    areHex(stagedView.getInt32(4, true)) &&
    areHex(stagedView.getInt32(9, true)) &&
    areHex(stagedView.getInt32(14, true)) &&
    areHex(stagedView.getInt32(19, true)) &&
    areHex(stagedView.getInt32(24, true)) &&
    areHex(stagedView.getInt32(28, true)) &&
    areHex(stagedView.getInt32(32, true)) &&
    stagedView.getUint8(8) === 0x2d &&
    stagedView.getUint8(13) === 0x2d &&
    stagedView.getUint8(18) === 0x2d &&
    stagedView.getUint8(23) === 0x2d;
  if (!isUuid) giveUp();
  view.setUint8(to, 0x22);
  view.setUint8(to + 37, 0x22);
  return to + 38;
}

/** Reports whether four bytes of ASCII are lower-case hexadecimal digits. */
function areHex(word: number): boolean {
  const digits = (word + 0x50505050) & ~(word + 0x46464646);
  const letters = (word + 0x1f1f1f1f) & ~(word + 0x19191919);
  return (~(digits | letters) & 0x80808080) === 0;
}
