// Writers of numbers and booleans.

import { giveUp, sharedView } from "../read/scan.ts";
import { writeInteger } from "./write-integers.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const view: DataView = sharedView;

/** Writes a finite number as JSON.stringify does. */
export function writeNumber(value: number, to: number): number {
  if (Number.isSafeInteger(value)) return writeInteger(value, to);
  return Number.isFinite(value) ? writeLatin(`${value}`, to) : giveUp();
}

/** Writes `null`. */
export function writeNull(to: number): number {
  // "null"
  view.setInt32(to, 0x6c6c756e, true);
  return to + 4;
}

/** Writes `true` or `false`. */
export function writeBoolean(value: boolean, to: number): number {
  if (typeof value !== "boolean") giveUp();
  return writeLatin(value ? "true" : "false", to);
}

/** Writes a short ASCII text. */
export function writeLatin(text: string, to: number): number {
  for (let index = 0; index < text.length; index += 1) {
    view.setUint8(to + index, text.charCodeAt(index));
  }
  return to + text.length;
}
