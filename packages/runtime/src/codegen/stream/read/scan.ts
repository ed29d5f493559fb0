// The text that is read, as a string and as bytes, and the position of the reader in it.
//
// The fields stand in one constant object: an imported binding cannot be assigned, and V8 folds the
// address of a constant object into the code that it compiles. It folds the constants that a module
// declares, but not those that it imports, so each module declares its own `scan` and `view`.

import { createScratch, type Scratch } from "../create-scratch.ts";

/** The state of the scanner; there is one, as a text is read in one go. */
export interface Scan {
  /** The position of the next unit, in the text and in the bytes alike. */
  at: number;
  /** The text, which strings are cut from. */
  source: string;
  /** The name of the last member that the contract does not name. */
  otherName: string;
  /** The number of units of the text that may still be read again. */
  mayReread: number;
}

/** For texts of up to 2^20 UTF-16 units; longer ones take the slow path. */
const scratch: Scratch = /* @__PURE__ */ createScratch(1 << 20);

const scan: Scan = { at: 0, source: "", otherName: "", mayReread: 0 };

const view: DataView = /* @__PURE__ */ new DataView(scratch.bytes.buffer);

/** The state of the scanner, for the other modules of the run time and for generated code. */
export const sharedScan: Scan = scan;

/** The bytes that are read and written: each unit of the text is one byte. */
export const sharedView: DataView = view;

/** The bytes of `sharedView` as an array. */
export const scratchBytes: Uint8Array<ArrayBuffer> = scratch.bytes;

/** Puts a text into the scratch; returns false if it does not fit or is not UTF-8. */
function loadText(input: string | Uint8Array): boolean {
  const loaded = scratch.load(input);
  if (loaded === undefined) return false;
  scan.source = loaded;
  scan.at = 0;
  scan.mayReread = 4 * loaded.length;
  // Stops every scan, even behind a backslash: what stands behind is left from other texts.
  view.setUint16(scan.source.length, 0);
  return true;
}

/** Reports whether nothing but white space is left. */
function isDone(): boolean {
  skipSpace();
  return scan.at === scan.source.length;
}

/** Creates the reader of a whole text. */
export function readWhole<Value>(readValue: () => Value): (input: string | Uint8Array) => Value {
  return (input) => {
    if (!loadText(input)) giveUp();
    const value = readValue();
    return isDone() ? value : giveUp();
  };
}

/** Creates the reader of a whole text into something; it gives false when it leaves the text to the codec. */
export function readWholeInto<Into>(
  readInto: (into: Into) => void,
): (input: string | Uint8Array, into: Into) => boolean {
  return (input, into) => {
    try {
      if (!loadText(input)) return false;
      readInto(into);
      return isDone();
    } catch {
      return false;
    }
  };
}

/** Leaves the fast path: the codec behind it reads the text again, and says what is wrong if anything is. */
export function giveUp(): never {
  throw offPath;
}

/** The error that `giveUp` throws, so often that it must not collect a stack. */
const offPath: Error = Object.freeze(new Error("off the fast path"));

/** Skips white space, and reports whether there was any. */
export function skipSpace(): boolean {
  const start = scan.at;
  scan.at = behindSpace(start);
  return scan.at > start;
}

/** Finds the next place that has no white space. */
export function behindSpace(from: number): number {
  let q = from;
  for (;;) {
    // Four spaces, as indentation has them.
    while (view.getInt32(q, true) === 0x20202020) q += 4;
    const unit = view.getUint8(q);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return q;
    q += 1;
  }
}

export const encoder: TextEncoder = new TextEncoder();
